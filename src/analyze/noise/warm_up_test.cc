// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/warm_up.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

RunRecord RunWith(const std::map<std::string, double>& metrics) {
  RunRecord run;
  run.metrics = metrics;
  run.fixed = {{"batch", 64}};
  return run;
}

TEST(WarmUpTest, TheFirstEpochAgainstTheMedianOfTheLater) {
  // The limit is 3.5 · 1.4826 · 0.1 = 0.519 s above 5 s.
  auto run = RunWith({{"first_epoch_s", 5.6}, {"later_epoch_s", 5}, {"later_epoch_mad_s", 0.1}});
  EXPECT_NEAR(*WarmUpSeconds(run), 0.6, 1e-9);
  run.metrics["first_epoch_s"] = 5.5;
  EXPECT_EQ(WarmUpSeconds(run), 0);
  // Quiet epochs: 5 % of 5 s is the least.
  run.metrics["later_epoch_mad_s"] = 0;
  run.metrics["first_epoch_s"] = 5.24;
  EXPECT_EQ(WarmUpSeconds(run), 0);
  run.metrics["first_epoch_s"] = 5.26;
  EXPECT_NEAR(*WarmUpSeconds(run), 0.26, 1e-9);
}

TEST(WarmUpTest, TheFirstStepAgainstTheMeanOfTheLater) {
  // 6400 images in steps of 64 are 100 steps; (10.9 - 1) ÷ 99 = 0.1 s for each later one.
  auto run = RunWith({{"train_s", 10.9}, {"images_per_s", 6400 / 10.9}, {"first_step_s", 1}});
  EXPECT_NEAR(*WarmUpSeconds(run), 0.9, 1e-9);
  run.metrics["first_step_s"] = 0.3;  // (10.9 - 0.3) ÷ 99 = 0.107; three times that is 0.32
  EXPECT_EQ(WarmUpSeconds(run), 0);
  run.fixed = {{"batch", 800}};  // 8 steps tell nothing
  EXPECT_EQ(WarmUpSeconds(run), std::nullopt);
}

TEST(WarmUpTest, TheLargerOfBothAndMissingWithoutEither) {
  auto run = RunWith({{"train_s", 10.9},
                      {"images_per_s", 6400 / 10.9},
                      {"first_step_s", 1},
                      {"first_epoch_s", 8},
                      {"later_epoch_s", 5},
                      {"later_epoch_mad_s", 0}});
  EXPECT_DOUBLE_EQ(*WarmUpSeconds(run), 3);
  EXPECT_EQ(WarmUpSeconds(RunWith({{"train_s", 10}})), std::nullopt);
  EXPECT_EQ(WarmUpSeconds(RunWith({{"first_epoch_s", 8}, {"later_epoch_s", 5}})), std::nullopt);
}

}  // namespace
}  // namespace trena
