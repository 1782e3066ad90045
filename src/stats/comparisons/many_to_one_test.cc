// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/many_to_one.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/distributions.h"

namespace trena {
namespace {

// Of means of independent samples against a control.
std::vector<double> OfCounts(double control, const std::vector<double>& others) {
  std::vector<double> correlation;
  for (size_t i = 0; i < others.size(); ++i) {
    for (size_t j = 0; j < others.size(); ++j) {
      const double product = std::sqrt(others[i] / (others[i] + control)) *
                             std::sqrt(others[j] / (others[j] + control));
      correlation.push_back(i == j ? 1 : product);
    }
  }
  return correlation;
}

// Dunnett's two-sided table, Biometrics 20 (1964), table II: 5 %, as many in each sample.
TEST(ManyToOne, HisOwnTable) {
  struct Row {
    size_t others;
    double df, table;
  };
  for (const Row& row :
       {Row{2, 5, 3.03}, Row{3, 5, 3.29}, Row{9, 5, 3.97}, Row{2, 10, 2.57}, Row{3, 10, 2.76},
        Row{9, 10, 3.24}, Row{2, 12, 2.50}, Row{3, 8, 2.88}, Row{4, 20, 2.65}, Row{9, 20, 2.95}}) {
    const ManyToOne dunnett(OfCounts(1, std::vector<double>(row.others, 1)), row.df);
    EXPECT_NEAR(*dunnett.Quantile(0.95), row.table, 0.0065) << row.others << " " << row.df;
  }
}

// R: l <- sqrt(n / (n + n0)); R <- outer(l, l); diag(R) <- 1; 1 - pmvt(-t, t, df = df, corr = R,
// algorithm = GenzBretz(abseps = 1e-6, maxpts = 4e5)), of package mvtnorm.
TEST(ManyToOne, TailsAsMvtnorm) {
  EXPECT_NEAR(*ManyToOne(OfCounts(5, {5, 5, 5}), 16).Tail(2.5), 0.0597726, 3e-6);
  EXPECT_NEAR(*ManyToOne(OfCounts(4, {2, 5, 8}), 15).Tail(3), 0.0232439, 3e-6);
  EXPECT_NEAR(*ManyToOne(OfCounts(1, {9, 9, 2, 3}), 4).Tail(2), 0.2182984, 3e-5);
  EXPECT_NEAR(*ManyToOne(OfCounts(3, {3, 3}), 1).Tail(12), 0.0722667, 3e-5);
}

// The same of correlations that are no products, as blocks with lost runs make them.
TEST(ManyToOne, AnyCorrelation) {
  const ManyToOne three({1, .2, .7, .2, 1, .4, .7, .4, 1}, 9);
  EXPECT_NEAR(*three.Tail(2.3), 0.110994, 2e-4);
  EXPECT_NEAR(*three.Quantile(0.95), 2.809177, 2e-3);
  const ManyToOne four({1, .5, -.3, .1, .5, 1, .2, .6, -.3, .2, 1, .4, .1, .6, .4, 1}, 20);
  EXPECT_NEAR(*four.Tail(2), 0.184105, 2e-4);
}

// The lattice and the integral are two ways to one number.
TEST(ManyToOne, TheLatticeAgreesWithTheIntegral) {
  std::vector<double> correlation = OfCounts(4, {2, 5, 8, 3, 3});
  const double exact = *ManyToOne(correlation, 7).Tail(2.4);
  correlation[1] = correlation[5] += 1e-7;  // no product any more
  EXPECT_NEAR(*ManyToOne(correlation, 7).Tail(2.4), exact, 1e-4);
}

// Independent ones are the most that correlation can cost: Hochberg's maximum modulus, table of
// Stoline and Ury (Technometrics 21, 1979): three, 10 degrees of freedom, 5 %: 2.829.
TEST(ManyToOne, IndependentOnesAreWidest) {
  EXPECT_NEAR(*ManyToOne::Independent(3, 10).Quantile(0.95), 2.829, 0.002);
  EXPECT_GT(*ManyToOne::Independent(3, 10).Quantile(0.95),
            *ManyToOne(OfCounts(1, {1, 1, 1}), 10).Quantile(0.95));
  // A hundred that are no products are taken so.
  std::vector<double> correlation = OfCounts(1, std::vector<double>(100, 1));
  correlation[1] = correlation[100] = 0.7;
  EXPECT_NEAR(*ManyToOne(correlation, 30).Tail(3), *ManyToOne::Independent(100, 30).Tail(3), 1e-12);
  EXPECT_FALSE(ManyToOne::Independent(0, 10).Tail(2));
}

TEST(ManyToOne, OfOneItIsStudents) {
  const ManyToOne one({1}, 8);
  EXPECT_NEAR(*one.Tail(2), *StudentTail(2, 8), 1e-12);
  EXPECT_NEAR(*one.Quantile(0.95), *StudentQuantile(0.975, 8), 1e-12);
}

TEST(ManyToOne, WhatCannotBeIsMissing) {
  EXPECT_FALSE(ManyToOne({}, 8).Tail(2));
  EXPECT_FALSE(ManyToOne({1, 0, 0}, 8).Tail(2));
  EXPECT_FALSE(ManyToOne({1}, 0).Tail(2));
  EXPECT_FALSE(ManyToOne({1}, 8).Tail(std::nan("")));
  EXPECT_FALSE(ManyToOne({1, .5, .5, 1}, 8).Quantile(1));
  EXPECT_EQ(*ManyToOne({1, .5, .5, 1}, 8).Tail(0), 1);
  EXPECT_EQ(*ManyToOne({1, .5, .5, 1}, 8).Tail(std::numeric_limits<double>::infinity()), 0);
}

}  // namespace
}  // namespace trena
