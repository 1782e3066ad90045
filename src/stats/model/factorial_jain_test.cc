// SPDX-License-Identifier: Apache-2.0
// Worked examples of R. Jain, The Art of Computer Systems Performance Analysis (1991), against the
// values printed in the book: tolerances are half of the last digit printed, or a little more
// where the book rounds on the way.
#include <gtest/gtest.h>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

// `replications` of (A,B) = (-,-), (+,-), (-,+), (+,+), the book's order.
ModelAnalysis AnalyzeTwoByTwo(const std::vector<std::vector<double>>& replications) {
  TestCrossing data{.factors = {"A", "B"}, .level_counts = {2, 2}};
  for (size_t cell = 0; cell < 4; ++cell) {
    for (double y : replications[cell]) {
      data.levels.push_back({cell % 2, cell / 2});
      data.y.push_back(y);
    }
  }
  return AnalyzeCrossing(data, 0.9).value();
}

// The effect of the term with its factors all at the high level: Jain's q.
const Effect& Q(const ModelAnalysis& analysis, const std::string& term) {
  for (const Effect& effect : analysis.effects) {
    const bool high = effect.levels == std::vector<size_t>(effect.levels.size(), 1);
    if (effect.term == term && high) return effect;
  }
  ADD_FAILURE() << "no effect " << term;
  return analysis.effects.front();
}

TEST(FactorialJain, TwoByTwoOfChapter17) {
  const ModelAnalysis analysis = AnalyzeTwoByTwo({{15}, {45}, {25}, {75}});
  EXPECT_DOUBLE_EQ(analysis.grand_mean.mean, 40);
  EXPECT_DOUBLE_EQ(Q(analysis, "A").effect, 20);
  EXPECT_DOUBLE_EQ(Q(analysis, "B").effect, 10);
  EXPECT_DOUBLE_EQ(Q(analysis, "A:B").effect, 5);
  EXPECT_DOUBLE_EQ(analysis.total_ss, 2100);
  EXPECT_NEAR(*analysis.rows[0].percent, 76, 0.5);
  EXPECT_NEAR(*analysis.rows[1].percent, 19, 0.5);
  EXPECT_NEAR(*analysis.rows[2].percent, 5, 0.5);
}

TEST(FactorialJain, TwoByTwoWithReplicationsOfChapter18) {
  const ModelAnalysis analysis =
      AnalyzeTwoByTwo({{15, 18, 12}, {45, 48, 51}, {25, 28, 19}, {75, 75, 81}});
  EXPECT_DOUBLE_EQ(analysis.total_ss, 7032);
  const double ss[] = {5547, 1083, 300, 102};
  const double percent[] = {78.88, 15.40, 4.27, 1.45};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(analysis.rows[i].ss, ss[i], 1e-10);
    EXPECT_NEAR(*analysis.rows[i].percent, percent[i], 0.006);
  }
  EXPECT_EQ(analysis.residual_df, 8u);
  EXPECT_NEAR(*analysis.residual_sd, 3.57, 0.005);
}

TEST(FactorialJain, IntervalsOfChapter18) {
  const ModelAnalysis analysis =
      AnalyzeTwoByTwo({{15, 18, 12}, {45, 48, 51}, {25, 28, 19}, {75, 75, 81}});
  // The book multiplies t = 1.86 by s_q = 1.03: up to 0.01 from what is not rounded.
  const double tolerance = 0.012;
  EXPECT_DOUBLE_EQ(analysis.grand_mean.mean, 41);
  EXPECT_NEAR(*analysis.grand_mean.low, 39.08, tolerance);
  EXPECT_NEAR(*analysis.grand_mean.high, 42.91, tolerance);
  EXPECT_DOUBLE_EQ(Q(analysis, "A").effect, 21.5);
  EXPECT_NEAR(*Q(analysis, "A").low, 19.58, tolerance);
  EXPECT_NEAR(*Q(analysis, "A").high, 23.41, tolerance);
  EXPECT_DOUBLE_EQ(Q(analysis, "B").effect, 9.5);
  EXPECT_NEAR(*Q(analysis, "B").low, 7.58, tolerance);
  EXPECT_NEAR(*Q(analysis, "B").high, 11.41, tolerance);
  EXPECT_DOUBLE_EQ(Q(analysis, "A:B").effect, 5);
  EXPECT_NEAR(*Q(analysis, "A:B").low, 3.08, tolerance);
  EXPECT_NEAR(*Q(analysis, "A:B").high, 6.91, tolerance);
}

TEST(FactorialJain, OneFactorOfChapter20) {
  TestCrossing data{
      .factors = {"processor"},
      .level_counts = {3},
      .levels = {},
      .y = {144, 120, 176, 288, 144, 101, 144, 211, 288, 72, 130, 180, 141, 374, 302}};
  for (size_t i = 0; i < data.y.size(); ++i) data.levels.push_back({i / 5});
  const ModelAnalysis analysis = AnalyzeCrossing(data, 0.9).value();
  EXPECT_NEAR(analysis.grand_mean.mean, 187.7, 0.05);
  const double effects[] = {-13.3, -24.5, 37.7};
  const double means[] = {174.4, 163.2, 225.4};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(analysis.effects[i].effect, effects[i], 0.05);
    EXPECT_NEAR(analysis.effects[i].mean, means[i], 1e-10);
  }
  EXPECT_NEAR(analysis.rows[0].ss, 10992.1, 0.05);
  EXPECT_NEAR(analysis.rows[1].ss, 94365.2, 0.05);
  EXPECT_NEAR(analysis.total_ss, 633639 - 528281.7, 0.1);  // SSY - SS0
  EXPECT_NEAR(*analysis.rows[0].percent, 10.4, 0.05);
  EXPECT_EQ(analysis.rows[0].df, 2u);
  EXPECT_EQ(analysis.rows[1].df, 12u);
  EXPECT_NEAR(*analysis.rows[0].f, 0.7, 0.05);
  EXPECT_GT(*analysis.rows[0].p, 0.1);
}

}  // namespace
}  // namespace trena
