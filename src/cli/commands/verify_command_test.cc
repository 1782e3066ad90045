// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(VerifyCommand, ASimulatedFrameworkHasNothingToProve) {
  StudyFolder folder;
  CommandEnd end = RunCommand("verify", {folder.options().study});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  EXPECT_EQ(end.output, "Nothing to compare.\n");
  end = RunCommand("verify", {folder.options().study, "--json"});
  EXPECT_TRUE(ParseJson(end.output).ok()) << end.output;
}

}  // namespace
}  // namespace trena
