// SPDX-License-Identifier: Apache-2.0
#include "analyze/measured/measured_plan.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

TEST(PlanOfRuns, HasWhatWasMadeAndNothingElse) {
  TestStudy test = CrossingOf({{"batch", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}, 2);
  for (size_t i : {9u, 1u, 0u}) test.AddRun(i, 1, 10);
  test.AddRun(1, 3, Outcome::kFailed);
  const Plan plan = PlanOfRuns(test.runs);
  ASSERT_EQ(plan.scenarios.size(), 3u);
  EXPECT_EQ(plan.scenarios[0].id, "C1");
  EXPECT_EQ(plan.scenarios[1].id, "C2") << "before C10";
  EXPECT_EQ(plan.scenarios[2].id, "C10");
  EXPECT_EQ(Find(plan.scenarios[2].values, "batch")->ToString(), "10");
  EXPECT_EQ(plan.scenarios[2].environment(), "here");
  ASSERT_EQ(plan.runs.size(), 4u);
  EXPECT_EQ(plan.runs[2].replication, 3) << "as it was made";
  EXPECT_TRUE(PlanOfRuns({}).scenarios.empty());
}

// What was measured with the version before.
TestStudy Upgraded() {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 1);
  for (Scenario& scenario : test.plan.scenarios) {
    scenario.values.emplace_back("framework", "libtorch");
    scenario.framework = "libtorch";
    scenario.framework_version = "2.0.0";
  }
  for (size_t i = 0; i < 2; ++i) {
    RunRecord& run = test.AddRun(i, 1, 10);
    run.key = "before " + run.scenario;
    run.framework_version = "1.13.1";
    run.started = "2024-01-15T12:00:00Z";
  }
  return test;
}

TEST(FollowMeasuredVersions, TakesTheVersionThatWasMeasured) {
  TestStudy test = Upgraded();
  FollowMeasuredVersions(test.runs, test.plan);
  EXPECT_EQ(test.plan.scenarios[0].key, "before C1");
  EXPECT_EQ(test.plan.scenarios[1].key, "before C2");
  EXPECT_EQ(test.plan.scenarios[1].framework_version, "1.13.1");
}

TEST(FollowMeasuredVersions, TheLastOfSeveral) {
  TestStudy test = Upgraded();
  RunRecord later = test.runs[0];
  later.key = "later C1";
  later.started = "2024-02-15T12:00:00Z";
  test.runs.insert(test.runs.begin(), later);
  FollowMeasuredVersions(test.runs, test.plan);
  EXPECT_EQ(test.plan.scenarios[0].key, "later C1");
}

TEST(FollowMeasuredVersions, NotWhereThisVersionWasMeasuredOrIsAsked) {
  TestStudy test = Upgraded();
  test.AddRun(0, 1, 9);
  test.plan.scenarios[1].values.back().second = "libtorch@2.0.0";
  FollowMeasuredVersions(test.runs, test.plan);
  EXPECT_EQ(test.plan.scenarios[0].key, "key of C1");
  EXPECT_EQ(test.plan.scenarios[1].key, "key of C2");
}

}  // namespace
}  // namespace trena
