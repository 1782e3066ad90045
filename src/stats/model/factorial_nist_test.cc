// SPDX-License-Identifier: Apache-2.0
// NIST Statistical Reference Datasets, one-way analysis of variance, against the certified values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

// Five instruments, five measurements each.
const std::vector<double> kSiRstv = {
    196.3052, 196.1240, 196.1890, 196.2569, 196.3403, 196.3042, 196.3825, 196.1669, 196.3257,
    196.0422, 196.1303, 196.2005, 196.2889, 196.0343, 196.1811, 196.2795, 196.1748, 196.1494,
    196.1485, 195.9885, 196.2119, 196.1051, 196.1850, 196.0052, 196.2090};

// Two instruments, 24 measurements each.
const std::vector<double> kAtmWtAg = {
    107.8681568, 107.8681465, 107.8681572, 107.8681785, 107.8681446, 107.8681903, 107.8681526,
    107.8681494, 107.8681616, 107.8681587, 107.8681519, 107.8681486, 107.8681419, 107.8681569,
    107.8681508, 107.8681672, 107.8681385, 107.8681518, 107.8681662, 107.8681424, 107.8681360,
    107.8681333, 107.8681610, 107.8681477, 107.8681079, 107.8681344, 107.8681513, 107.8681197,
    107.8681604, 107.8681385, 107.8681642, 107.8681365, 107.8681151, 107.8681082, 107.8681517,
    107.8681448, 107.8681198, 107.8681482, 107.8681334, 107.8681609, 107.8681101, 107.8681512,
    107.8681469, 107.8681360, 107.8681254, 107.8681261, 107.8681450, 107.8681368};

ModelAnalysis AnalyzeOneWay(size_t treatments, const std::vector<double>& y) {
  TestCrossing data{.factors = {"treatment"}, .level_counts = {treatments}, .levels = {}, .y = y};
  for (size_t i = 0; i < y.size(); ++i) data.levels.push_back({i / (y.size() / treatments)});
  return AnalyzeCrossing(data).value();
}

// Correct digits: minus the decimal logarithm of the relative error.
double Digits(double actual, double certified) {
  return std::min(16.0, -std::log10(std::abs(actual / certified - 1)));
}

TEST(FactorialNist, SiRstv) {
  const ModelAnalysis analysis = AnalyzeOneWay(5, kSiRstv);
  EXPECT_EQ(analysis.rows[0].df, 4u);
  EXPECT_EQ(analysis.rows[1].df, 20u);
  EXPECT_GT(Digits(analysis.rows[0].ss, 5.11462616000000E-02), 12.5);
  EXPECT_GT(Digits(analysis.rows[1].ss, 2.16636560000000E-01), 12.5);
  EXPECT_GT(Digits(*analysis.rows[0].f, 1.18046237440255E+00), 12.5);
  EXPECT_GT(Digits(*analysis.rows[0].percent / 100, 1.90999039051129E-01), 12.5);
  EXPECT_GT(Digits(*analysis.residual_sd, 1.04076068334656E-01), 12.5);
}

// As doubles the numbers hold about ten digits of the answer (exact rational arithmetic: 10.15 of
// F).
TEST(FactorialNist, AtmWtAg) {
  const ModelAnalysis analysis = AnalyzeOneWay(2, kAtmWtAg);
  EXPECT_EQ(analysis.rows[0].df, 1u);
  EXPECT_EQ(analysis.rows[1].df, 46u);
  EXPECT_GT(Digits(analysis.rows[0].ss, 3.63834187500000E-09), 10);
  EXPECT_GT(Digits(analysis.rows[1].ss, 1.04951729166667E-08), 10);
  EXPECT_GT(Digits(*analysis.rows[0].f, 1.59467335677930E+01), 10);
  EXPECT_GT(Digits(*analysis.rows[0].percent / 100, 2.57426544538321E-01), 10);
  EXPECT_GT(Digits(*analysis.residual_sd, 1.51048314446410E-05), 10);
}

// SmLs01-09, made by NIST's rule: nine treatments of r values around base + .3, .4 or .5.
struct Smls {
  double base;
  int r;
  double digits;  // to be reached in each figure, of those the doubles still hold
  // The analysis of the numbers as they are once read as doubles, in exact rational arithmetic
  // (Python's fractions): what no program can better but by luck.
  double between;
  double within;
  double f;
};

constexpr Smls kSmls[] = {
    {.base = 1,
     .r = 21,
     .digits = 14.9,
     .between = 1.680000000000001,
     .within = 1.800000000000001,
     .f = 21.0},
    {.base = 1,
     .r = 201,
     .digits = 14.9,
     .between = 16.08000000000001,
     .within = 18.00000000000001,
     .f = 201.00000000000003},
    {.base = 1,
     .r = 2001,
     .digits = 14.9,
     .between = 160.0800000000001,
     .within = 180.00000000000009,
     .f = 2001.0000000000002},
    {.base = 1000000,
     .r = 21,
     .digits = 9.9,
     .between = 1.6800000001490116,
     .within = 1.8000000000931322,
     .f = 21.0000000007761},
    {.base = 1000000,
     .r = 201,
     .digits = 9.9,
     .between = 16.080000001825393,
     .within = 18.000000000931323,
     .f = 201.00000001241764},
    {.base = 1000000,
     .r = 2001,
     .digits = 9.9,
     .between = 160.0800000185892,
     .within = 180.00000000931323,
     .f = 2001.0000001288329},
    {.base = 1e12,
     .r = 21,
     .digits = 4.0,
     .between = 1.6801562694014696,
     .within = 1.8000978373345875,
     .f = 21.00081188781877},
    {.base = 1e12,
     .r = 201,
     .digits = 3.9,
     .between = 16.081914284204238,
     .within = 18.00097824625708,
     .f = 201.01300409594845},
    {.base = 1e12,
     .r = 2001,
     .digits = 3.0,
     .between = 160.09949443572512,
     .within = 180.00978232919425,
     .f = 2001.1349262209505},
};

std::vector<double> MakeSmls(const Smls& smls) {
  std::vector<double> y;
  for (int centre : {4, 3, 5, 3, 5, 3, 5, 3, 5}) {
    for (int i = 0; i < smls.r; ++i) {
      const int tenths = centre + (i == 0 ? 0 : i % 2 == 1 ? -1 : 1);
      y.push_back((10 * smls.base + tenths) / 10);  // the double nearest to the decimal
    }
  }
  return y;
}

TEST(FactorialNist, SmLs) {
  for (const Smls& smls : kSmls) {
    SCOPED_TRACE(testing::Message() << "base " << smls.base << ", r " << smls.r);
    const ModelAnalysis analysis = AnalyzeOneWay(9, MakeSmls(smls));
    const AnovaRow& between = analysis.rows[0];
    const AnovaRow& within = analysis.rows[1];
    EXPECT_EQ(between.df, 8u);
    EXPECT_EQ(within.df, 9u * (static_cast<size_t>(smls.r) - 1));
    EXPECT_GE(Digits(between.ss, 0.08 * smls.r), smls.digits);
    EXPECT_GE(Digits(within.ss, 0.09 * (smls.r - 1)), smls.digits);
    EXPECT_GE(Digits(*between.f, smls.r), smls.digits);
    EXPECT_GE(Digits(*analysis.residual_sd, 0.1), smls.digits);
    EXPECT_GT(Digits(between.ss, smls.between), 14);
    EXPECT_GT(Digits(within.ss, smls.within), 14);
    EXPECT_GT(Digits(*between.f, smls.f), 14);
  }
}

}  // namespace
}  // namespace trena
