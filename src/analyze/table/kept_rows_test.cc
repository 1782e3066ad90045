// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/kept_rows.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

using Levels = std::vector<uint32_t>;

// Cells of one factor with levels 0, 1, …, or of two.
Cells CellsWith(const std::vector<Levels>& levels, size_t covariates = 0) {
  Cells cells;
  for (const Levels& at : levels) {
    Cell cell;
    cell.levels = at;
    cells.cells.push_back(cell);
  }
  for (size_t i = 0; i < covariates; ++i) cells.covariates.push_back("x" + std::to_string(i));
  return cells;
}

KeptRows RowsOfOneLevel(size_t count, double first = 0) {
  KeptRows rows;
  for (size_t i = 0; i < count; ++i) rows.Add(Levels{0}, {}, first + static_cast<double>(i));
  return rows;
}

TEST(KeptRowsTest, NoRowsNoObservations) {
  const Observations none = KeptRows().ToObservations(CellsWith({{0}}), {false});
  EXPECT_TRUE(none.y.empty() && none.cell_of.empty() && none.order.empty());
}

TEST(KeptRowsTest, EachRowWithItsCellAndItsPlace) {
  KeptRows rows;
  rows.Add(Levels{1, 0}, std::vector<double>{0.5, 5}, 10);
  rows.Add(Levels{0, 2}, std::vector<double>{0.25, 7}, 20);
  rows.Add(Levels{1, 0}, std::vector<double>{0.125, 9}, 30);
  const Observations seen = rows.ToObservations(CellsWith({{0, 2}, {1, 0}}, 2), {false, false});
  EXPECT_EQ(seen.cell_of, (std::vector<size_t>{1, 0, 1}));
  EXPECT_EQ(seen.y, (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(seen.order, (std::vector<double>{1, 2, 3}));
  using Covariates = std::vector<std::vector<double>>;
  EXPECT_EQ(seen.covariates, (Covariates{{0.5, 5}, {0.25, 7}, {0.125, 9}}));
}

TEST(KeptRowsTest, WithoutTheFactorsThatWereLeftOut) {
  KeptRows rows;
  rows.Add(Levels{7, 0}, {}, 1);
  rows.Add(Levels{8, 1}, {}, 2);
  rows.Add(Levels{9, 0}, {}, 3);
  const Observations seen = rows.ToObservations(CellsWith({{0}, {1}}), {true, false});
  EXPECT_EQ(seen.cell_of, (std::vector<size_t>{0, 1, 0}));
  EXPECT_TRUE(seen.covariates.empty());
}

TEST(KeptRowsTest, ARowWithoutACellMakesThemUseless) {
  KeptRows rows;
  rows.Add(Levels{0}, {}, 1);
  rows.Add(Levels{5}, {}, 2);
  EXPECT_TRUE(rows.ToObservations(CellsWith({{0}}), {false}).y.empty());
}

TEST(KeptRowsTest, AsManyAsMayBeAndOneMore) {
  const Cells cells = CellsWith({{0}});
  EXPECT_EQ(RowsOfOneLevel(KeptRows::kMost).ToObservations(cells, {false}).y.size(),
            KeptRows::kMost);
  EXPECT_TRUE(RowsOfOneLevel(KeptRows::kMost + 1).ToObservations(cells, {false}).y.empty());
  EXPECT_TRUE(RowsOfOneLevel(KeptRows::kMost + 2).ToObservations(cells, {false}).y.empty())
      << "once too many, always too many";
}

TEST(KeptRowsTest, PartsMergedAreTheWholeInOrder) {
  KeptRows whole;
  whole.Add(Levels{0, 0}, std::vector<double>{1}, 10);
  KeptRows part;  // its levels are numbered in its own order
  part.Add(Levels{0, 0}, std::vector<double>{2}, 20);
  part.Add(Levels{1, 0}, std::vector<double>{3}, 30);
  whole.Merge(part, {{1, 0}, {4}});
  const Observations seen =
      whole.ToObservations(CellsWith({{0, 0}, {0, 4}, {1, 4}}, 1), {false, false});
  EXPECT_EQ(seen.cell_of, (std::vector<size_t>{0, 2, 1}));
  EXPECT_EQ(seen.y, (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(seen.covariates, (std::vector<std::vector<double>>{{1}, {2}, {3}}));
}

TEST(KeptRowsTest, PartsTogetherHaveTheSameBound) {
  const Cells cells = CellsWith({{0}});
  const size_t half = KeptRows::kMost / 2;
  KeptRows fits = RowsOfOneLevel(half);
  fits.Merge(RowsOfOneLevel(KeptRows::kMost - half, 1e6), {{0}});
  EXPECT_EQ(fits.ToObservations(cells, {false}).y.size(), KeptRows::kMost);
  EXPECT_EQ(fits.ToObservations(cells, {false}).y[half], 1e6);
  KeptRows over = RowsOfOneLevel(half);
  over.Merge(RowsOfOneLevel(KeptRows::kMost - half + 1), {{0}});
  EXPECT_TRUE(over.ToObservations(cells, {false}).y.empty());
  over.Merge(RowsOfOneLevel(1), {{0}});
  EXPECT_TRUE(over.ToObservations(cells, {false}).y.empty()) << "it stays so";
  KeptRows small = RowsOfOneLevel(1);
  small.Merge(RowsOfOneLevel(KeptRows::kMost + 1), {{0}});
  EXPECT_TRUE(small.ToObservations(cells, {false}).y.empty()) << "the part had too many";
}

}  // namespace
}  // namespace trena
