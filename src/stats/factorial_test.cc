// SPDX-License-Identifier: Apache-2.0
// What the analysis promises of any design. Numbers of the literature are in factorial_jain_test.cc
// and factorial_nist_test.cc, those of R in factorial_r_test.cc.
#include "stats/factorial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace trena {
namespace {

// A full design in order, with numbers of a seeded generator.
FactorialData RandomDesign(std::vector<size_t> level_counts, size_t replications) {
  FactorialData data{.level_counts = level_counts};
  size_t cells = 1;
  for (size_t factor = 0; factor < level_counts.size(); ++factor) {
    data.factors.push_back(std::string(1, static_cast<char>('A' + factor)));
    cells *= level_counts[factor];
  }
  std::mt19937 generator(7);
  const Balance balance{.level_counts = level_counts, .counts = {}, .cell_of = {}};
  for (size_t i = 0; i < cells * replications; ++i) {
    data.levels.push_back(balance.LevelsOf(i / replications));
    data.y.push_back(100 + static_cast<double>(generator() % 100000) / 1000);
  }
  return data;
}

FactorialAnalysis Analyze(const FactorialData& data) {
  auto analysis = AnalyzeFactorial(data);
  EXPECT_TRUE(analysis.ok()) << analysis.error().message();
  return std::move(analysis).value();
}

std::string ErrorOf(const FactorialData& data, double confidence = 0.95) {
  const auto analysis = AnalyzeFactorial(data, confidence);
  if (analysis.ok()) return "none";
  EXPECT_EQ(analysis.error().kind(), ErrorKind::kInput);
  return analysis.error().message();
}

TEST(Factorial, TermsComeInOrderAndShareOutEverything) {
  const FactorialAnalysis analysis = Analyze(RandomDesign({2, 3, 4, 2}, 3));
  std::vector<std::string> terms;
  size_t df = 0;
  double ss = 0;
  double percent = 0;
  for (const AnovaRow& row : analysis.rows) {
    terms.push_back(row.term);
    df += row.df;
    ss += row.ss;
    percent += *row.percent;
  }
  const std::vector<std::string> expected = {
      "A",   "B",   "C",     "D",     "A:B",   "A:C",   "A:D",     "B:C",
      "B:D", "C:D", "A:B:C", "A:B:D", "A:C:D", "B:C:D", "A:B:C:D", "residuals"};
  EXPECT_EQ(terms, expected);
  EXPECT_EQ(df, 2u * 3 * 4 * 2 * 3 - 1);
  EXPECT_NEAR(ss, analysis.total_ss, 1e-12 * analysis.total_ss);
  EXPECT_NEAR(percent, 100, 1e-10);
  EXPECT_EQ(analysis.rows[11].factors, (std::vector<size_t>{0, 1, 3}));
  EXPECT_EQ(analysis.replications, 3u);
}

TEST(Factorial, EffectsSumToZeroAndMeansAreThoseOfTheObservations) {
  const FactorialData data = RandomDesign({3, 2, 4}, 2);
  const FactorialAnalysis analysis = Analyze(data);
  EXPECT_EQ(analysis.effects.size(), 3u + 2 + 4 + 3 * 2 + 3 * 4 + 2 * 4);
  std::map<std::string, double> sums;
  for (const Effect& effect : analysis.effects) {
    sums[effect.term + std::to_string(effect.levels[0])] += effect.effect;
    if (effect.levels.size() == 1) sums[effect.term] += effect.effect;
    double sum = 0;
    double n = 0;
    for (size_t i = 0; i < data.y.size(); ++i) {
      bool here = true;
      for (size_t f = 0; f < effect.factors.size(); ++f) {
        here = here && data.levels[i][effect.factors[f]] == effect.levels[f];
      }
      sum += here ? data.y[i] : 0;
      n += here ? 1 : 0;
    }
    EXPECT_NEAR(effect.mean, sum / n, 1e-11) << effect.term;
  }
  for (const char* term : {"A", "B", "C", "A:B0", "A:B2", "A:C1", "B:C0", "B:C1"}) {
    EXPECT_NEAR(sums[term], 0, 1e-11) << term;
  }
}

TEST(Factorial, FittedAndResidualsFollowTheObservations) {
  FactorialData data{
      .factors = {"A"}, .level_counts = {2}, .levels = {{1}, {0}, {1}, {0}}, .y = {10, 1, 14, 2}};
  const FactorialAnalysis analysis = Analyze(data);
  EXPECT_EQ(analysis.fitted, (std::vector<double>{12, 1.5, 12, 1.5}));
  EXPECT_EQ(analysis.residuals, (std::vector<double>{-2, -0.5, 2, 0.5}));
  EXPECT_EQ(analysis.residual_df, 2u);
  EXPECT_DOUBLE_EQ(*analysis.residual_sd, std::sqrt(8.5 / 2));
}

TEST(Factorial, WithoutReplicationNothingIsSignificant) {
  const FactorialAnalysis analysis = Analyze(RandomDesign({2, 3}, 1));
  for (const AnovaRow& row : analysis.rows) {
    EXPECT_FALSE(row.f || row.p) << row.term;
    EXPECT_TRUE(row.percent) << row.term;
  }
  EXPECT_EQ(analysis.rows.back().term, "residuals");
  EXPECT_EQ(analysis.rows.back().df, 0u);
  EXPECT_EQ(analysis.rows.back().ss, 0);
  EXPECT_FALSE(analysis.rows.back().ms);
  EXPECT_FALSE(analysis.residual_sd || analysis.grand_mean.low || analysis.grand_mean.high);
  for (const Effect& effect : analysis.effects) EXPECT_FALSE(effect.low || effect.high);
}

TEST(Factorial, WithoutVariationThereAreNoPercentages) {
  for (double constant : {0.0, 0.1, 1e12 + 0.3}) {
    FactorialData data = RandomDesign({2, 3, 3}, 3);
    data.y.assign(data.y.size(), constant);
    const FactorialAnalysis analysis = Analyze(data);
    EXPECT_EQ(analysis.total_ss, 0);
    EXPECT_EQ(analysis.grand_mean.mean, constant);
    for (const AnovaRow& row : analysis.rows) {
      EXPECT_EQ(row.ss, 0) << row.term;
      EXPECT_FALSE(row.percent || row.f || row.p) << row.term;
    }
  }
}

TEST(Factorial, EqualReplicationsHaveNoFButAnIntervalOfNoWidth) {
  FactorialData data = RandomDesign({2, 2}, 3);
  for (size_t i = 0; i < data.y.size(); ++i) data.y[i] = 0.1 * static_cast<double>(1 + i / 3);
  const FactorialAnalysis analysis = Analyze(data);
  EXPECT_EQ(*analysis.residual_sd, 0);
  EXPECT_FALSE(analysis.rows[0].f || analysis.rows[0].p);
  EXPECT_NEAR(*analysis.rows[0].percent, 80, 1e-10);  // 0.1 to 0.4 are -0.1, 0.1 and -0.05, 0.05
  EXPECT_EQ(*analysis.effects[0].low, analysis.effects[0].effect);
}

// A cell of small numbers keeps its digits beside one of large ones.
TEST(Factorial, ResidualsKeepTheirDigitsBesideLargeNumbers) {
  const FactorialData data{.factors = {"A"},
                           .level_counts = {2},
                           .levels = {{0}, {0}, {1}, {1}},
                           .y = {1e12, 1e12, 1, 1 + 1e-6}};
  const FactorialAnalysis analysis = Analyze(data);
  const double difference = (1 + 1e-6) - 1;
  EXPECT_NEAR(analysis.rows.back().ss / (difference * difference / 2), 1, 1e-9);
}

TEST(Factorial, RefusesWhatItCannotAnalyse) {
  FactorialData data = RandomDesign({2, 3}, 2);
  data.y.pop_back();
  data.levels.pop_back();
  EXPECT_EQ(ErrorOf(data), "the design is not balanced: A 1, B 2 has 1 observation, others have 2");
  EXPECT_EQ(ErrorOf(RandomDesign({2, 1}, 2)),
            "factor B has a single level: it has no effect to analyse");
  data = RandomDesign({2, 3}, 2);
  for (double confidence : {0.0, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(ErrorOf(data, confidence), "a confidence must be between 0 and 1");
  }
  data.y[0] = 1e200;
  EXPECT_EQ(ErrorOf(data), "the observations are too large to analyse");
  data.y[0] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ErrorOf(data), "observation 0 (from 0) is not a finite number");
}

}  // namespace
}  // namespace trena
