// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/break_even.h"

#include <gtest/gtest.h>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>

#include "analyze/cost/pricing.h"
#include "analyze/test_study.h"

namespace trena {
namespace {

// CPU at 1 USD/h, GPU at `gpu_price`; times of two scenarios on each.
TestStudy CpuAndGpu(std::optional<Price> gpu_price, const std::vector<std::vector<double>>& times,
                    int replications) {
  TestStudy test = CrossingOf({{"environment", {"cpu", "gpu"}}, {"image", {32, 64}}}, replications);
  test.study.environments = {EnvironmentOf("cpu", Price{1, "USD", false}),
                             EnvironmentOf("gpu", gpu_price)};
  AddRuns(test, times);
  return test;
}

const BreakEven* Find(const Analysis& analysis, const std::string& environment) {
  for (const BreakEven& point : analysis.cost.break_evens) {
    if (point.environment == environment) return &point;
  }
  return nullptr;
}

// CPU means 100 and 300, GPU 10 and 15: 400 ÷ 25 = 16; single scenarios 10 and 20.
TEST(BreakEven, IsTheOthersPriceTimesTheRatioOfTimes) {
  const Analysis analysis =
      CpuAndGpu(Price{3, "USD", false}, {{99, 101}, {298, 302}, {10.1, 9.9}, {15.1, 14.9}}, 2)
          .Analyze();
  ASSERT_EQ(analysis.cost.break_evens.size(), 2u);
  const BreakEven* gpu = Find(analysis, "gpu");
  ASSERT_NE(gpu, nullptr);
  EXPECT_EQ(gpu->against, "cpu");
  EXPECT_NEAR(gpu->below, 16, 1e-12);
  EXPECT_NEAR(gpu->least, 10, 1e-12);
  EXPECT_NEAR(gpu->most, 20, 1e-12);
  EXPECT_EQ(gpu->scenarios, 2u);
  EXPECT_EQ(gpu->standing, Standing::kWins);
  EXPECT_LT(*gpu->low, 16);
  EXPECT_GT(*gpu->high, 16);
  const BreakEven* cpu = Find(analysis, "cpu");
  EXPECT_NEAR(cpu->below, 3.0 / 16, 1e-12);
  EXPECT_EQ(cpu->standing, Standing::kLoses);
}

// Means 11 and 43 with variances 1/3 and 3 of the means.
TEST(BreakEven, IntervalIsFiellers) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}}, 3);
  test.study.environments = {EnvironmentOf("a", Price{1, "USD", false}),
                             EnvironmentOf("b", Price{2, "USD", false})};
  AddRuns(test, {{10, 11, 12}, {40, 43, 46}});
  const BreakEven point = *Find(test.Analyze(), "a");
  EXPECT_NEAR(point.below, 2 * 43.0 / 11, 1e-12);
  // Each end r satisfies (43 - 11 r)² = t² (3 + r²/3): the same t for both.
  const auto t2 = [](double price) {
    const double r = price / 2;
    return (43 - 11 * r) * (43 - 11 * r) / (3 + r * r / 3);
  };
  EXPECT_NEAR(t2(*point.low), t2(*point.high), 1e-6);
  // df = (3 + r²/3)² ÷ (9/2 + r⁴/18) at r = 43/11 is 3.749127; qt(0.975, df) = 2.851273 in R.
  EXPECT_NEAR(std::sqrt(t2(*point.low)), 2.851273, 1e-5);
}

TEST(BreakEven, WithoutReplicationsThereIsNoInterval) {
  const BreakEven point =
      *Find(CpuAndGpu(Price{3, "USD", false}, {{100}, {300}, {10}, {15}}, 1).Analyze(), "gpu");
  EXPECT_NEAR(point.below, 16, 1e-12);
  EXPECT_EQ(point.low, std::nullopt);
  EXPECT_EQ(point.standing, Standing::kCannotTell);
}

// Far below the break-even price of 16, and yet nothing says how far chance goes.
TEST(BreakEven, TimesThatNeverDifferHaveNoInterval) {
  const BreakEven point = *Find(
      CpuAndGpu(Price{3, "USD", false}, {{100, 100}, {300, 300}, {10, 10}, {15, 15}}, 2).Analyze(),
      "gpu");
  EXPECT_NEAR(point.below, 16, 1e-12);
  EXPECT_FALSE(point.low || point.high);
  EXPECT_EQ(point.standing, Standing::kCannotTell);
}

TEST(BreakEven, AnUnknownPriceIsAskedForAndFreeIsNeverBeaten) {
  Analysis analysis = CpuAndGpu(std::nullopt, {{100}, {300}, {10}, {15}}, 1).Analyze();
  ASSERT_EQ(analysis.cost.break_evens.size(), 1u) << "nothing is held against no price";
  EXPECT_EQ(analysis.cost.break_evens[0].environment, "gpu");
  EXPECT_EQ(analysis.cost.break_evens[0].standing, Standing::kNoPrice);
  analysis = CpuAndGpu(Free(), {{100}, {300}, {10}, {15}}, 1).Analyze();
  ASSERT_EQ(analysis.cost.break_evens.size(), 1u);
  EXPECT_EQ(analysis.cost.break_evens[0].against, "cpu");
}

TEST(BreakEven, OnlyScenariosOfBothAreCompared) {
  TestStudy test = CpuAndGpu(Price{3, "USD", false}, {{100}, {300}, {10}, {15}}, 1);
  test.Remove(3, 1);
  EXPECT_EQ(Find(test.Analyze(), "gpu")->scenarios, 1u);
  EXPECT_NEAR(Find(test.Analyze(), "gpu")->below, 10, 1e-12);
  test.Remove(2, 1);
  EXPECT_TRUE(test.Analyze().cost.break_evens.empty());
}

// A setting of its own for each environment does not hinder the comparison.
TEST(BreakEven, WhatMovesInStepWithTheEnvironmentIsPartOfIt) {
  TestStudy test = CpuAndGpu(Price{3, "USD", false}, {{100}, {300}, {10}, {15}}, 1);
  test.study.factors.push_back({"workers", {2, 8}});
  test.study.together = {{"environment", "workers"}};
  for (size_t i = 0; i < 4; ++i) {
    test.plan.scenarios[i].levels.emplace_back("workers", i < 2 ? 2.0 : 8.0);
  }
  EXPECT_EQ(Find(test.Analyze(), "gpu")->scenarios, 2u);
}

// The interval covers the true ratio about 95 times of 100: within four binomial deviations.
TEST(BreakEven, IntervalsCover) {
  boost::random::mt19937_64 engine(11);
  boost::random::normal_distribution<double> normal;
  int covered = 0;
  constexpr int kStudies = 1000;
  for (int i = 0; i < kStudies; ++i) {
    TestStudy test = CrossingOf({{"environment", {"a", "b"}}}, 5);
    test.study.environments = {EnvironmentOf("a", Price{1, "USD", false}),
                               EnvironmentOf("b", Price{1, "USD", false})};
    for (int k = 1; k <= 5; ++k) {
      test.AddRun(0, k, 20 + normal(engine));
      test.AddRun(1, k, 100 + 5 * normal(engine));
    }
    const BreakEven point = *Find(test.Analyze(), "a");
    covered += *point.low <= 5 && 5 <= *point.high;
  }
  EXPECT_NEAR(covered, 950, 4 * std::sqrt(1000 * 0.95 * 0.05));
}

// Two environments in plots of three batch sizes each, `plots` plots of each environment.
TestStudy StudyInPlots(int plots) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}, {"batch", {32, 64, 128}}}, plots);
  test.study.environments = {EnvironmentOf("a", Price{1, "USD", false}),
                             EnvironmentOf("b", Price{1, "USD", false})};
  test.study.design.hard_to_change = test.plan.hard_to_change = {"environment"};
  for (size_t scenario = 0; scenario < 6; ++scenario) {
    for (int k = 1; k <= plots; ++k) {
      test.AddRun(scenario, k, 20 + static_cast<double>((scenario * 7 + 3 * k) % 5));
      RunRecord& run = test.Run(scenario, k);
      run.block = k;
      run.plot = 2 * (k - 1) + (run.environment == "a" ? 1 : 2);
    }
  }
  return test;
}

// Plot means of a are 10 and 14, of b 30 and 38, whatever the batch: sums 36 and 102, of variances
// 9 · (8 ÷ 2) = 36 and 9 · (32 ÷ 2) = 144, with one degree of freedom each.
TEST(BreakEven, PlotsAreWhatIsIndependent) {
  TestStudy test = StudyInPlots(2);
  for (size_t scenario = 0; scenario < 6; ++scenario) {
    test.Run(scenario, 1).metrics["train_s"] = scenario < 3 ? 10 : 30;
    test.Run(scenario, 2).metrics["train_s"] = scenario < 3 ? 14 : 38;
    test.Run(scenario, 1).metrics["train_s"] += scenario % 3 == 0 ? 0.5 : -0.25;
    test.Run(scenario, 2).metrics["train_s"] += scenario % 3 == 0 ? 0.5 : -0.25;
  }
  const BreakEven point = *Find(test.Analyze(), "a");
  const double r = 102.0 / 36;
  EXPECT_NEAR(point.below, r, 1e-12);
  const auto t2 = [](double end) { return std::pow(102 - 36 * end, 2) / (144 + end * end * 36); };
  // df = (144 + r² 36)² ÷ (144² + r⁴ 36²) at r = 102/36 is 1.798335; R: qt(0.975, df) = 4.799774.
  ASSERT_TRUE(point.low);
  EXPECT_NEAR(std::sqrt(t2(*point.low)), 4.799773542, 1e-4);
}

// The rate at which 95 % intervals cover the true ratio, 5, of plots that vary by `plot_part` of
// their time and runs by 2 %; every `lost`th run is missing.
double Coverage(double plot_part, size_t lost) {
  boost::random::mt19937_64 engine(23);
  boost::random::normal_distribution<double> normal;
  const TestStudy test = StudyInPlots(4);
  Analysis analysis = test.Analyze();
  const Pricing pricing(test.study, {"a", "b"});
  const Analysis whole = analysis;
  int covered = 0;
  constexpr int kStudies = 1000;
  for (int i = 0; i < kStudies; ++i) {
    std::map<int, double> plots;
    for (int plot = 1; plot <= 8; ++plot) plots[plot] = 1 + plot_part * normal(engine);
    std::map<std::string, int> plot_of;
    for (const RunRecord& run : whole.runs) plot_of[run.folder] = run.plot;
    size_t runs = 0;
    for (size_t s = 0; s < whole.scenarios.size(); ++s) {
      const MetricAnalysis& planned = whole.scenarios[s].metrics.at("train_s");
      MetricAnalysis& made = analysis.scenarios[s].metrics.at("train_s");
      made = {};
      for (const std::string& folder : planned.folders) {
        if (lost > 0 && ++runs % lost == 0) continue;
        const double mean = whole.scenarios[s].environment == "a" ? 20 : 100;
        made.values.push_back(mean * (plots.at(plot_of.at(folder)) + 0.02 * normal(engine)));
        made.folders.push_back(folder);
      }
      made.summary = Summarize(made.values);
    }
    const std::vector<BreakEven> points = FindBreakEvens(analysis, pricing);
    covered += *points[0].low <= 5 && 5 <= points[0].high.value_or(1e9);
  }
  return static_cast<double>(covered) / kStudies;
}

// Without plots in the interval it covered 71 to 85 of 100. Three binomial deviations are 0.02.
TEST(BreakEven, IntervalsCoverInPlots) {
  for (double plot_part : {0.0, 0.03, 0.1}) {
    EXPECT_NEAR(Coverage(plot_part, 0), 0.95, 0.03) << plot_part;
    EXPECT_NEAR(Coverage(plot_part, 11), 0.95, 0.03) << plot_part << ", two runs lost";
  }
}

}  // namespace
}  // namespace trena
