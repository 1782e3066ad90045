// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(AnalyzeCommand, ForPeopleAndForPrograms) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  ASSERT_EQ(RunCommand("measure", {study}).code, kExitDone);
  CommandEnd json = RunCommand("analyze", {study, "--json"});
  Result<Json> analysis = ParseJson(json.output);
  ASSERT_TRUE(analysis.ok()) << json.error;
  EXPECT_EQ(analysis.value()["scenarios"].size(), 2u);
  CommandEnd text = RunCommand("analyze", {study});
  EXPECT_TRUE(Has(text.output, {"batch"}));
  EXPECT_EQ(text.code, json.code);
  EXPECT_EQ(RunCommand("analyze", {}).error.find("STUDY is required"), 0u);
}

// Nothing is left to compare with: of the study file's baseline, and of a typed one.
TEST(AnalyzeCommand, ABaselineThatOnlyTakesAwayIsRefused) {
  StudyFolder folder(std::string(kTwoScenarios) + "analyze: { baseline: { batch: 32 } }\n");
  const std::string study = folder.options().study;
  ASSERT_EQ(RunCommand("measure", {study}).code, kExitDone);
  CommandEnd gone = RunCommand("analyze", {study, "--only", "batch == 64"});
  EXPECT_EQ(gone.code, kExitInput);
  EXPECT_EQ(gone.output, "");
  EXPECT_TRUE(Has(gone.error, {"--only:1:1: it leaves no scenario with the baseline batch 32",
                               "batch == 64", "name another with --baseline"}))
      << gone.error;
  CommandEnd typed =
      RunCommand("analyze", {study, "--only", "batch == 32", "--baseline", "batch=64"});
  EXPECT_EQ(typed.code, kExitInput);
  EXPECT_TRUE(Has(typed.error, {"--only:1:1: it leaves no scenario with the baseline batch 64"}))
      << typed.error;
  for (const std::vector<std::string>& left :
       {std::vector<std::string>{study, "--only", "batch == 32"},
        {study, "--only", "batch > 1"},
        {study, "--only", "batch == 64", "--baseline", "batch=64"},
        {study}}) {
    EXPECT_NE(RunCommand("analyze", left).code, kExitInput) << left.back();
  }
}

}  // namespace
}  // namespace trena
