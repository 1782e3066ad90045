// SPDX-License-Identifier: Apache-2.0
#include "measure/record/epoch_metrics.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

std::vector<EpochEvent> Epochs(const std::vector<std::optional<double>>& seconds) {
  std::vector<EpochEvent> epochs;
  for (const auto& value : seconds) {
    EpochEvent epoch;
    epoch.seconds = value;
    epochs.push_back(epoch);
  }
  return epochs;
}

using Metrics = std::map<std::string, double>;

TEST(EpochMetricsTest, TheFirstBesideTheLater) {
  // Of 4, 5 and 8 the median is 5; their distances 1, 0 and 3 have the median 1.
  EXPECT_EQ(EpochMetrics(Epochs({9, 4, 5, 8})),
            (Metrics{{"first_epoch_s", 9}, {"later_epoch_s", 5}, {"later_epoch_mad_s", 1}}));
}

TEST(EpochMetricsTest, WhatIsNotKnownIsMissing) {
  EXPECT_EQ(EpochMetrics({}), Metrics{});
  EXPECT_EQ(EpochMetrics(Epochs({9})), (Metrics{{"first_epoch_s", 9}}));
  EXPECT_EQ(EpochMetrics(Epochs({9, 4, 6})), (Metrics{{"first_epoch_s", 9}, {"later_epoch_s", 5}}));
  EXPECT_EQ(EpochMetrics(Epochs({9, std::nullopt, 5})), Metrics{});
}

}  // namespace
}  // namespace trena
