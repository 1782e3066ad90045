// SPDX-License-Identifier: Apache-2.0
#include "plan/fit/fit_series.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

struct Series {
  Study study;
  Plan plan;
  Result<std::vector<FitSeries>> found;
};

Series SeriesOf(const std::string& text, const std::string& factor = "batch") {
  Study study = StudyOf(text);
  Plan plan = PlanOf(study);
  auto found = FitSeriesOf(study, plan, factor);
  return {std::move(study), std::move(plan), std::move(found)};
}

std::string RefusalOf(const std::string& factors, const std::string& factor) {
  const Series series =
      SeriesOf("factors: " + factors + "\nfixed: { framework: fake, images: 9 }\n", factor);
  return series.found.ok() ? "" : series.found.error().message();
}

TEST(FitSeriesTest, OneForEveryCombinationOfTheOthersWithItsLevelsInOrder) {
  const Series series = SeriesOf(
      "factors: { memory_limit: [1 GB, 2 GB], batch: [64, 8, 16], depth: [a, b] }\n"
      "fixed: { framework: fake, epochs: 2 }\nexclude: batch == 64 and depth == b\n");
  const auto& all = series.found.value();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].levels, (std::vector<double>{8, 16, 64}));
  EXPECT_EQ(all[0].others, (Values{{"memory_limit", "1 GB"}, {"depth", "a"}}));
  EXPECT_EQ(*Find(all[0].scenarios[0]->levels, "batch"), Value(8));
  EXPECT_EQ(all[1].levels, (std::vector<double>{8, 16})) << "what is excluded is not tried";
  EXPECT_TRUE(SameButForLimit(all[0], all[2]));
  EXPECT_FALSE(SameButForLimit(all[0], all[1]));
}

// Levels that move together are one level.
TEST(FitSeriesTest, WhatMovesInStepIsNoOtherFactor) {
  const std::string text =
      "factors: { rate: [0.1, 0.2], batch: [8, 16], depth: [1, 2] }\n"
      "together: [rate, batch]\nfixed: { framework: fake }\n";
  for (const char* factor : {"batch", "rate"}) {
    const Series series = SeriesOf(text, factor);
    ASSERT_EQ(series.found.value().size(), 2u) << factor;
    EXPECT_EQ(series.found.value()[0].others, (Values{{"depth", 1}})) << factor;
  }
}

TEST(FitSeriesTest, WhatCannotBeLookedForIsRefused) {
  EXPECT_EQ(RefusalOf("{ batch: [1, 2] }", "bacth"),
            "--factor: the study has no factor `bacth` (did you mean `batch`?); try levels without "
            "touching the file: -P batch=1,2,4,8,16");
  EXPECT_TRUE(
      RefusalOf("{ batch: [1, 2] }", "images")
          .starts_with(
              "--factor: images is fixed in this study; try levels without touching the file: "
              "-P images=1,2,4,8,16"));
  EXPECT_TRUE(RefusalOf("{ net: [small, 3] }", "net")
                  .starts_with("--factor: the level `small` of net is not a number above 0"));
  EXPECT_TRUE(RefusalOf("{ workers: [0, 3] }", "workers")
                  .starts_with("--factor: the level `0` of workers is not a number above 0"));
  EXPECT_TRUE(
      RefusalOf("{ batch: [4] }", "batch").starts_with("--factor: batch has one level only"));
}

}  // namespace
}  // namespace trena
