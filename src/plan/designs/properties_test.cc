// SPDX-License-Identifier: Apache-2.0
// Thousands of random requests, seeded: balance and orthogonality must hold for each design that
// promises them, and every plan must hold every run once.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "plan/plan_file.h"
#include "plan/random.h"
#include "plan/test_study.h"

namespace trena {
namespace {

Study PropertiesCrossing(const std::vector<size_t>& sizes) {
  Study study;
  study.fixed = {{"framework", "fake"}};
  for (size_t size : sizes) {
    study.factors.push_back({"f" + std::to_string(study.factors.size()), {}});
    for (size_t level = 0; level < size; ++level) {
      study.factors.back().levels.emplace_back(static_cast<int>(level));
    }
  }
  return study;
}

// Every pair of levels in use of two axes meets equally often: strength two, from which balance
// follows.
void PropertiesExpectOrthogonal(const Study& study, const Design& design) {
  std::vector<Axis> axes = AxesOf(study);
  std::vector<LevelIndices> points;
  for (const DesignPoint& point : design.points) {
    points.push_back(IndicesOf(axes, *point.combination));
  }
  for (size_t a = 0; a < axes.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      std::map<std::pair<size_t, size_t>, size_t> pairs;
      std::set<size_t> of_a, of_b;
      for (const LevelIndices& point : points) {
        ++pairs[{point[a], point[b]}];
        of_a.insert(point[a]);
        of_b.insert(point[b]);
      }
      ASSERT_EQ(pairs.size(), of_a.size() * of_b.size()) << study.design.kind;
      for (const auto& [pair, count] : pairs) {
        ASSERT_EQ(count * pairs.size(), points.size()) << study.design.kind << " " << a << " " << b;
      }
    }
  }
}

Study RandomRequest(Random& random) {
  static const std::vector<std::string> kinds = {"fraction", "plackett_burman", "latin_square",
                                                 "two_level"};
  std::string kind = kinds[Below(random, kinds.size())];
  std::vector<size_t> sizes;
  size_t factors = kind == "latin_square" ? 3 : 3 + Below(random, kind == "two_level" ? 4 : 9);
  size_t square = 2 + Below(random, 5);
  for (size_t i = 0; i < factors; ++i) {
    sizes.push_back(kind == "latin_square" ? square : 2 + Below(random, 3));
  }
  Study study = PropertiesCrossing(sizes);
  study.design.kind = kind;
  study.design.seed = Below(random, 1'000'000);
  study.design.replications = static_cast<int>(1 + Below(random, 3));
  if (kind == "fraction") study.design.resolution = 3;
  if (kind != "latin_square" && Below(random, 3) == 0) study.design.hard_to_change = {"f1"};
  return study;
}

TEST(PropertiesTest, DesignsAreBalancedAndOrthogonal) {
  Random random(20261116);
  for (int i = 0; i < 3000; ++i) {
    Study study = RandomRequest(random);
    Result<Design> design = TryDesign(study);
    ASSERT_TRUE(design.ok()) << design.error().message();
    PropertiesExpectOrthogonal(study, design.value());
    if (HasFatalFailure()) return;
  }
}

TEST(PropertiesTest, PlansHoldEveryRunOnce) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    Study study = RandomRequest(random);
    Result<Plan> plan = MakePlan(study, {});
    ASSERT_TRUE(plan.ok()) << plan.error().message();
    Design design = DesignOf(study);
    ASSERT_EQ(plan.value().runs.size(),
              design.points.size() * static_cast<size_t>(study.design.replications));
    std::set<std::pair<size_t, int>> runs;
    for (const PlannedRun& run : plan.value().runs) runs.insert({run.scenario, run.replication});
    ASSERT_EQ(runs.size(), plan.value().runs.size());
    Plan again = MakePlan(study, {}).value();
    ASSERT_EQ(PlanJson(again), PlanJson(plan.value()));
  }
}

}  // namespace
}  // namespace trena
