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

}  // namespace
}  // namespace trena
