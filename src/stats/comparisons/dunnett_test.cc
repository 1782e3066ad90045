// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/dunnett.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/distributions.h"

namespace trena {
namespace {

using Counts = std::vector<double>;

// R: l <- sqrt(nj / (nj + ni)); R <- outer(l, l); diag(R) <- 1;
// 1 - pmvt(upper = rep(t, k), df = df, corr = R, algorithm = GenzBretz(abseps = 1e-7)), of package
// mvtnorm, which multcomp's glht uses.
TEST(Dunnett, TailsAsMvtnorm) {
  EXPECT_NEAR(*DunnettTail(2, 5, Counts{5, 5, 5}, 16), 0.07517672, 1e-6);
  EXPECT_NEAR(*DunnettTail(2.5, 3, Counts(7, 3), 16), 0.05558633, 1e-6);
  EXPECT_NEAR(*DunnettTail(3, 4, Counts{2, 5, 8}, 15), 0.01162763, 1e-6);
}

// Dunnett's table 1a (1955): three treatments, 16 degrees of freedom, 5 %: 2.23.
TEST(Dunnett, HisOwnTable) {
  EXPECT_GT(*DunnettTail(2.22, 5, Counts{5, 5, 5}, 16), 0.05);
  EXPECT_LT(*DunnettTail(2.235, 5, Counts{5, 5, 5}, 16), 0.05);
}

TEST(Dunnett, OfOneItIsStudents) {
  EXPECT_NEAR(*DunnettTail(2, 5, Counts{5}, 8), 0.04025811898, 1e-10);  // R: pt(-2, 8)
  EXPECT_NEAR(*DunnettTail(-2, 5, Counts{5}, 8), 1 - 0.04025811898, 1e-10);
  EXPECT_FALSE(DunnettTail(2, 5, Counts{}, 8));
  EXPECT_FALSE(DunnettTail(2, 5, Counts{5}, 0));
}

// R: summary(glht(lm(y ~ g), linfct = mcp(g = contrMat(table(g), "Dunnett", base = b)), alternative
// = "less")), of a (10, 11, 12), b (10.5, 11.9, 12.1), c (14, 15, 13.5), d (20, 21, 19), one
// candidate after the other: their least p is 0.92, 0.475, 0.0035 and 2.6e-8.
TEST(Candidates, AsMultcompOneByOne) {
  const std::vector<MeanOfSample> means = {{11, 3}, {11.5, 3}, {14.1666667, 3}, {20, 3}};
  const double sd = std::sqrt((2 + 1.52 + 1.1666667 + 2) / 8);
  EXPECT_EQ(CandidatesForLeast(means, sd, 8), (std::vector<bool>{true, true, false, false}));
  const double t = (14.1666667 - 11) / (sd * std::sqrt(2.0 / 3));
  EXPECT_NEAR(t, 4.2421707, 1e-5);
  EXPECT_NEAR(*DunnettTail(t, 3, Counts{3, 3, 3}, 8), 0.0035492, 3e-4);  // glht integrates to 3e-4
}

TEST(Candidates, WithoutSpreadTheLeastAlone) {
  const std::vector<MeanOfSample> means = {{2, 3}, {1, 3}, {1, 3}};
  EXPECT_EQ(CandidatesForLeast(means, 0, 6), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(CandidatesForLeast(std::vector<MeanOfSample>{{1, 3}}, 1, 2), std::vector<bool>{true});
}

// Six equal means: the true best (any, the first say) is left out in 5 % of the studies and in no
// more; by differences from the least that are not adjusted it is in more.
TEST(Candidates, TheTrueBestIsSeldomLeftOut) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal;
  constexpr int kStudies = 600;
  int left_out = 0, by_pairs = 0;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<MeanOfSample> means;
    double squares = 0, least = 1e9;
    for (int i = 0; i < 6; ++i) {
      const double a = normal(random), b = normal(random), c = normal(random);
      const double mean = (a + b + c) / 3;
      squares += a * a + b * b + c * c - 3 * mean * mean;
      means.push_back({mean, 3});
      least = std::min(least, mean);
    }
    const double sd = std::sqrt(squares / 12);
    left_out += !CandidatesForLeast(means, sd, 12)[0];
    by_pairs += *StudentTail((means[0].mean - least) / (sd * std::sqrt(2.0 / 3)), 12) < 0.05;
  }
  EXPECT_LE(left_out, 0.07 * kStudies);
  EXPECT_GE(left_out, 0.03 * kStudies);
  EXPECT_GT(by_pairs, left_out);
}

}  // namespace
}  // namespace trena
