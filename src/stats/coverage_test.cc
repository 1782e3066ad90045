// SPDX-License-Identifier: Apache-2.0
// What has no closed oracle: made data, where the truth is known. Of 2000 intervals at 95 % the
// number that hold the truth is binomial, with standard deviation 0.49 %: it must be within four of
// them, which is within 93 to 97 %. The same for false alarms at 5 %. Seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/comparisons/two_samples.h"
#include "stats/diagnostics.h"
#include "stats/model/checks/aligned_ranks.h"
#include "stats/model/comparisons.h"
#include "stats/model/strata/error_strata.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

constexpr int kTrials = 2000;
constexpr double kFour = 4 * 0.00487;  // standard deviations of a share: sqrt(.05 · .95 / 2000)

class Made {
 public:
  explicit Made(unsigned seed) : generator_(seed) {}
  double Normal() { return normal_(generator_); }

 private:
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
};

double Share(int count) { return static_cast<double>(count) / kTrials; }

// 2 × 3, unbalanced, true means 10 + 2a + b; the least-squares mean of a = 1 is 13.
TEST(Coverage, LeastSquaresMeansAndFalseAlarms) {
  Made made(1);
  int held = 0;
  int alarms = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    TestRows rows;
    for (uint32_t a = 0; a < 2; ++a) {
      for (uint32_t b = 0; b < 3; ++b) {
        for (uint32_t i = 0; i < 2 + (a + b) % 3; ++i) {
          rows.levels.push_back({a, b});
          rows.y.push_back(10 + 2.0 * a + b + made.Normal());
        }
      }
    }
    const Cells cells = MakeCells(rows);
    const ModelAnalysis analysis = AnalyzeModel(cells, {.terms = FullTerms(cells)}).value();
    held += *analysis.means[1].low <= 13 && *analysis.means[1].high >= 13;
    alarms += *analysis.rows[2].p < 0.05;  // there is no interaction
  }
  EXPECT_NEAR(Share(held), 0.95, kFour);
  EXPECT_NEAR(Share(alarms), 0.05, kFour);
}

// Plots differ by as much as observations do. Judged by the right error A raises false alarms in
// 5 %; judged by the residuals, as if all observations were independent, in far more.
TEST(Coverage, SplitPlotsByTheRightError) {
  Made made(2);
  int alarms = 0;
  int wrong_alarms = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    TestRows rows;
    for (uint32_t plot = 0; plot < 6; ++plot) {
      const double plot_effect = made.Normal();
      for (uint32_t b = 0; b < 3; ++b) {
        rows.levels.push_back({plot % 2, b, plot});
        rows.y.push_back(plot_effect + b + made.Normal());
      }
    }
    const Cells cells = MakeCells(rows);
    const auto terms = FullTerms(cells, {0, 1});
    alarms +=
        *AnalyzeStrata(cells, {.terms = terms, .errors = {{2}}}).value().strata[0].rows[0].p < 0.05;
    wrong_alarms += *AnalyzeModel(cells, {.terms = terms}).value().rows[0].p < 0.05;
  }
  EXPECT_NEAR(Share(alarms), 0.05, kFour);
  EXPECT_GT(Share(wrong_alarms), 0.15);
}

// Drift that is twice the noise, followed by a yardstick: the adjusted difference holds the truth
// as often as it says, in an interval less than half as wide.
TEST(Coverage, CovariateOnSimulatedDrift) {
  Made made(3);
  int held = 0;
  double narrower = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    TestRows rows;
    for (uint32_t i = 0; i < 16; ++i) {
      const double drift = 2 * made.Normal();
      rows.levels.push_back({i % 2});
      rows.covariates.push_back({100 + drift});
      rows.y.push_back(50 + (i % 2 == 0 ? 0 : 1.5) + drift + 0.5 * made.Normal());
    }
    const auto both = AnalyzeCovariance(MakeCells(rows), {.terms = {{0}}}).value();
    const auto difference =
        EstimateContrast(both.with, {.means = {0, 1}, .weights = {-1, 1}}).value();
    held += *difference.low <= 1.5 && *difference.high >= 1.5;
    narrower += *both.narrower / kTrials;
  }
  EXPECT_NEAR(Share(held), 0.95, kFour);
  EXPECT_GT(narrower, 0.5);
}

// Of four equal groups Tukey's comparisons find any difference in 5 % of the experiments, and the
// six intervals all hold zero in the others.
TEST(Coverage, TukeysPairsTogether) {
  Made made(4);
  constexpr int kFewer = 200;  // each needs a quantile by integration
  int alarms = 0;
  for (int trial = 0; trial < kFewer; ++trial) {
    TestRows rows;
    for (uint32_t i = 0; i < 4 * 5; ++i) {
      rows.levels.push_back({i % 4});
      rows.y.push_back(20 + made.Normal());
    }
    const auto analysis = AnalyzeModel(MakeCells(rows), {.terms = {{0}}}).value();
    bool any = false;
    for (const PairComparison& pair : ComparePairs(analysis, {0})) {
      EXPECT_EQ(*pair.p < 0.05, *pair.low > 0 || *pair.high < 0);
      any |= *pair.p < 0.05;
    }
    alarms += any;
  }
  EXPECT_NEAR(static_cast<double>(alarms) / kFewer, 0.05, 4 * std::sqrt(0.05 * 0.95 / kFewer));
}

TEST(Coverage, RatiosOfMeansByFieller) {
  Made made(5);
  constexpr int kFewer = 500;
  int held = 0;
  for (int trial = 0; trial < kFewer; ++trial) {
    TestRows rows;
    for (uint32_t i = 0; i < 12; ++i) {
      rows.levels.push_back({i % 2});
      rows.y.push_back((i % 2 == 0 ? 20 : 30) + 3 * made.Normal());
    }
    const auto analysis = AnalyzeModel(MakeCells(rows), {.terms = {{0}}}).value();
    const PairComparison pair = ComparePairs(analysis, {0}, {.adjustment = Adjustment::kHolm})[0];
    held += *pair.ratio_low <= 1.5 && *pair.ratio_high >= 1.5;
  }
  EXPECT_NEAR(static_cast<double>(held) / kFewer, 0.95, 4 * std::sqrt(0.05 * 0.95 / kFewer));
}

TEST(Coverage, ChecksOfNormalDataRaiseFewFalseAlarms) {
  Made made(6);
  int normal_alarms = 0;
  int order_alarms = 0;
  int welch_alarms = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> residuals;
    std::vector<double> order;
    for (int i = 0; i < 30; ++i) {
      residuals.push_back(made.Normal() * (i < 15 ? 1 : 3));
      order.push_back(i);
    }
    const std::span<const double> all(residuals);
    welch_alarms += WelchTest(all.subspan(0, 15), all.subspan(15))->p < 0.05;
    for (size_t i = 15; i < 30; ++i) residuals[i] /= 3;
    order_alarms += CheckOrder(residuals, order)->p < 0.05;
    normal_alarms += *CheckNormal(residuals).p < 0.05;
  }
  EXPECT_NEAR(Share(normal_alarms), 0.05, kFour);
  EXPECT_NEAR(Share(order_alarms), 0.05, kFour);
  EXPECT_NEAR(Share(welch_alarms), 0.05, kFour);
}

// Errors far from normal (Cauchy's, seldom far out): the ranks still keep to 5 %.
TEST(Coverage, AlignedRanksKeepTheirLevelWithWildErrors) {
  Made made(7);
  constexpr int kFewer = 1000;
  int alarms = 0;
  for (int trial = 0; trial < kFewer; ++trial) {
    TestRows rows;
    std::vector<size_t> cell_of;
    for (uint32_t i = 0; i < 24; ++i) {
      rows.levels.push_back({i % 2});
      cell_of.push_back(i % 2);
      rows.y.push_back(made.Normal() / std::abs(made.Normal()));
    }
    const auto checks = CheckByRanks(MakeCells(rows), {.terms = {{0}}}, cell_of, rows.y).value();
    alarms += *checks[0].ranked_p < 0.05;
  }
  EXPECT_NEAR(static_cast<double>(alarms) / kFewer, 0.05, 4 * std::sqrt(0.05 * 0.95 / kFewer));
}

}  // namespace
}  // namespace trena
