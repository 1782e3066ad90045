// SPDX-License-Identifier: Apache-2.0
#include "stats/model/checks/aligned_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

std::vector<size_t> CellOf(const Cells& cells, const TestRows& rows) {
  std::map<std::vector<uint32_t>, size_t> index;
  for (size_t i = 0; i < cells.cells.size(); ++i) index[cells.cells[i].levels] = i;
  std::vector<size_t> cell_of;
  for (const auto& levels : rows.levels) cell_of.push_back(index.at(levels));
  return cell_of;
}

TestRows TwoFactors(double effect_a, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  TestRows rows;
  for (uint32_t a = 0; a < 2; ++a) {
    for (uint32_t b = 0; b < 3; ++b) {
      for (int i = 0; i < 6; ++i) {
        rows.levels.push_back({a, b});
        rows.y.push_back(effect_a * a + 3.0 * b + normal(generator));
      }
    }
  }
  return rows;
}

// One factor has nothing to strip: the check is the analysis of variance of the plain ranks
// (Conover and Iman, American Statistician 35, 1981). By hand: ranks 1 2 4 and 3 5 6 have means
// 7/3 and 14/3, squares between 3 · 2 · (7/6)² = 49/6, within 28/3.
TEST(AlignedRanks, OneFactorIsPlainRanks) {
  TestRows rows;
  rows.levels = {{0}, {0}, {0}, {1}, {1}, {1}};
  rows.y = {1, 2, 14, 13, 15, 1000};
  const Cells cells = MakeCells(rows);
  const auto checks = CheckByRanks(cells, {.terms = {{0}}}, CellOf(cells, rows), rows.y);
  ASSERT_TRUE(checks.ok());
  ASSERT_EQ(checks.value().size(), 1u);
  const double f = (49.0 / 6) / (28.0 / 3 / 4);  // 3.5 on 1 and 4 degrees of freedom
  const double t = std::sqrt(f);
  // P(|T| > t) with 4 df: 1 - x (1 + (1 - x²) / 2) where x = t / sqrt(t² + 4) … in closed form.
  const double x = t / std::sqrt(t * t + 4);
  EXPECT_NEAR(*checks.value()[0].ranked_p, 1 - x * (1 + (1 - x * x) / 2), 1e-10);
}

// Jain's 2² · 3 (1991, chapter 18). R: ranks of resid(lm(y ~ A * B)) plus the term's effect, then
// anova(lm(rank ~ A * B)).
TEST(AlignedRanks, TwoFactorsAsR) {
  TestRows rows;
  for (uint32_t cell = 0; cell < 4; ++cell) {
    for (int i = 0; i < 3; ++i) rows.levels.push_back({cell / 2, cell % 2});
  }
  rows.y = {15, 18, 12, 25, 28, 19, 45, 48, 51, 75, 75, 81};
  const Cells cells = MakeCells(rows);
  const auto checks = CheckByRanks(cells, {.terms = FullTerms(cells)}, CellOf(cells, rows), rows.y);
  ASSERT_TRUE(checks.ok());
  ASSERT_EQ(checks.value().size(), 3u);
  EXPECT_NEAR(*checks.value()[0].ranked_p, 0.0010158099987281264, 1e-10);
  EXPECT_NEAR(*checks.value()[1].ranked_p, 0.00086787877204858054, 1e-10);
  EXPECT_NEAR(*checks.value()[2].ranked_p, 0.0010158099987281233, 1e-10);
}

TEST(AlignedRanks, AgreesOnCleanData) {
  const TestRows rows = TwoFactors(4, 12);
  const Cells cells = MakeCells(rows);
  const auto checks = CheckByRanks(cells, {.terms = FullTerms(cells)}, CellOf(cells, rows), rows.y);
  ASSERT_TRUE(checks.ok());
  ASSERT_EQ(checks.value().size(), 3u);
  EXPECT_LT(*checks.value()[0].ranked_p, 0.001);
  EXPECT_LT(*checks.value()[1].ranked_p, 0.001);
  EXPECT_GT(*checks.value()[2].ranked_p, 0.05);
  for (const RankedTerm& check : checks.value()) EXPECT_FALSE(check.disagrees);
}

// One wild observation hides A from the analysis of variance, not from the ranks.
TEST(AlignedRanks, OutliersMakeThemDisagree) {
  TestRows rows = TwoFactors(2.5, 10);
  rows.y[0] += 200;
  const Cells cells = MakeCells(rows);
  const auto checks = CheckByRanks(cells, {.terms = {{0}}}, CellOf(cells, rows), rows.y);
  ASSERT_TRUE(checks.ok());
  EXPECT_GT(*checks.value()[0].p, 0.05);
  const auto both = CheckByRanks(cells, {.terms = {{0}, {1}}}, CellOf(cells, rows), rows.y);
  bool any = false;
  for (const RankedTerm& check : both.value()) any |= check.disagrees;
  EXPECT_TRUE(any);
}

TEST(AlignedRanks, Edges) {
  const TestRows rows = TwoFactors(1, 11);
  const Cells cells = MakeCells(rows);
  std::vector<size_t> wrong = CellOf(cells, rows);
  wrong[0] = 99;
  EXPECT_FALSE(CheckByRanks(cells, {.terms = {{0}}}, wrong, rows.y).ok());
  wrong.pop_back();
  EXPECT_FALSE(CheckByRanks(cells, {.terms = {{0}}}, wrong, rows.y).ok());
  TestRows alone;  // no replications: no p on either side, no disagreement
  alone.levels = {{0}, {1}};
  alone.y = {1, 2};
  const Cells pair = MakeCells(alone);
  const auto checks = CheckByRanks(pair, {.terms = {{0}}}, {0, 1}, alone.y);
  ASSERT_TRUE(checks.ok());
  EXPECT_FALSE(checks.value()[0].p || checks.value()[0].ranked_p || checks.value()[0].disagrees);
}

// Tables in which nothing is wrong, balanced and not, with a single row in each cell and with more:
// that ranks disagree about any term is said in at most 5 %. With p either side of 5 % it was in 18
// % of the tables of 2^4.
TEST(AlignedRanks, SeldomDisagreeWhereNothingIsWrong) {
  struct Table {
    uint32_t first, second, third, rows;
    size_t order;
  };
  for (const Table& table : {Table{2, 2, 2, 16, 3}, Table{2, 2, 4, 16, 2}, Table{4, 6, 1, 24, 1},
                             Table{3, 4, 1, 18, 2}}) {
    std::mt19937_64 random(8);
    std::normal_distribution<double> normal;
    constexpr int kTables = 300;
    int said = 0;
    for (int i = 0; i < kTables; ++i) {
      TestRows rows;
      std::vector<size_t> cell_of;
      for (uint32_t row = 0; row < table.rows; ++row) {
        const uint32_t cell = row % (table.first * table.second * table.third);
        rows.levels.push_back({cell % table.first, cell / table.first % table.second,
                               cell / table.first / table.second});
        rows.y.push_back(normal(random));
      }
      const Cells cells = MakeCells(rows);
      for (const auto& levels : rows.levels) {
        size_t at = 0;
        while (cells.cells[at].levels != levels) ++at;
        cell_of.push_back(at);
      }
      const std::vector<size_t> factors =
          table.third > 1 ? std::vector<size_t>{0, 1, 2} : std::vector<size_t>{0, 1};
      const auto checks =
          CheckByRanks(cells, {.terms = TermsUpTo(cells, factors, table.order)}, cell_of, rows.y);
      said += std::any_of(checks.value().begin(), checks.value().end(),
                          [](const RankedTerm& term) { return term.disagrees; });
    }
    EXPECT_LE(said, 0.07 * kTables) << table.first << " × " << table.second << " × " << table.third;
  }
}

}  // namespace
}  // namespace trena
