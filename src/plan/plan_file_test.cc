// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_file.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kPlanFileStudy =
    "factors: { batch: [16, 32], network: [\"a \\\"b\\\"\", \"\\\\ é\"] }\n"
    "fixed: { framework: fake, epochs: 3 }\n"
    "design: { replications: 2, seed: 5, hard_to_change: network }\n";

// Programs read from `details` what the program itself reads from members.
TEST(PlanFileTest, DetailsSayWhatThePlansMembersSay) {
  const auto details = [](const Plan& plan) {
    return ParseJson(PlanJson(plan)).value()["details"];
  };
  Plan plan = PlanOf(StudyOf(FactorsText(4, 2, "kind: fraction, resolution: IV, blocks: 2")));
  EXPECT_EQ(plan.resolution, 4) << "2^(4-1) with D = ABC";
  EXPECT_EQ(details(plan)["resolution"], 4);
  EXPECT_FALSE(details(plan).contains("centre"));
  plan = PlanOf(StudyOf(FactorsText(2, 3, "kind: optimal, runs: 7, sweeps: 2, centre_points: 1")));
  ASSERT_TRUE(plan.search_stopped.has_value());
  EXPECT_EQ(details(plan)["stopped"], *plan.search_stopped);
  EXPECT_EQ(plan.centre, "C5") << "1 and 1 of 0, 1, 2";
  EXPECT_EQ(details(plan)["centre"], "C5");
  EXPECT_FALSE(details(plan).contains("resolution"));
  EXPECT_FALSE(PlanOf(StudyOf(kPlanFileStudy)).search_stopped.has_value());
}

TEST(PlanFileTest, WhatIsWrittenIsReadBack) {
  Plan plan = PlanOf(StudyOf(kPlanFileStudy));
  Result<SavedPlan> read = ReadPlanJson(PlanJson(plan));
  ASSERT_TRUE(read.ok()) << read.error().message();
  const SavedPlan& saved = read.value();
  EXPECT_EQ(saved.design, "full");
  EXPECT_EQ(saved.seed, 5u);
  EXPECT_EQ(saved.replications, 2);
  EXPECT_TRUE(saved.random_order);
  EXPECT_EQ(saved.study_hash, plan.study_hash);
  EXPECT_EQ(saved.fixed, plan.fixed);
  ASSERT_EQ(saved.scenarios.size(), plan.scenarios.size());
  for (size_t i = 0; i < saved.scenarios.size(); ++i) {
    EXPECT_EQ(saved.scenarios[i].id, plan.scenarios[i].id);
    EXPECT_EQ(saved.scenarios[i].key, plan.scenarios[i].key);
    EXPECT_EQ(saved.scenarios[i].levels, plan.scenarios[i].levels);
  }
  ASSERT_EQ(saved.runs.size(), plan.runs.size());
  for (size_t i = 0; i < saved.runs.size(); ++i) {
    EXPECT_EQ(saved.runs[i].scenario, plan.runs[i].scenario);
    EXPECT_EQ(saved.runs[i].replication, plan.runs[i].replication);
    EXPECT_EQ(saved.runs[i].block, plan.runs[i].block);
    EXPECT_EQ(saved.runs[i].plot, plan.runs[i].plot);
  }
}

TEST(PlanFileTest, WhatIsBehindANameIsKept) {
  const Study study = StudyOf(
      "fixed: { framework: fake }\nfactors: { dataset: [{ name: own, folder: x }, { name: s, "
      "synthetic: { images: 9, classes: 2 } }] }\n");
  const Json maps = {
      {"dataset", {{"s", ContentSum({{"synthetic", {{"images", 9}, {"classes", 2}}}})}}}};
  const Result<SavedPlan> saved = ReadPlanJson(PlanJson(PlanOf(study)));
  EXPECT_EQ(saved.value().maps, maps) << "own is not known before its files are looked at";
}

TEST(PlanFileTest, MoreFieldsComeAlong) {
  Plan plan = PlanOf(StudyOf(kPlanFileStudy));
  Json json = ParseJson(PlanJson(plan, {{"study", "mine"}})).value();
  EXPECT_EQ(json["study"], "mine");
  EXPECT_EQ(json["runs"].size(), plan.runs.size());
  EXPECT_TRUE(ReadPlanJson(PlanJson(plan, {{"study", "mine"}})).ok());
}

TEST(PlanFileTest, AnotherLayoutIsTheSamePlan) {
  Plan plan = PlanOf(StudyOf(kPlanFileStudy));
  std::string tight = Dump(ParseJson(PlanJson(plan)).value());
  EXPECT_EQ(ReadPlanJson(tight).value().runs.size(), plan.runs.size());
}

// Numbers to their last digit, truth values, and words that look like neither.
TEST(PlanFileTest, ValuesComeBackExactly) {
  Plan plan =
      PlanOf(StudyOf("factors: { offset: [0.1, 1e-7, 123456.789012345, 3000000000, -4, 1e300], "
                     "shuffle: [true, false], word: [\"32x\", \"\\t\\u00e9\"] }\n"
                     "fixed: { framework: fake, epochs: 3 }\n"));
  std::string text = PlanJson(plan);
  EXPECT_EQ(ParseJson(text).value()["scenarios"][0]["levels"], ToJson(plan.scenarios[0].levels));
  SavedPlan saved = ReadPlanJson(text).value();
  ASSERT_EQ(saved.scenarios.size(), 24u);
  for (size_t i = 0; i < saved.scenarios.size(); ++i) {
    EXPECT_EQ(saved.scenarios[i].levels, plan.scenarios[i].levels) << i;
  }
}

TEST(PlanFileTest, WhatIsNoPlanIsAnError) {
  Plan plan = PlanOf(StudyOf(kPlanFileStudy));
  Json good = ParseJson(PlanJson(plan)).value();
  auto without = [&](const char* field) {
    Json bad = good;
    bad.erase(field);
    return Dump(bad);
  };
  Json unknown = good;
  unknown["runs"][0]["scenario"] = "C99";
  Json newer = good;
  newer["format"] = 2;
  std::string text = Dump(good);
  for (const std::string& bad :
       {std::string(), std::string("[]"), std::string("{}"), text.substr(0, text.size() / 2),
        without("design"), without("seed"), without("scenarios"), Dump(unknown), Dump(newer),
        text + "x", text + std::string(1, '\0'), std::string(100'000, '['),
        "{\"scenarios\":" + std::string(100'000, '[')}) {
    EXPECT_FALSE(ReadPlanJson(bad).ok()) << bad.substr(0, 80);
  }
}

}  // namespace
}  // namespace trena
