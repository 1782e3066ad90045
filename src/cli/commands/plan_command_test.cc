// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(PlanCommand, ForPeopleForSpreadsheetsAndForPrograms) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  CommandEnd text = RunCommand("plan", {study});
  EXPECT_EQ(text.code, kExitDone) << text.error;
  EXPECT_EQ(text.output.find("two\nDoes the batch matter?\n"), 0u) << text.output;
  CommandEnd csv = RunCommand("plan", {study, "--csv"});
  EXPECT_EQ(csv.output.find("position,scenario,replication,block,plot,batch\n1,C"), 0u);
  CommandEnd json = RunCommand("plan", {study, "--json"});
  Result<Json> plan = ParseJson(json.output);
  ASSERT_TRUE(plan.ok()) << json.output;
  EXPECT_EQ(plan.value()["study"], "two");
  EXPECT_EQ(plan.value()["scenarios"].size(), 2u);
  EXPECT_EQ(plan.value()["forecast"]["remaining_runs"], 4);
  EXPECT_TRUE(plan.value()["skipped"].empty());
  EXPECT_EQ(RunCommand("plan", {study, "--csv", "--json"}).code, kExitInput);
  EXPECT_FALSE(fs::exists(folder.path("s.trena"))) << "a plan writes nothing";
}

// Four runs of 90 s at 3.6 USD/h.
TEST(PlanCommand, ARunsLengthThatIsSaidCountsWithoutAnAmountToo) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  CommandEnd end = RunCommand("plan", {study, "--run-takes", "90s"});
  EXPECT_TRUE(Has(end.output, {"\n4 runs to do: about 6 min 00 s, 0.360 USD (4 as --run-takes "
                               "says).\n"}))
      << end.output;
  Json forecast =
      ParseJson(RunCommand("plan", {study, "--run-takes", "90s", "--json"}).output).value();
  EXPECT_EQ(forecast["forecast"]["time"]["seconds"], 360);
  EXPECT_EQ(forecast["forecast"]["sources"]["given"], 4);
}

TEST(PlanCommand, QuestionsAreCheckedBeforeTheStudyIsRead) {
  CommandEnd end = RunCommand("plan", {"nowhere.yaml", "--noise", "lots"});
  EXPECT_EQ(end.code, kExitInput);
  EXPECT_TRUE(Has(end.error, {"--noise"}));
}

}  // namespace
}  // namespace trena
