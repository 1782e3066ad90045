// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/level_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/model/stated_analysis.h"
#include "analyze/test_study.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

// Three frameworks, two runs each: means 10, 20 and 30, and σ² = 6 ÷ 3 = 2.
Cells ThreeFrameworks() {
  TestRows rows;
  rows.levels = {{0}, {0}, {1}, {1}, {2}, {2}};
  rows.y = {9, 11, 19, 21, 29, 31};
  Cells cells = MakeCells(rows);
  cells.factors[0] = {"framework", {"pytorch@2.2.0", "mxnet", "tensor flow"}};
  return cells;
}

StatedAnalysis StatedOf(const Cells& cells, ModelRequest request = {}) {
  const auto stated = AnalyzeStated(cells, request);
  EXPECT_TRUE(stated.ok()) << (stated.ok() ? "" : stated.error().message());
  return stated.ok() ? stated.value() : StatedAnalysis{};
}

StatedContrast ContrastOf(const Cells& cells, const std::string& text, ModelRequest request = {}) {
  request.contrasts = {text};
  const auto contrasts = EstimateContrasts(StatedOf(cells, request));
  EXPECT_EQ(contrasts.size(), 1u);
  return contrasts.empty() ? StatedContrast{} : contrasts[0];
}

TEST(ContrastsTest, ADifferenceOfTwoLevels) {
  const StatedContrast contrast = ContrastOf(ThreeFrameworks(), "framework: mxnet - pytorch@2.2.0");
  EXPECT_EQ(contrast.text, "framework: mxnet - pytorch@2.2.0");
  EXPECT_EQ(contrast.problem, "");
  EXPECT_NEAR(contrast.estimate.estimate, 10, 1e-12);
  EXPECT_NEAR(*contrast.estimate.standard_error, std::sqrt(2.0 * (0.5 + 0.5)), 1e-12);
  EXPECT_NEAR(*contrast.estimate.t, 10 / std::sqrt(2.0), 1e-10);
}

TEST(ContrastsTest, WeightsNamesWithoutVersionsAndNamesOfTwoWords) {
  const StatedContrast contrast =
      ContrastOf(ThreeFrameworks(), "framework: pytorch - 0.5 mxnet - 0.5 tensor flow");
  EXPECT_EQ(contrast.problem, "");
  EXPECT_NEAR(contrast.estimate.estimate, 10 - (20 + 30) / 2.0, 1e-12);
  // σ² (1 + ¼ + ¼) ÷ 2 runs.
  EXPECT_NEAR(*contrast.estimate.standard_error, std::sqrt(2 * 1.5 / 2), 1e-12);
  // A plus, a larger weight, blanks.
  EXPECT_NEAR(ContrastOf(ThreeFrameworks(), " framework:   pytorch +  mxnet - 2 tensor flow")
                  .estimate.estimate,
              10 + 20 - 60, 1e-12);
}

TEST(ContrastsTest, LevelsThatAreNumbersAreNotWeights) {
  Cells cells = ThreeFrameworks();
  cells.factors[0] = {"batch", {"32", "64", "128"}};
  EXPECT_NEAR(ContrastOf(cells, "batch: 64 - 32").estimate.estimate, 10, 1e-12);
  EXPECT_NEAR(ContrastOf(cells, "batch: 32 - 0.5 64 - 0.5 128").estimate.estimate, -15, 1e-12);
}

TEST(ContrastsTest, WhatIsWrongIsSaid) {
  const Cells cells = ThreeFrameworks();
  const auto problem = [&](const std::string& text) { return ContrastOf(cells, text).problem; };
  EXPECT_EQ(problem("mxnet - pytorch"), "a contrast is written FACTOR: LEVEL - LEVEL");
  EXPECT_EQ(problem("framework:mxnet"), "a contrast is written FACTOR: LEVEL - LEVEL");
  EXPECT_EQ(problem("framwork: mxnet - pytorch"),
            "`framwork` is no factor of the analysis (did you mean `framework`?)");
  EXPECT_EQ(problem("batch: 1 - 2"), "`batch` is no factor of the analysis");
  EXPECT_EQ(problem("framework: mxnt - pytorch"),
            "`mxnt` is no level of framework (did you mean `mxnet`?)");
  const std::string weights =
      "the weights of a contrast add up to 0, as in `framework: a - 0.5 b - 0.5 c`";
  EXPECT_EQ(problem("framework: mxnet + pytorch"), weights);
  EXPECT_EQ(problem("framework: mxnet - 0.5 pytorch"), weights);
  EXPECT_EQ(problem("framework: mxnet"), weights);
  EXPECT_EQ(problem("framework: 0 mxnet"), weights) << "one mean is no contrast";
  EXPECT_EQ(problem("framework: "), weights);
}

TEST(ContrastsTest, NoneAskedForNoneMade) {
  EXPECT_TRUE(EstimateContrasts(StatedOf(ThreeFrameworks())).empty());
}

TEST(ContrastsTest, TheModelMayHaveNoSuchMean) {
  TestRows rows;
  rows.levels = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 0}, {1, 1}};
  rows.y = {1, 2, 3, 5, 2, 4};
  ModelRequest request;
  request.terms = "A";
  EXPECT_EQ(ContrastOf(MakeCells(rows), "B: 1 - 0", request).problem, "the model has no mean of 1");
}

TEST(LevelPairsTest, EveryPairOnceTheSecondAgainstTheFirst) {
  const auto all = CompareLevels(StatedOf(ThreeFrameworks()));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].factor, 0u);
  ASSERT_EQ(all[0].pairs.size(), 3u);
  const std::pair<uint32_t, uint32_t> expected[] = {{0, 1}, {0, 2}, {1, 2}};
  const double differences[] = {10, 20, 10};
  const double ratios[] = {2, 3, 1.5};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::pair(all[0].pairs[i].first, all[0].pairs[i].second), expected[i]);
    EXPECT_NEAR(all[0].pairs[i].comparison.difference, differences[i], 1e-12);
    EXPECT_NEAR(*all[0].pairs[i].comparison.ratio, ratios[i], 1e-12);
    EXPECT_EQ(all[0].pairs[i].comparison.verdict, PairVerdict::kSlower);
  }
}

TEST(LevelPairsTest, TheStatedPercentageDecidesWhatIsTheSame) {
  TestRows rows;
  rows.levels = {{0}, {0}, {0}, {1}, {1}, {1}};
  rows.y = {99.9, 100, 100.1, 101.9, 102, 102.1};
  ModelRequest request;
  request.same_within = 0.05;  // about 2 % slower for certain, and it does not matter
  EXPECT_EQ(CompareLevels(StatedOf(MakeCells(rows), request)).at(0).pairs[0].comparison.verdict,
            PairVerdict::kSame);
  request.same_within = 0.01;
  EXPECT_EQ(CompareLevels(StatedOf(MakeCells(rows), request)).at(0).pairs[0].comparison.verdict,
            PairVerdict::kSlower);
}

TEST(LevelPairsTest, LogarithmsHaveRatiosByTheirDifference) {
  TestRows rows;
  rows.levels = {{0}, {0}, {1}, {1}};
  rows.y = {std::log(9.0), std::log(11.0), std::log(27.0), std::log(33.0)};
  ModelRequest request;
  request.log_scale = true;
  const auto pairs = CompareLevels(StatedOf(MakeCells(rows), request));
  EXPECT_NEAR(*pairs.at(0).pairs.at(0).comparison.ratio, 3, 1e-12);
}

// So many levels, two runs each.
Cells ManyLevels(uint32_t levels) {
  TestRows rows;
  for (uint32_t i = 0; i < 2 * levels; ++i) {
    rows.levels.push_back({i / 2});
    rows.y.push_back(10 + i);
  }
  return MakeCells(rows);
}

TEST(LevelPairsTest, MoreThanTwentyLevelsAreNotComparedInPairs) {
  const auto twenty = CompareLevels(StatedOf(ManyLevels(20)));
  ASSERT_EQ(twenty.size(), 1u);
  EXPECT_EQ(twenty[0].pairs.size(), 190u);
  EXPECT_TRUE(CompareLevels(StatedOf(ManyLevels(21))).empty());
}

TEST(LevelPairsTest, BlocksAreNotCompared) {
  TestRows rows;
  rows.levels = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}};
  rows.y = {10, 13, 20, 24, 31, 33};
  ModelRequest request;
  request.block = "B";
  const auto all = CompareLevels(StatedOf(MakeCells(rows), request));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].factor, 0u);
  EXPECT_NEAR(all[0].pairs.at(0).comparison.difference, 3, 1e-12);  // (3 + 4 + 2) ÷ 3
}

// A changes between plots, B within. Plot means 2, 5 and 8, 11: the plots' mean square is 18 ÷ 2 =
// 9, and A's levels differ by 6 with a standard error of √(9 · (¼ + ¼)). B1 − B0 is 2, 6, 4, 4 in
// the four plots: within, the mean square is 4 ÷ 2 = 2, and B's levels differ by 4 ± √(2 · ½).
TEST(LevelPairsTest, EachFactorByItsOwnError) {
  TestRows rows;
  rows.levels = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1},
                 {1, 0, 2}, {1, 1, 2}, {1, 0, 3}, {1, 1, 3}};
  rows.y = {1, 3, 2, 8, 6, 10, 9, 13};
  ModelRequest request;
  request.terms = "full";
  request.plot = "C";
  request.contrasts = {"A: 1 - 0", "B: 1 - 0"};
  const StatedAnalysis stated = StatedOf(MakeCells(rows), request);
  const auto all = CompareLevels(stated);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NEAR(all[0].pairs.at(0).comparison.difference, 6, 1e-10);
  EXPECT_NEAR(*all[0].pairs.at(0).comparison.standard_error, std::sqrt(4.5), 1e-10);
  EXPECT_NEAR(all[1].pairs.at(0).comparison.difference, 4, 1e-10);
  EXPECT_NEAR(*all[1].pairs.at(0).comparison.standard_error, 1, 1e-10);
  const auto contrasts = EstimateContrasts(stated);
  ASSERT_EQ(contrasts.size(), 2u);
  EXPECT_NEAR(*contrasts[0].estimate.standard_error, std::sqrt(4.5), 1e-10);
  EXPECT_NEAR(*contrasts[1].estimate.standard_error, 1, 1e-10);
}

// 100 and 138 at one level, 140 and 98 at the other: nearly the same on the mean, and never the
// same.
TEST(SimpleEffects, ACrossoverIsNoEquality) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}, {"network", {"one", "two"}}}, 3);
  AddRuns(test, {{99, 100, 101}, {139, 140, 141}, {137, 138, 139}, {97, 98, 99}});
  const StatedAnalysis stated = *test.Analyze().main.stated;
  const FactorPairs& batch = stated.pairs[0];
  EXPECT_EQ(batch.pairs[0].comparison.verdict, PairVerdict::kSame);
  ASSERT_EQ(batch.by, std::optional<size_t>(1));
  ASSERT_EQ(batch.pairs[0].simple.size(), 2u);
  EXPECT_NEAR(*batch.pairs[0].simple[0].comparison.ratio, 1.38, 1e-12);
  EXPECT_EQ(batch.pairs[0].simple[0].comparison.verdict, PairVerdict::kSlower);
  EXPECT_NEAR(*batch.pairs[0].simple[1].comparison.ratio, 0.7, 1e-12);
  EXPECT_EQ(batch.pairs[0].simple[1].comparison.verdict, PairVerdict::kFaster);
  EXPECT_TRUE(batch.pairs[0].depends);
}

// Effects that add, and effects of one direction everywhere: the comparison stands.
TEST(SimpleEffects, WhatIsAlikeEverywhereDoesNotDepend) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}, {"network", {"one", "two"}}}, 3);
  AddRuns(test, {{99, 100, 101}, {139, 140, 141}, {49, 50, 51}, {89, 90, 91}});
  const StatedAnalysis adds = *test.Analyze().main.stated;
  EXPECT_FALSE(adds.pairs[0].by);
  EXPECT_FALSE(adds.pairs[0].pairs[0].depends);
  test.runs.clear();
  AddRuns(test, {{99, 100, 101}, {199, 200, 201}, {49, 50, 51}, {99, 100, 101}});
  const StatedAnalysis multiplies = *test.Analyze().main.stated;
  EXPECT_TRUE(multiplies.pairs[0].by);
  EXPECT_FALSE(multiplies.pairs[0].pairs[0].depends);
}

}  // namespace
}  // namespace trena
