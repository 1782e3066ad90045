// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/fraction/two_level.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kTwoLevelStudy =
    "factors: { batch: [32, 16, 128, 64], network: [one, two], image: [32] }\n"
    "fixed: { framework: fake }\n";

TEST(TwoLevelTest, ExtremesOfNumbersAndTheTwoWords) {
  Plan plan = PlanOf(StudyOf(kTwoLevelStudy + "design: { kind: two_level, replications: 1 }\n"));
  // C3 16 one, C4 16 two, C5 128 one, C6 128 two: labels are of the full crossing.
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C3", "C4", "C5", "C6"}));
  EXPECT_EQ(plan.crossing, 8u);
  EXPECT_EQ(plan.details["factors"][0]["low"], "16");
  EXPECT_EQ(plan.details["factors"][0]["high"], "128");
}

TEST(TwoLevelTest, NamedLevels) {
  Plan plan = PlanOf(
      StudyOf(kTwoLevelStudy +
              "design: { kind: two_level, levels: { batch: [64, 32] }, replications: 1 }\n"));
  EXPECT_EQ(Ids(plan), (std::vector<std::string>{"C1", "C2", "C7", "C8"}));
  EXPECT_EQ(plan.details["factors"][0]["low"], "64");
}

TEST(TwoLevelTest, ThreeWordsNeedTwoNamed) {
  std::string text =
      "factors: { network: [one, two, three], batch: [1, 2] }\nfixed: { framework: fake }\n";
  ExpectPlanError(text + "design: { kind: two_level }\n",
                  "s.yaml:1:12: network has 3 levels, and a design of kind two_level takes two",
                  "name two with `levels: { network: [one, two] }` under design");
  EXPECT_EQ(
      PlanOf(StudyOf(text + "design: { kind: two_level, levels: { network: [one, three] } }\n"))
          .scenarios.size(),
      4u);
}

TEST(TwoLevelTest, TooManyAreRefused) {
  ExpectPlanError(FactorsText(20, 2, "kind: two_level"), "two levels of 20 factors are 2^20",
                  "`kind: fraction`");
}

}  // namespace
}  // namespace trena
