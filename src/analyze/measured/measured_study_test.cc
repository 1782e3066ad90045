// SPDX-License-Identifier: Apache-2.0
#include "analyze/measured/measured_study.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

RunRecord RunAt(const std::string& label, const Values& levels, const Values& fixed) {
  RunRecord run;
  run.scenario = label;
  run.key = "key of " + label;
  run.levels = levels;
  run.fixed = fixed;
  run.environment = "here";
  run.started = "2024-01-15T12:00:00Z";
  return run;
}

TEST(StudyOfRuns, FactorsAreWhatTheRunsHave) {
  const std::vector<RunRecord> runs = {
      RunAt("C10", {{"network", "lenet"}, {"batch", 8}}, {{"images", 64}, {"epochs", 1}}),
      RunAt("C1", {{"network", "alexnet"}, {"batch", 16}}, {{"images", 64}, {"epochs", 2}}),
      RunAt("C2", {{"network", "alexnet"}, {"batch", 4}}, {{"images", 64}})};
  const Study study = StudyOfRuns("somewhere/lsc5.trena/", runs);
  EXPECT_EQ(study.name, "lsc5");
  ASSERT_EQ(study.factors.size(), 2u);
  EXPECT_EQ(study.factors[0].name, "network");
  EXPECT_EQ(study.factors[0].levels, (std::vector<Value>{"alexnet", "lenet"})) << "by label";
  EXPECT_EQ(study.factors[1].levels, (std::vector<Value>{4, 8, 16})) << "numbers by their size";
  EXPECT_EQ(study.fixed, (Values{{"images", 64}})) << "what all have alike";
  ASSERT_EQ(study.environments.size(), 1u);
  EXPECT_FALSE(study.environments[0].price);
  EXPECT_TRUE(StudyOfRuns("x", {}).factors.empty());
}

// The price of a run without one is not known; that of the last run that has one is.
TEST(RecordedPrices, AreThoseOfTheLastRunThatHasOne) {
  std::vector<RunRecord> runs(3, RunAt("C1", {{"batch", 8}}, {}));
  EXPECT_TRUE(RecordedPrices(runs).empty());
  for (size_t i : {0u, 1u}) {
    runs[i].price = Json{{"per_hour", i + 1.0}, {"currency", "USD"}, {"free", false}};
    runs[i].started = i == 0 ? "2024-01-15T12:00:00Z" : "2024-01-16T12:00:00Z";
  }
  runs[2].started = "2024-01-17T12:00:00Z";
  const std::vector<Environment> found = RecordedPrices(runs);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0].price->per_hour, 2);
}

}  // namespace
}  // namespace trena
