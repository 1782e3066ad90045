// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/holes.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

std::string NotesOf(const std::string& text) {
  return JoinTold(PlanOf(StudyOf(text)).notes, "\n").english;
}

void ExpectNote(const std::string& text, const std::string& part) {
  std::string notes = NotesOf(text);
  EXPECT_NE(notes.find(part), std::string::npos) << notes << "\nshould say: " << part;
}

TEST(HolesTest, WholeLevelsLeaveACrossing) {
  EXPECT_EQ(NotesOf(FactorsText(2, 3, "replications: 1")), "");
  EXPECT_EQ(NotesOf(FactorsText(2, 3, "replications: 1") + "exclude: f0 == 2\n"), "");
  EXPECT_EQ(NotesOf(FactorsText(2, 3, "replications: 1") + "only: f0 == 2 and f1 == 1\n"), "");
}

// One of 9 runs is gone. Each run has x'x = 5 parameters of a crossing with X'X = 9 I, so that
// |X'X − xx'| = 9^5 (1 − 5/9), and its fifth root over 8 is 9/8 × (4/9)^(1/5) = 95.66 %.
TEST(HolesTest, AHoleIsSaidAndOptimalOffered) {
  std::string text = FactorsText(2, 3, "replications: 1") + "exclude: f0 == 2 and f1 == 2\n";
  ExpectNote(text, "leaves 8 of 9 combinations, so the factors are no longer crossed in full");
  ExpectNote(text, "(main effects 95.7 % as efficiently as by an orthogonal design of 8 runs)");
  ExpectNote(text, "`design: { kind: optimal, runs: 7 }` plans around what is excluded.");
  EXPECT_EQ(PlanOf(StudyOf(FactorsText(2, 3, "kind: optimal, runs: 7, replications: 1") +
                           "exclude: f0 == 2 and f1 == 2\n"))
                .runs.size(),
            7u)
      << "what is offered can be planned";
}

TEST(HolesTest, OfTwoLevelsToo) {
  // The optimal design would be of all three levels: 5 parameters.
  ExpectNote(
      FactorsText(2, 3, "kind: two_level, replications: 1") + "exclude: f0 == 0 and f1 == 0\n",
      "leaves 3 of 4 combinations");
  ExpectNote(
      FactorsText(2, 3, "kind: two_level, replications: 1") + "exclude: f0 == 0 and f1 == 0\n",
      "`design: { kind: optimal, runs: 5 }`");
}

TEST(HolesTest, AFractionThatIsLeftIsOrthogonal) {
  ExpectNote(FactorsText(3, 2, "replications: 1") + "only: (f0 + f1 + f2) % 2 == 0\n",
             "leaves 4 of 8 combinations, so the factors are no longer crossed in full: main "
             "effects stay orthogonal, but interactions cannot all be told apart.");
}

TEST(HolesTest, WhatNoDesignCanTellApartOffersNone) {
  std::string text = FactorsText(2, 2, "replications: 1") + "only: f0 == f1\n";
  ExpectNote(text, "some main effects cannot be told apart any more. Exclude less.");
  EXPECT_EQ(NotesOf(text).find("optimal"), std::string::npos);
}

TEST(HolesTest, OneFactorAtATimeLosesLevels) {
  ExpectNote(
      FactorsText(2, 3, "kind: simple, replications: 1") + "exclude: f0 == 2 and f1 == 0\n",
      "Excluded: C7. Their levels are not compared with the base; `design: { kind: optimal, runs: "
      "5 }` plans around what is excluded.");
}

TEST(HolesTest, TheCommandLinePicksAndLeavesNoHoles) {
  Study study = StudyOf(FactorsText(2, 3, "replications: 1"));
  PlanOptions options;
  options.only = ParseOnly(study, "f0 == f1").value();
  EXPECT_TRUE(PlanOf(study, options).notes.empty());
}

}  // namespace
}  // namespace trena
