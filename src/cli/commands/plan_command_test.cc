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

TEST(PlanCommand, APrecisionThatARunWouldRefuseIsRefusedInItsWords) {
  StudyFolder folder;
  fs::create_directories(folder.path("runners/real"));
  ASSERT_TRUE(WriteFile(folder.path("runners/real/runner.yaml"),
                        "framework: real\nversion: 1.0\ncommand: [./run]\ndevices: [cpu]\n"
                        "precisions: [float32, float64]\n")
                  .ok());
  ASSERT_TRUE(WriteFile(folder.path("runners/real/run"), "").ok());
  folder.Write(
      "factors: { precision: [float32, float16] }\nfixed: { framework: real, network: lenet, "
      "dataset: synthetic, images: 100, epochs: 1, batch: 10 }\n");
  const std::string study = folder.options().study;
  const std::string words = "precision float16 is not possible with real: use float32 or float64";
  const CommandEnd plan = RunCommand("plan", {study});
  EXPECT_TRUE(Has(plan.output, {"Cannot run:\n  " + words + "\n"})) << plan.output;
  EXPECT_FALSE(Has(plan.output, {"Next:"}));
  const Json json = ParseJson(RunCommand("plan", {study, "--json"}).output).value();
  EXPECT_EQ(json["cannot_run"][0], words);
}

TEST(PlanCommand, QuestionsAreCheckedBeforeTheStudyIsRead) {
  CommandEnd end = RunCommand("plan", {"nowhere.yaml", "--noise", "lots"});
  EXPECT_EQ(end.code, kExitInput);
  EXPECT_TRUE(Has(end.error, {"--noise"}));
}

}  // namespace
}  // namespace trena
