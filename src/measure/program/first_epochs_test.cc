// SPDX-License-Identifier: Apache-2.0
#include "measure/program/first_epochs.h"

#include <gtest/gtest.h>

#include "plan/plan.h"
#include "study/study_reader.h"

namespace trena {
namespace {

// Of the scenario that is run instead.
std::string FewerEpochs(const std::string& command, int epochs) {
  const Study study =
      ReadStudyText("test.yaml", "factors: { batch: [1] }\nfixed: { framework: command, epochs: " +
                                     std::to_string(epochs) + " }\ncommand: [" + command + "]\n")
          .value();
  const Plan plan = MakePlan(study, {}).value();
  return Find(WithFewerEpochs(study, plan.scenarios[0]).values, "epochs")->ToString();
}

TEST(WithFewerEpochs, IsForACommandThatTakesThem) {
  EXPECT_EQ(FewerEpochs("train, \"{batch}\", \"{epochs}\"", 90), "5");
  EXPECT_EQ(FewerEpochs("train, \"{batch}\"", 90), "90");
  EXPECT_EQ(FewerEpochs("train, \"{batch}\", \"{epochs}\"", 3), "3");
}

}  // namespace
}  // namespace trena
