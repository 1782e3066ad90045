// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/cell_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace trena {
namespace {

// Two passes over all values: the definition.
double Squares(const std::vector<double>& a, const std::vector<double>& b) {
  long double mean_a = 0, mean_b = 0, sum = 0;
  for (double x : a) mean_a += x / static_cast<long double>(a.size());
  for (double x : b) mean_b += x / static_cast<long double>(b.size());
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return static_cast<double>(sum);
}

TEST(CellTable, OneObservationAndEqualOnes) {
  CellTable table(1, 0);
  table.Add(std::vector<uint32_t>{3}, {}, 0.1);
  EXPECT_EQ(table.ToCells()[0].mean, 0.1);
  EXPECT_EQ(table.ToCells()[0].squares, 0);
  for (int i = 0; i < 999; ++i) table.Add(std::vector<uint32_t>{3}, {}, 0.1);
  ASSERT_EQ(table.size(), 1u);
  EXPECT_EQ(table.ToCells()[0].n, 1000);
  EXPECT_EQ(table.ToCells()[0].mean, 0.1);
  EXPECT_EQ(table.ToCells()[0].squares, 0);
}

TEST(CellTable, LargeNumbersWithSmallDifferencesKeepTheirDigits) {
  // As NIST's SmLs07: values near 1e12 that differ by 0.1. The doubles themselves are the data.
  CellTable table(1, 0);
  std::vector<double> values;
  for (int i = 0; i < 21; ++i) {
    values.push_back(1e12 + 0.4 + (i == 0 ? 0 : i % 2 == 1 ? -0.1 : 0.1));
    table.Add(std::vector<uint32_t>{0}, {}, values.back());
  }
  const double expected = Squares(values, values);
  EXPECT_NEAR(table.ToCells()[0].squares, expected, 1e-9 * expected);
}

TEST(CellTable, PartsMergedAreTheWholeWithCovariates) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise;
  CellTable whole(2, 2), parts(2, 2);
  const std::vector<std::vector<uint32_t>> swapped = {{1, 0}, {0, 1, 2}};
  std::vector<double> x, z, y;
  for (int part = 0; part < 5; ++part) {
    CellTable table(2, 2);
    for (int i = 0; i < 60; ++i) {
      const uint32_t a = static_cast<uint32_t>(random() % 2),
                     b = static_cast<uint32_t>(random() % 3);
      const std::vector<double> covariates = {noise(random), 5 + noise(random)};
      const double value = 100 + a + covariates[0] + noise(random);
      whole.Add(std::vector<uint32_t>{a, b}, covariates, value);
      table.Add(std::vector<uint32_t>{1 - a, b}, covariates, value);
      if (a != 1 || b != 2) continue;
      x.push_back(covariates[0]);
      z.push_back(covariates[1]);
      y.push_back(value);
    }
    parts.Merge(table, swapped);
  }
  const Cell one = whole.ToCells().back(), other = parts.ToCells().back();
  ASSERT_EQ(one.levels, (std::vector<uint32_t>{1, 2}));
  for (const Cell& cell : {one, other}) {
    EXPECT_EQ(cell.n, static_cast<double>(y.size()));
    EXPECT_NEAR(cell.squares, Squares(y, y), 1e-10);
    EXPECT_NEAR(cell.covariate_response[0], Squares(x, y), 1e-10);
    EXPECT_NEAR(cell.covariate_response[1], Squares(z, y), 1e-10);
    EXPECT_NEAR(cell.covariate_moments[0], Squares(x, x), 1e-10);
    EXPECT_NEAR(cell.covariate_moments[1], Squares(x, z), 1e-10);
    EXPECT_EQ(cell.covariate_moments[1], cell.covariate_moments[2]);
    EXPECT_NEAR(cell.covariate_moments[3], Squares(z, z), 1e-10);
  }
}

TEST(CellTable, ManyLevelsAndWithoutAFactor) {
  CellTable table(2, 0);
  for (uint32_t i = 0; i < 100'000; ++i) {
    table.Add(std::vector<uint32_t>{i % 1000, i % 7}, {}, i % 7);
  }
  EXPECT_EQ(table.size(), 7000u);
  const auto cells = table.Without({true, false}).ToCells();
  ASSERT_EQ(cells.size(), 7u);
  double n = 0;
  for (uint32_t i = 0; i < 7; ++i) {
    EXPECT_EQ(cells[i].mean, i);
    EXPECT_EQ(cells[i].squares, 0);
    n += cells[i].n;
  }
  EXPECT_EQ(n, 100'000);
}

}  // namespace
}  // namespace trena
