// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(RunAllCommand, AllOfItOneAfterTheOther) {
  StudyFolder folder;
  CommandEnd end = RunCommand("run", {folder.options().study});
  EXPECT_TRUE(end.code == kExitDone || end.code == kExitInconclusive) << end.error;
  EXPECT_EQ(end.talk.find("two: 2 scenarios × 2 replications = 4 runs\n4 runs to do. How long "),
            0u)
      << end.talk;
  EXPECT_TRUE(Has(end.talk, {"Measured 4 runs."}));
  EXPECT_TRUE(
      Has(end.output, {"\nThe page: ", "report.html (report.md and report.csv are beside it)\n"}));
  CommandEnd json = RunCommand("run", {folder.options().study, "--json"});
  EXPECT_TRUE(ParseJson(json.output).ok()) << "stdout is the JSON's alone";
}

}  // namespace
}  // namespace trena
