// SPDX-License-Identifier: Apache-2.0
#include "stats/model/comparisons.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/distributions.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

ModelAnalysis OneWay(const std::vector<std::vector<double>>& groups) {
  TestRows rows;
  for (uint32_t i = 0; i < groups.size(); ++i) {
    for (double y : groups[i]) {
      rows.levels.push_back({i});
      rows.y.push_back(y);
    }
  }
  return AnalyzeModel(MakeCells(rows), {.terms = {{0}}}).value();
}

TEST(Holm, WorkedByHand) {
  // Sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1: 0.04, 0.06, 0.06, 0.06.
  const std::vector<double> adjusted = HolmAdjusted({0.03, 0.01, 0.04, 0.02});
  const std::vector<double> expected = {0.06, 0.04, 0.06, 0.06};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
  EXPECT_EQ(HolmAdjusted({0.7, 0.6}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(HolmAdjusted({}).empty());
}

TEST(Verdict, IsReadFromTheInterval) {
  EXPECT_EQ(VerdictOf(0.5, 0.9, 0.05), PairVerdict::kFaster);
  EXPECT_EQ(VerdictOf(1.01, 1.4, 0.05), PairVerdict::kSlower);
  EXPECT_EQ(VerdictOf(0.97, 1.04, 0.05), PairVerdict::kSame);
  EXPECT_EQ(VerdictOf(1.01, 1.03, 0.05), PairVerdict::kSame);  // certain, but it does not matter
  EXPECT_EQ(VerdictOf(0.97, 1.06, 0.05), PairVerdict::kCannotTell);
  EXPECT_EQ(VerdictOf({}, 1.06, 0.05), PairVerdict::kCannotTell);
}

// Two means: Tukey's and Holm's are Student's t.
TEST(ComparePairs, TwoMeansNeedNoCorrection) {
  const ModelAnalysis analysis = OneWay({{10, 11, 12}, {14, 15, 16, 17}});
  // By hand: means 11 and 15.5, squares 2 and 5, s² = 7/5, se² = 7/5 (1/3 + 1/4).
  const double error = std::sqrt(7.0 / 5 * (1.0 / 3 + 1.0 / 4));
  for (Adjustment adjustment : {Adjustment::kTukey, Adjustment::kHolm}) {
    const auto pairs = ComparePairs(analysis, {0}, {.adjustment = adjustment});
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_NEAR(pairs[0].difference, 4.5, 1e-12);
    EXPECT_NEAR(*pairs[0].standard_error, error, 1e-12);
    EXPECT_NEAR(*pairs[0].p, *StudentTail(4.5 / error, 5), 1e-10);
    EXPECT_NEAR(*pairs[0].high - 4.5, *StudentQuantile(0.975, 5) * error, 1e-9);
    EXPECT_NEAR(*pairs[0].ratio, 15.5 / 11, 1e-12);
    EXPECT_EQ(pairs[0].verdict, PairVerdict::kSlower);
  }
}

// Dunnett's example of 1955, J. American Statistical Association 50, table 1: breaking strengths of
// a fabric after three processes, and of a control. The standard deviation is √19, its difference's
// √(2 · 19 ÷ 3); with his 2.88 (of 1964; 2.94 before) none but the first is told from the control.
TEST(CompareWithControl, HisFabrics) {
  const ModelAnalysis analysis = OneWay({{55, 47, 48}, {55, 64, 64}, {55, 49, 52}, {50, 44, 41}});
  const auto pairs = CompareWithControl(analysis, 0, {0, 1, 2, 3});
  ASSERT_EQ(pairs.size(), 3u);
  const double error = std::sqrt(2.0 * 19 / 3);
  const double differences[] = {11, 2, -5};
  const double p[] = {0.036622, 0.896474, 0.409160};  // R's multcomp, glht(mcp(g = "Dunnett"))
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(pairs[i].difference, differences[i], 1e-12);
    EXPECT_NEAR(*pairs[i].standard_error, error, 1e-12);
    EXPECT_NEAR(*pairs[i].high - pairs[i].difference, 2.88 * error, 0.0065 * error);
    EXPECT_NEAR(*pairs[i].p, p[i], 1e-5) << i;
  }
  EXPECT_EQ(pairs[0].verdict, PairVerdict::kSlower);
  EXPECT_EQ(pairs[1].verdict, PairVerdict::kCannotTell);
  EXPECT_EQ(pairs[2].verdict, PairVerdict::kCannotTell);
}

// His other one: blood counts of six, four and five animals. As multcomp has it; the first of the
// two comparisons would be narrower by the counts of the second.
TEST(CompareWithControl, HisBloodCounts) {
  const ModelAnalysis analysis = OneWay({{7.40, 8.50, 7.20, 8.24, 9.84, 8.32},
                                         {9.76, 8.80, 7.68, 9.36},
                                         {12.80, 9.68, 12.16, 9.20, 10.55}});
  const auto pairs = CompareWithControl(analysis, 0, {1, 2});
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_NEAR(*pairs[0].p, 0.620102, 1e-5);
  EXPECT_NEAR(*pairs[1].p, 0.005825, 1e-5);
  EXPECT_NEAR(*pairs[0].low, -1.2564, 1e-3);
  EXPECT_NEAR(*pairs[0].high, 2.5564, 1e-3);
  EXPECT_NEAR(*pairs[1].low, 0.8396, 1e-3);
  EXPECT_NEAR(*pairs[1].high, 4.4164, 1e-3);
}

TEST(CompareWithControl, FewerComparisonsThanAllPairsAreNarrower) {
  const ModelAnalysis analysis = OneWay({{55, 47, 48}, {55, 64, 64}, {55, 49, 52}, {50, 44, 41}});
  const auto to_one = CompareWithControl(analysis, 0, {1, 2, 3});
  const auto all = ComparePairs(analysis, {0});
  EXPECT_LT(*to_one[0].high - *to_one[0].low, *all[0].high - *all[0].low);
  EXPECT_TRUE(CompareWithControl(analysis, 2, {2}).empty());
}

// Six equal means of unequal counts: some comparison with the first is told in 5 % of the studies;
// each at 5 % by itself in many more.
TEST(CompareWithControl, AllTogetherHoldTheirLevel) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  constexpr int kStudies = 500;
  int told = 0, alone = 0;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<std::vector<double>> groups;
    for (size_t n : {3, 2, 5, 3, 4, 2}) {
      groups.emplace_back();
      for (size_t i = 0; i < n; ++i) groups.back().push_back(100 + normal(random));
    }
    const auto pairs = CompareWithControl(OneWay(groups), 0, {1, 2, 3, 4, 5});
    bool any = false, any_alone = false;
    for (const PairComparison& pair : pairs) {
      any |= *pair.p < 0.05;
      any_alone |= *StudentTail(pair.difference / *pair.standard_error, 13) < 0.05;
    }
    told += any;
    alone += any_alone;
  }
  EXPECT_LE(told, 0.07 * kStudies);
  EXPECT_GE(told, 0.03 * kStudies);
  EXPECT_GT(alone, 0.1 * kStudies);
}

TEST(ComparePairs, VerdictsOfThree) {
  const ModelAnalysis analysis =
      OneWay({{100, 100.5, 99.5, 100}, {100.2, 100.7, 99.7, 100.2}, {50, 50.5, 49.5, 50}});
  const auto pairs = ComparePairs(analysis, {0});
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_EQ(pairs[0].verdict, PairVerdict::kSame);
  EXPECT_EQ(pairs[1].verdict, PairVerdict::kFaster);
  EXPECT_EQ(pairs[2].verdict, PairVerdict::kFaster);
  EXPECT_NEAR(*pairs[1].ratio, 0.5, 1e-12);
  const auto strict = ComparePairs(analysis, {0}, {.same_within = 0.001});
  EXPECT_EQ(strict[0].verdict, PairVerdict::kCannotTell);
}

// What p says and what the verdict says agree, also where a mean may be zero: noisy times of 1 and
// 20 s differ with p < 0.001.
TEST(ComparePairs, VerdictsAgreeWithP) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal;
  int open = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<std::vector<double>> groups(2);
    for (int k = 0; k < 4; ++k) {
      groups[0].push_back(1 + normal(random));
      groups[1].push_back(3 + normal(random));
    }
    const PairComparison pair = ComparePairs(OneWay(groups), {0}, {.same_within = 0})[0];
    if (!pair.ratio) continue;
    EXPECT_EQ(pair.verdict != PairVerdict::kCannotTell, *pair.p < 0.05);
    EXPECT_TRUE(!pair.ratio_low || *pair.ratio_low >= 0);
    open += pair.ratio_low && !pair.ratio_high;
  }
  EXPECT_GT(open, 20);
}

// 1.20 times, and no replication differs: an interval from 1.20 to 1.20 would claim to know it.
TEST(ComparePairs, NoSpreadIsNoInterval) {
  for (bool log_scale : {false, true}) {
    const auto pairs = ComparePairs(OneWay({{10, 10}, {12, 12}}), {0}, {.log_scale = log_scale});
    EXPECT_FALSE(pairs[0].low || pairs[0].ratio_low || pairs[0].ratio_high || pairs[0].p);
    EXPECT_EQ(pairs[0].verdict, PairVerdict::kSlower);
  }
}

// R: d <- expand.grid(r = 1:2, b = factor(1:3), a = factor(1:2)); fit <- lm(y ~ a * b, d);
// confint(pairs(emmeans(fit, ~ b | a), reverse = TRUE)); and its p-values.
TEST(ComparePairsAt, AsEmmeans) {
  const std::vector<double> y = {10, 11, 20, 21.5, 30, 29, 14, 15, 20.5, 21, 21, 20};
  TestRows rows;
  for (uint32_t i = 0; i < 12; ++i) rows.levels.push_back({i / 6, i / 2 % 3});
  rows.y = y;
  const Cells cells = MakeCells(rows);
  const ModelAnalysis analysis = AnalyzeModel(cells, {.terms = FullTerms(cells)}).value();
  const auto first = ComparePairsAt(analysis, 1, 0, 0);
  ASSERT_EQ(first.size(), 3u);
  EXPECT_NEAR(first[0].difference, 10.25, 1e-12);
  EXPECT_NEAR(*first[0].standard_error, 0.7359800722, 1e-9);
  EXPECT_NEAR(*first[0].low, 7.991811163, 1e-3);  // R's qtukey iterates to 1e-4
  EXPECT_NEAR(*first[1].high, 21.258188837, 1e-3);
  const auto second = ComparePairsAt(analysis, 1, 0, 1);
  EXPECT_NEAR(second[2].difference, -0.25, 1e-12);
  EXPECT_NEAR(*second[2].p, 0.9390, 5e-5);
  EXPECT_EQ(second[2].verdict, PairVerdict::kCannotTell);
  // Of two levels Student's t: 4 ÷ 0.73598 has p = 0.0016 with 6 degrees of freedom.
  const auto other = ComparePairsAt(analysis, 0, 1, 0);
  ASSERT_EQ(other.size(), 1u);
  EXPECT_NEAR(other[0].difference, 4, 1e-12);
  EXPECT_NEAR(*other[0].p, 0.0016, 5e-5);
  EXPECT_NEAR(ComparePairsAt(analysis, 0, 1, 2)[0].difference, -9, 1e-12);
  EXPECT_TRUE(ComparePairsAt(analysis, 0, 1, 9).empty());
}

TEST(ComparePairs, LogScaleGivesRatios) {
  const ModelAnalysis analysis =
      OneWay({{std::log(2), std::log(2.2)}, {std::log(4), std::log(4.4)}});
  const auto pairs = ComparePairs(analysis, {0}, {.log_scale = true});
  EXPECT_NEAR(*pairs[0].ratio, 2, 1e-12);
  EXPECT_NEAR(*pairs[0].ratio_low, std::exp(*pairs[0].low), 1e-12);
}

TEST(ComparePairs, Edges) {
  EXPECT_TRUE(ComparePairs(OneWay({{1, 2}, {3, 4}}), {1}).empty());
  const auto unreplicated = ComparePairs(OneWay({{1}, {3}}), {0});
  ASSERT_EQ(unreplicated.size(), 1u);
  EXPECT_FALSE(unreplicated[0].low || unreplicated[0].p || unreplicated[0].ratio_low);
  EXPECT_NEAR(*unreplicated[0].ratio, 3, 1e-12);
  EXPECT_EQ(unreplicated[0].verdict, PairVerdict::kCannotTell);
  const auto same = ComparePairs(OneWay({{2, 2}, {2, 2}}), {0});
  EXPECT_FALSE(same[0].p);
  EXPECT_EQ(same[0].verdict, PairVerdict::kSame);
  EXPECT_FALSE(ComparePairs(OneWay({{-1, -2}, {3, 4}}), {0})[0].ratio);
  for (size_t which : {0u, 1u}) {
    ModelAnalysis analysis = OneWay({{1, 2}, {3, 4}});
    analysis.means[which].mean = 0;
    EXPECT_FALSE(ComparePairs(analysis, {0})[0].ratio) << "neither to nor of a mean of 0";
  }
}

}  // namespace
}  // namespace trena
