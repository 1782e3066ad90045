// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/design.h"

#include <gtest/gtest.h>

#include <set>

#include "plan/test_study.h"
#include "study/design_kinds.h"

namespace trena {
namespace {

Study Small() {
  return StudyOf(
      "factors: { batch: [16, 32, 64], network: [one, two] }\nfixed: { framework: fake }\n");
}

TEST(Design, TheLastFactorVariesFastest) {
  Study study = Small();
  EXPECT_EQ(CrossingSize(study), 6);
  EXPECT_EQ(LevelsOf(study, 0), (Values{{"batch", 16}, {"network", "one"}}));
  EXPECT_EQ(LevelsOf(study, 1), (Values{{"batch", 16}, {"network", "two"}}));
  EXPECT_EQ(LevelsOf(study, 5), (Values{{"batch", 64}, {"network", "two"}}));
}

TEST(Design, FullIsEveryCombination) {
  Design design = DesignOf(Small());
  ASSERT_EQ(design.points.size(), 6u);
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(design.points[i].combination, i);
}

TEST(Design, AnUnknownKindIsAnError) {
  Study study = Small();
  study.design.kind = "half";
  Result<Design> design = TryDesign(study);
  ASSERT_FALSE(design.ok());
  EXPECT_NE(design.error().message().find("unknown design half"), std::string::npos);
}

// Of each kind with a point taken away: what rests on all of them is refused, the others say what
// they lose. The row says which.
TEST(Design, OnlyKindsThatNeedAllTheirPointsAreBrokenByExclusions) {
  for (const DesignKind& kind : kDesignKinds) {
    std::string design(kind.name);
    if (design == "fraction") design += ", resolution: III";
    if (design == "optimal") design += ", runs: 6";
    // The last of each, which every two-level design has at its high level in some run.
    std::string error = PlanError(FactorsText(3, 2, "kind: " + design) + "exclude: f0 == 1\n");
    EXPECT_EQ(error.find("would no longer be orthogonal") != error.npos, kind.needs_all)
        << design << ": " << error;
  }
}

TEST(Design, TogetherIsOneAxisAndKeepsTheOrder) {
  Study study = StudyOf(
      "factors: { batch: [16, 32], network: [one, two], rate: [1, 2] }\n"
      "together: [batch, rate]\nfixed: { framework: fake }\ndesign: { replications: 1 }\n");
  EXPECT_EQ(CrossingSize(study), 4);
  EXPECT_EQ(LevelsOf(study, 1), (Values{{"batch", 16}, {"network", "two"}, {"rate", 1}}));
  EXPECT_EQ(LevelsOf(study, 2), (Values{{"batch", 32}, {"network", "one"}, {"rate", 2}}));
  EXPECT_EQ(Ids(PlanOf(study)), (std::vector<std::string>{"C1", "C2", "C3", "C4"}));
}

TEST(Design, SimpleChangesOneFactorAtATime) {
  // Jain 1991, section 16.3: 1 + Σ(nᵢ − 1) runs.
  std::string text =
      "factors: { batch: [16, 32, 64], image: [32, 48], network: [one, two] }\n"
      "fixed: { framework: fake }\n";
  Plan plan = PlanOf(StudyOf(text + "design: { kind: simple, replications: 1 }\n"));
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C1", "C2", "C3", "C5", "C9"}));
  EXPECT_EQ(plan.details["base"], "C1");
  plan = PlanOf(StudyOf(
      text + "design: { kind: simple, base: { batch: 32, network: two }, replications: 1 }\n"));
  // The base is C6 (32, 32, two).
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C2", "C5", "C6", "C8", "C10"}));
  EXPECT_EQ(plan.details["base"], "C6");
  ASSERT_EQ(plan.notes.size(), 1u);
  EXPECT_EQ(plan.notes[0].english.find("One factor at a time from C6: "), 0u)
      << plan.notes[0].english;
  ExpectPlanError(text + "exclude: batch == 16\ndesign: { kind: simple }\n",
                  "s.yaml:4:17: the base (C1) is excluded", "name another with `base:");
}

TEST(Design, OneLevelOrAHundred) {
  std::string one = "factors: { a: [1], b: [2] }\nfixed: { framework: fake }\n";
  for (const char* kind :
       {"two_level", "fraction, runs: 4", "plackett_burman", "optimal, runs: 4"}) {
    ExpectPlanError(one + "design: { kind: " + kind + " }\n", "no factor has two levels");
  }
  EXPECT_EQ(Ids(PlanOf(StudyOf(one + "design: { kind: simple }\n"))).size(), 1u);
  EXPECT_EQ(Ids(PlanOf(StudyOf(one + "design: { kind: full }\n"))).size(), 1u);
  std::string hundred =
      "factors: { a: 1..100, b: 1..100, c: [1], d: [x, y] }\nfixed: { framework: fake }\n";
  auto count = [&](const std::string& design) {
    return PlanOf(StudyOf(hundred + "design: { " + design + ", replications: 1 }\n")).runs.size();
  };
  EXPECT_EQ(count("kind: full"), 20000u);
  EXPECT_EQ(count("kind: simple"), 200u);
  EXPECT_EQ(count("kind: two_level"), 8u);
  EXPECT_EQ(count("kind: fraction, runs: 4"), 4u);
  EXPECT_EQ(count("kind: plackett_burman"), 4u);
}

TEST(Design, CentrePointsAreInTheMiddle) {
  std::string text =
      "factors: { batch: [16, 64], image: [32, 48] }\nfixed: { framework: fake }\n"
      "design: { kind: two_level, centre_points: 3, replications: 2 }\n";
  Plan plan = PlanOf(StudyOf(text));
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C1", "C2", "C3", "C4", "C0"}));
  EXPECT_EQ(plan.scenarios[4].levels, (Values{{"batch", 40}, {"image", 40}}));
  EXPECT_EQ(plan.centre, "C0");
  EXPECT_EQ(plan.runs.size(), 14u);
  // A run is known by its scenario and replication: no two are the same.
  std::set<std::pair<size_t, int>> runs;
  for (const PlannedRun& run : plan.runs) runs.insert({run.scenario, run.replication});
  EXPECT_EQ(runs.size(), 14u);
  // A centre that is a scenario of the crossing keeps its label.
  plan =
      PlanOf(StudyOf("factors: { batch: [16, 32, 48] }\nfixed: { framework: fake }\n"
                     "design: { kind: two_level, centre_points: 1, replications: 1 }\n"));
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C1", "C3", "C2"}));
  EXPECT_EQ(plan.centre, "C2");
  EXPECT_EQ(PlanOf(Small()).centre, "") << "no centre points, no centre";
}

TEST(Design, CentrePointsNeedNumbers) {
  std::string end = "fixed: { framework: fake }\ndesign: { kind: full, centre_points: 2 }\n";
  ExpectPlanError("factors: { batch: [16, 64], network: [one, two] }\n" + end,
                  "s.yaml:3:38: `one` of network is no number", "every factor that varies");
  ExpectPlanError("factors: { batch: [16, 65] }\n" + end,
                  "no centre: batch must be a whole number");
  // What does not vary may be a word.
  EXPECT_EQ(PlanError("factors: { batch: [16, 64], network: [one] }\n" + end), "");
}

TEST(Design, ComputedValuesMayMakeTwoScenariosOne) {
  std::string text =
      "factors: { batch: [64, 128], learning_rate: [0.01, = 0.01 * batch / 128] }\n"
      "fixed: { framework: fake }\n";
  Plan plan = PlanOf(StudyOf(text + "design: { replications: 1 }\n"));
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C1", "C2", "C3"}));
  ASSERT_EQ(plan.notes.size(), 1u);
  EXPECT_EQ(plan.notes[0].english, "C4 has the same values as C3 and is measured as that.");
  EXPECT_EQ(plan.scenarios[1].levels, (Values{{"batch", 64}, {"learning_rate", 0.005}}));
}

}  // namespace
}  // namespace trena
