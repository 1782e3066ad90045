// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(MeasureCommand, SaysHowItEnded) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  CommandEnd end = RunCommand("measure", {study, "--json"});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  Result<Json> json = ParseJson(end.output);
  ASSERT_TRUE(json.ok()) << end.output;
  EXPECT_EQ(json.value()["end"], "done");
  EXPECT_EQ(json.value()["measured"], 4);
  EXPECT_EQ(json.value()["failed"], 0);
  EXPECT_FALSE(json.value().contains("precision")) << "there is no stop rule";
  EXPECT_EQ(ParseJson(RunCommand("measure", {study, "--json"}).output).value()["already"], 4);
  folder.Write(std::string(kTwoScenarios) + "deadline: 2020-01-01\n");
  end = RunCommand("measure", {study, "--replications", "3", "--json"});
  EXPECT_EQ(end.code, kExitBudget);
  EXPECT_EQ(ParseJson(end.output).value()["end"], "deadline");
}

TEST(MeasureCommand, AFailedRunIsExitCodeThree) {
  StudyFolder folder;
  CommandEnd end =
      RunCommand("measure", {folder.options().study, "-P", "fake_outcome=fail", "--json"});
  EXPECT_EQ(end.code, kExitRunFailed) << end.error;
  EXPECT_EQ(ParseJson(end.output).value()["failed"], 4);
  const CommandEnd second =
      RunCommand("measure", {folder.options().study, "-P", "fake_outcome=fail", "--json"});
  EXPECT_EQ(second.code, kExitRunFailed) << "nothing mended them since";
  EXPECT_EQ(ParseJson(second.output).value()["failed"], 0);
  EXPECT_EQ(ParseJson(second.output).value()["failed_before"], 4);
}

}  // namespace
}  // namespace trena
