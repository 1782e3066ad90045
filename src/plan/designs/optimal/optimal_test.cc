// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "plan/designs/information.h"
#include "plan/designs/optimal/optimal_search.h"
#include "plan/test_study.h"

namespace trena {
namespace {

SearchSpace SpaceOf(std::vector<size_t> sizes, size_t runs, bool two_way = false) {
  SearchSpace space;
  space.sizes = std::move(sizes);
  space.runs = runs;
  space.two_way = two_way;
  space.allowed = [](const LevelIndices&) { return true; };
  return space;
}

std::vector<LevelIndices> Crossing(const std::vector<size_t>& sizes) {
  std::vector<LevelIndices> all = {{}};
  for (size_t size : sizes) {
    std::vector<LevelIndices> longer;
    for (const LevelIndices& point : all) {
      for (size_t level = 0; level < size; ++level) {
        longer.push_back(point);
        longer.back().push_back(level);
      }
    }
    all = longer;
  }
  return all;
}

// A whole crossing is orthogonal: 100 % by definition of the efficiency.
TEST(OptimalTest, CrossingsAreFullyEfficient) {
  for (bool two_way : {false, true}) {
    for (const auto& sizes : {std::vector<size_t>{2, 2, 2}, {2, 3, 4}, {5}}) {
      auto percent = EfficiencyOf(sizes, two_way, Crossing(sizes));
      ASSERT_TRUE(percent);
      EXPECT_NEAR(*percent, 100, 1e-3);
    }
  }
  // One level never run: its effect cannot be known.
  EXPECT_FALSE(EfficiencyOf({2, 2}, false, {{0, 0}, {0, 1}, {0, 0}, {0, 1}}));
}

// Orthogonal designs of these sizes exist (2^(7−4), Plackett–Burman 12, L9, L18 = 2 × 3^7),
// and nothing is better than orthogonal: the search must find 100 %.
TEST(OptimalTest, FindsTheOrthogonalWhereThereIsOne) {
  auto best = [](std::vector<size_t> sizes, size_t runs, int restarts = 40) {
    SearchSpace space = SpaceOf(std::move(sizes), runs);
    space.candidates = Crossing(space.sizes);
    space.restarts = restarts;
    return FindOptimal(space)->efficiency_percent;
  };
  EXPECT_NEAR(best({2, 2, 2, 2, 2, 2, 2}, 8), 100, 1e-3);
  EXPECT_NEAR(best({2, 2, 2, 2, 2}, 12), 100, 1e-3);
  EXPECT_NEAR(best({3, 3, 3, 3}, 9), 100, 1e-3);
  EXPECT_NEAR(best({2, 3, 3, 3}, 18), 100, 1e-3);
}

// Small enough to look at every choice of runs: C(12, 6) = 924.
TEST(OptimalTest, IsTheBestOfAllWhereAllCanBeTried) {
  std::vector<size_t> sizes = {2, 2, 3};
  std::vector<LevelIndices> all = Crossing(sizes);
  SearchSpace space = SpaceOf(sizes, 6);
  space.candidates = all;
  double best = 0;
  for (unsigned choice = 0; choice < 1U << 12; ++choice) {
    if (std::popcount(choice) != 6) continue;
    std::vector<LevelIndices> points;
    for (size_t i = 0; i < 12; ++i) {
      if ((choice >> i & 1) != 0) points.push_back(all[i]);
    }
    best = std::max(best, EfficiencyOf(space.sizes, space.two_way, points).value_or(0));
  }
  EXPECT_NEAR(FindOptimal(space)->efficiency_percent, best, 1e-3);
}

TEST(OptimalTest, TheSameSeedTheSamePoints) {
  SearchSpace space = SpaceOf({2, 3, 4, 3}, 14);
  EXPECT_EQ(FindOptimal(space)->points, FindOptimal(space)->points);
  // By so many sweeps it can be stopped and found again.
  SearchSpace cut = space;
  int calls = 0;
  cut.progress = [&](const SearchProgress& progress) {
    ++calls;
    return progress.sweeps < 5;
  };
  SearchResult stopped = *FindOptimal(cut);
  EXPECT_TRUE(stopped.stopped);
  EXPECT_EQ(stopped.sweeps, 5);
  EXPECT_GT(calls, 5 * 13);
  space.most_sweeps = 5;
  SearchResult again = *FindOptimal(space);
  EXPECT_EQ(again.points, stopped.points);
  EXPECT_FALSE(again.stopped);
}

TEST(OptimalTest, StoppedAtOnceItStillHasADesign) {
  SearchSpace space = SpaceOf({2, 3, 4}, 12);
  space.progress = [](const SearchProgress&) { return false; };
  auto result = FindOptimal(space);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->sweeps, 1);
  EXPECT_TRUE(result->stopped);
}

TEST(OptimalTest, PlansAroundExclusions) {
  std::string text =
      "factors: { batch: [16, 32, 64], image: [32, 48, 64], network: [one, two] }\n"
      "fixed: { framework: fake }\n"
      "exclude: [batch == 64 and image == 64, network == two and batch == 16]\n"
      "design: { kind: optimal, runs: 9, replications: 2 }\n";
  Plan plan = PlanOf(StudyOf(text));
  EXPECT_EQ(plan.runs.size(), 18u);
  for (const Scenario& scenario : plan.scenarios) {
    EXPECT_FALSE(*Find(scenario.values, "batch") == Value(64) &&
                 *Find(scenario.values, "image") == Value(64));
    EXPECT_FALSE(*Find(scenario.values, "network") == Value("two") &&
                 *Find(scenario.values, "batch") == Value(16));
  }
  EXPECT_EQ(plan.details["parameters"], 6);
  EXPECT_GT(plan.details["efficiency_percent"].get<double>(), 60);
  EXPECT_EQ(Ids(plan), Ids(PlanOf(StudyOf(text))));
}

TEST(OptimalTest, ALevelThatIsExcludedEverywhereIsNoEffect) {
  Plan plan = PlanOf(
      StudyOf(FactorsText(3, 3, "kind: optimal, runs: 8, replications: 1") + "exclude: f0 == 2\n"));
  EXPECT_EQ(plan.details["parameters"], 6);
}

TEST(OptimalTest, LargeCrossingsAreNotListed) {
  // 4^12 are 17 million combinations, with a computed exclusion.
  Plan plan =
      PlanOf(StudyOf(FactorsText(12, 4, "kind: optimal, runs: 48, sweeps: 3, replications: 1") +
                     "exclude: f0 + f1 > 5\n"));
  EXPECT_EQ(plan.runs.size(), 48u);
  for (const Scenario& scenario : plan.scenarios) {
    EXPECT_LE(*Find(scenario.values, "f0")->number() + *Find(scenario.values, "f1")->number(), 5);
  }
}

TEST(OptimalTest, BadRequests) {
  ExpectPlanError(FactorsText(3, 3, "kind: optimal"),
                  "s.yaml:6:17: an optimal design needs `runs:`",
                  "7 main effects (with the mean) need at least 7; 10 leave some");
  ExpectPlanError(FactorsText(3, 3, "kind: optimal, runs: 6"), "s.yaml:6:32: 6 runs are too few");
  ExpectPlanError(FactorsText(3, 3, "kind: optimal, runs: 18, model: 2way"), "18 runs are too few",
                  "need at least 19");
  ExpectPlanError(FactorsText(2, 2, "kind: optimal, runs: 4") + "exclude: f0 + f1 >= 0\n",
                  "s.yaml:6:10: no scenario is left of 4");
  // f0 and f1 are always the same: their effects cannot be told apart by any choice.
  ExpectPlanError(FactorsText(3, 2, "kind: optimal, runs: 6") + "only: f0 == f1\n",
                  "s.yaml:6:17: what exclude and only leave cannot tell all main effects apart",
                  "exclude less");
  ExpectPlanError(FactorsText(9, 100, "kind: optimal, runs: 1000"), "too many for the search");
}

}  // namespace
}  // namespace trena
