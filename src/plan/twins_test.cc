// SPDX-License-Identifier: Apache-2.0
#include "plan/twins.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "plan/plan_file.h"
#include "plan/pruning.h"
#include "plan/test_study.h"

namespace trena {
namespace {

std::string StudyText(const std::string& design) {
  return "factors: { batch: [16, 32, 64], image: [32, 48] }\nfixed: { framework: fake }\n"
         "design: { replications: 4, seed: 7" +
         design + " }\n";
}

using Row = std::tuple<std::string, int, int, int>;

std::vector<Row> RowsOf(const Plan& plan) {
  std::vector<Row> rows;
  for (const PlannedRun& run : plan.runs) {
    rows.emplace_back(plan.scenarios[run.scenario].id, run.replication, run.block, run.plot);
  }
  return rows;
}

TEST(Twins, NothingIsRenumberedOrReordered) {
  for (const char* design : {"", ", order: listed", ", hard_to_change: image", ", kind: simple",
                             ", blocks: 2, kind: two_level, levels: { batch: [16, 64] }"}) {
    const Plan plain = PlanOf(StudyOf(StudyText(design)));
    const Plan twice = PlanOf(StudyOf(StudyText(std::string(design) + ", same_twice: 2")));
    EXPECT_FALSE(HasTwins(plain));
    ASSERT_TRUE(HasTwins(twice));
    const WithoutTwins without(twice);
    EXPECT_EQ(RowsOf(without.plan()), RowsOf(plain)) << design;
    EXPECT_EQ(Ids(without.plan()), Ids(plain)) << design;
    for (size_t i = 0; i < plain.scenarios.size(); ++i) {
      EXPECT_EQ(twice.scenarios[i].key, plain.scenarios[i].key) << design;
    }
    EXPECT_EQ(&WithoutTwins(plain).plan(), &plain);
  }
}

TEST(Twins, EachRunOfATwinStandsBesideItsEqual) {
  for (const char* design : {"", ", order: listed", ", hard_to_change: image"}) {
    const Plan plan = PlanOf(StudyOf(StudyText(std::string(design) + ", same_twice: 2")));
    EXPECT_EQ(Ids(plan),
              (std::vector<std::string>{"C1", "C2", "C3", "C4", "C5", "C6", "C1b", "C2b"}));
    const std::vector<Row> rows = RowsOf(plan);
    EXPECT_EQ(rows.size(), 4u * 8);
    const std::set<Row> all(rows.begin(), rows.end());
    EXPECT_EQ(all.size(), rows.size());
    for (auto [id, replication, block, plot] : rows) {
      if (id != "C1" && id != "C2") continue;
      EXPECT_TRUE(all.contains({id + "b", replication, block, plot})) << id << replication;
    }
  }
}

TEST(Twins, AreOfTheSameValuesUnderAKeyOfTheirOwn) {
  const Plan plan = PlanOf(StudyOf(StudyText(", same_twice: 1")));
  const Scenario& one = plan.scenarios.front();
  const Scenario& twin = plan.scenarios.back();
  EXPECT_EQ(twin.twin_of, one.id);
  EXPECT_EQ(twin.levels, one.levels);
  EXPECT_EQ(twin.values, one.values);
  EXPECT_NE(twin.key, one.key);
  EXPECT_NE(PlanJson(plan, Json::object()).find(R"("twin_of": "C1")"), std::string::npos);
}

// As often before its equal as after it: else the order would tell them apart.
TEST(Twins, TheirPlaceInABlockIsOfChance) {
  const Plan plan =
      PlanOf(StudyOf("factors: { batch: [16, 32, 64] }\nfixed: { framework: fake }\n"
                     "design: { replications: 400, seed: 3, same_twice: 1 }\n"));
  std::map<int, bool> begun;
  int first = 0;
  for (const PlannedRun& run : plan.runs) {
    const std::string& id = plan.scenarios[run.scenario].id;
    if (id == "C1") begun[run.block] = true;
    if (id == "C1b" && !begun.contains(run.block)) ++first;
  }
  EXPECT_NEAR(first, 200, 4 * 10);  // four standard deviations
}

TEST(Twins, WhatOnlyLeavesOutIsNotReplaced) {
  PlanOptions options;
  const Study study = StudyOf(StudyText(", same_twice: 1"));
  options.only = ParseOnly(study, "batch > 16").value();
  EXPECT_FALSE(HasTwins(PlanOf(study, options)));
  options.only = ParseOnly(study, "batch == 16").value();
  EXPECT_EQ(Ids(PlanOf(study, options)), (std::vector<std::string>{"C1", "C2", "C1b"}));
}

TEST(Twins, MoreThanThereAreScenariosIsRefused) {
  EXPECT_EQ(PlanError(StudyText(", same_twice: 6")), "");
  ExpectPlanError(StudyText(", same_twice: 7"), "same_twice is 7, and there are 6 scenarios",
                  "one is enough");
  ExpectPlanError(StudyText(", same_twice: 2") + "only: batch == 16 and image == 32\n",
                  "same_twice is 2, and there is one scenario");
  ExpectPlanError(StudyText(", same_twice: -1"), "same_twice");
  ExpectPlanError(StudyText(", same_twice: yes"), "same_twice");
}

}  // namespace
}  // namespace trena
