// SPDX-License-Identifier: Apache-2.0
#include "plan/pruning.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kBase = "factors: { batch: [32, 64] }\nfixed: { framework: fake }\n";

// Why --only is refused; empty when it is not.
std::string OnlyError(const std::string& text, const std::string& only) {
  Study study = StudyOf(text);
  PlanOptions options;
  options.only = ParseOnly(study, only).value();
  Result<Plan> plan = MakePlan(study, {}, options);
  return plan.ok() ? "" : plan.error().message();
}

TEST(PruningTest, WhatCannotBeJudgedShowsItsPlaceAndWhatMendsIt) {
  ExpectPlanError(kBase + "exclude: 1 / (batch - 64) > 2\n",
                  "s.yaml:3:10: exclude cannot be judged with batch 64: in `1 / (batch - 64) > 2`: "
                  "division by zero\n    3 | exclude: 1 / (batch - 64) > 2\n",
                  "= put a condition before it: `batch != 64 and …`");
  ExpectPlanError(kBase + "exclude: [batch == 1, framework > 3]\n",
                  "s.yaml:3:23: exclude cannot be judged with framework fake: in `framework > 3`: "
                  "`fake` is not a number",
                  "words are compared with ==");
  ExpectPlanError(kBase + "only: batch\n",
                  "s.yaml:3:7: only cannot be judged with batch 32: in `batch`: `32` is neither",
                  "= write a comparison");
}

TEST(PruningTest, TheFixThatIsOfferedWorks) {
  EXPECT_EQ(PlanError(kBase + "exclude: batch != 64 and 1 / (batch - 64) > 2\n"), "");
}

TEST(PruningTest, ASearchIsToldToo) {
  ExpectPlanError(FactorsText(2, 3, "kind: optimal, runs: 6") + "exclude: 1 / f0 > 2\n",
                  "s.yaml:6:10: exclude cannot be judged with f0 0", "put a condition before it");
}

TEST(PruningTest, OfTheCommandLineToo) {
  std::string error = OnlyError(kBase, "1 / (batch - 64) > 2");
  EXPECT_TRUE(error.starts_with("--only:1:1: cannot be judged with batch 64: in `1 /")) << error;
  EXPECT_NE(error.find("= put a condition before it"), std::string::npos) << error;
}

TEST(PruningTest, NothingLeftIsSaidWhereItIsWritten) {
  const std::string hint = "= a scenario is left where no `exclude` is true and every `only` is";
  ExpectPlanError(kBase + "exclude: batch > 1\n", "s.yaml:3:10: no scenario is left of 2", hint);
  ExpectPlanError(kBase + "only: batch > 100\n", "s.yaml:3:7: no scenario is left of 2", hint);
  ExpectPlanError(FactorsText(2, 2, "kind: optimal, runs: 4") + "only: f0 > 5\n",
                  "s.yaml:6:7: no scenario is left of 4", hint);
}

TEST(PruningTest, NothingLeftByTheCommandLineIsNotBlamedOnTheFile) {
  std::string error = OnlyError(kBase + "exclude: batch == 32\n", "batch < 64");
  EXPECT_TRUE(error.starts_with("--only:1:1: no scenario is left: it is true for none of 1\n"))
      << error;
  EXPECT_NE(error.find("= batch is 32, 64"), std::string::npos) << error;
}

}  // namespace
}  // namespace trena
