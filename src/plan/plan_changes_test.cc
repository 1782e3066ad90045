// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_changes.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "plan/test_study.h"

namespace trena {
namespace {

std::string Text(const std::string& batches, const std::string& more = "",
                 const std::string& design = "replications: 2") {
  return "factors: { batch: [" + batches + "], image: [32, 48] }\nfixed: { framework: fake" + more +
         " }\ndesign: { " + design + " }\n";
}

SavedPlan Saved(const Plan& plan) { return ReadPlanJson(PlanJson(plan)).value(); }

std::vector<RunRecord> AllRuns(const Plan& plan) {
  std::vector<RunRecord> runs;
  for (const PlannedRun& run : plan.runs) {
    runs.push_back(RunOf(plan, run.scenario, run.replication));
  }
  return runs;
}

TEST(PlanChangesTest, NothingChangedIsNothingSaid) {
  Plan plan = PlanOf(StudyOf(Text("16, 32")));
  PlanChanges changes = ComparePlans(Saved(plan), plan, AllRuns(plan));
  EXPECT_TRUE(changes.none());
  EXPECT_EQ(changes.same, 4u);
  EXPECT_EQ(changes.reused_runs, 8u);
  EXPECT_TRUE(Describe(changes).empty());
}

// A level more at the front, one fewer at the end: C1 … C4 were 16/32, 16/48, 32/32, 32/48 and are
// 8/32, 8/48, 16/32, 16/48.
TEST(PlanChangesTest, LevelsComeAndGo) {
  Plan before = PlanOf(StudyOf(Text("16, 32")));
  Plan plan = PlanOf(StudyOf(Text("8, 16")));
  std::vector<RunRecord> runs = AllRuns(before);
  runs.back().outcome = Outcome::kInterrupted;
  bool last_is_gone = before.runs.back().scenario >= 2;
  PlanChanges changes = ComparePlans(Saved(before), plan, runs);
  EXPECT_FALSE(changes.none());
  EXPECT_EQ(changes.same, 2u);
  EXPECT_EQ(changes.added, (std::vector<std::string>{"C1", "C2"}));
  ASSERT_EQ(changes.gone.size(), 2u);
  EXPECT_EQ(changes.gone[0].id, "C3");
  EXPECT_EQ(changes.gone[0].levels, (Values{{"batch", 32}, {"image", 32}}));
  EXPECT_EQ(changes.gone[0].runs + changes.gone[1].runs, last_is_gone ? 3u : 4u);
  EXPECT_EQ(changes.reused_runs, last_is_gone ? 4u : 3u) << "an interrupted run is not there";
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(changes.relabelled, (Pairs{{"C1", "C3"}, {"C2", "C4"}}));
  std::string said = JoinTold(Describe(changes), "\n").english;
  for (const char* part : {"2 scenarios are as before (C1 is now C3, C2 is now C4).",
                           "2 scenarios are new: C1, C2. They run later",
                           "2 scenarios no longer fit the study: C3 (batch 32, image 32), C4"}) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
}

TEST(PlanChangesTest, AFixedValueMakesAllOfItNew) {
  Plan before = PlanOf(StudyOf(Text("16, 32", ", epochs: 1")));
  Plan plan = PlanOf(StudyOf(Text("16, 32", ", epochs: 2")));
  PlanChanges changes = ComparePlans(Saved(before), plan, AllRuns(before));
  ASSERT_EQ(changes.settings.size(), 1u);
  EXPECT_EQ(changes.settings[0], Told("epochs is 2, was 1", "epochs: agora 2, antes 1"));
  EXPECT_EQ(changes.same, 0u);
  EXPECT_EQ(changes.reused_runs, 0u);
  EXPECT_EQ(changes.added.size(), 4u);
  EXPECT_EQ(changes.gone.size(), 4u);
  std::string said = JoinTold(Describe(changes), "\n").english;
  EXPECT_NE(said.find("0 runs of the plan are there already"), std::string::npos) << said;
  EXPECT_NE(said.find("Of them, 8 runs stay in the folder and are not analysed."),
            std::string::npos);
  EXPECT_EQ(said.find("They run later"), std::string::npos);
}

TEST(PlanChangesTest, TheDesignIsComparedToo) {
  Plan before = PlanOf(StudyOf(Text("16, 32", "", "replications: 2, seed: 3")));
  Plan plan = PlanOf(StudyOf(
      Text("16, 32", ", momentum: 0.5", "replications: 5, order: listed, kind: two_level")));
  PlanChanges changes = ComparePlans(Saved(before), plan, AllRuns(before));
  EXPECT_EQ(JoinTold(changes.settings, "; ").english,
            "momentum is 0.5, was not said; the design is two_level, was full; the number of "
            "replications is 5, was 2; the seed is 1, was 3; the order is as listed, was random");
  Json json = ToJson(changes);
  EXPECT_EQ(json["settings"].size(), 5u);
  EXPECT_EQ(json["added"].size(), 4u);
}

TEST(PlanChangesTest, MoreReplicationsUseWhatIsThere) {
  Plan before = PlanOf(StudyOf(Text("16, 32")));
  Plan plan = PlanOf(StudyOf(Text("16, 32", "", "replications: 3")));
  PlanChanges changes = ComparePlans(Saved(before), plan, AllRuns(before));
  EXPECT_EQ(changes.reused_runs, 8u);
  EXPECT_EQ(changes.same, 4u);
  EXPECT_TRUE(changes.relabelled.empty());
  EXPECT_TRUE(changes.gone.empty());
}

TEST(ChangesSince, OnlyAnotherStudyFileIsCompared) {
  Plan before = PlanOf(StudyOf(Text("16, 32")));
  before.study_hash = "a";
  Plan now = PlanOf(StudyOf(Text("16")));
  now.study_hash = "a";
  EXPECT_TRUE(ChangesSince(std::string(), now, {}).sentences.empty()) << "nothing was kept";
  EXPECT_TRUE(ChangesSince(PlanJson(before), now, {}).plan.none()) << "the same file";
  now.study_hash = "b";
  StudyChanges changes = ChangesSince(PlanJson(before), now, {});
  EXPECT_EQ(changes.plan.gone.size(), 2u) << "those of batch 32";
  EXPECT_EQ(changes.sentences, Describe(changes.plan));
  EXPECT_FALSE(changes.sentences.empty());
}

TEST(ChangesSince, WhatCannotBeReadIsSaidAndNothingIsCompared) {
  Plan now = PlanOf(StudyOf(Text("16")));
  for (const Result<std::string>& kept :
       {Result<std::string>(std::string("{")), Result<std::string>(Error("no such disk"))}) {
    StudyChanges changes = ChangesSince(kept, now, {});
    EXPECT_TRUE(changes.plan.none());
    ASSERT_EQ(changes.sentences.size(), 1u);
    EXPECT_EQ(changes.sentences[0].english.find("The plan of the last measure cannot be read: "),
              0u);
  }
}

// Singular and plural, and the same facts in both languages.
TEST(PlanChangesTest, IsSaidInPortugueseToo) {
  Plan before = PlanOf(StudyOf(Text("16, 32")));
  Plan plan = PlanOf(StudyOf(Text("16, 64")));
  PlanChanges changes = ComparePlans(Saved(before), plan, AllRuns(before));
  ASSERT_EQ(changes.gone.size(), 2u);
  const std::string said = JoinTold(Describe(changes), "\n").portuguese;
  for (const char* part :
       {"2 cenários estão como antes", "4 execuções do plano já existem e são usadas de novo.",
        "2 cenários são novos: ", "Eles são executados depois do que já existe",
        "2 cenários não cabem mais no estudo: ",
        "Deles, 4 execuções ficam na pasta e não são analisadas."}) {
    EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
  }
  changes.gone.resize(1);
  changes.gone[0].runs = 1;
  const Told one = Describe(changes).back();
  EXPECT_NE(one.english.find("1 scenario no longer fits the study: "), std::string::npos)
      << one.english;
  EXPECT_NE(one.english.find("Of it, 1 run stays in the folder and is not analysed."),
            std::string::npos)
      << one.english;
  EXPECT_NE(one.portuguese.find("Dele, 1 execução fica na pasta e não é analisada."),
            std::string::npos)
      << one.portuguese;
}

}  // namespace
}  // namespace trena
