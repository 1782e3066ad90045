// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(CompareCommand, TwoResultsOfOneStudy) {
  StudyFolder folder;
  const std::string study = folder.options().study;
  const std::string before = folder.path("before.trena").string();
  CommandEnd never = RunCommand("compare", {study, before});
  EXPECT_EQ(never.code, kExitInput);
  EXPECT_TRUE(Has(never.error, {"nothing was measured yet; first: trena measure "}));
  ASSERT_EQ(RunCommand("measure", {study}).code, kExitDone);
  ASSERT_EQ(RunCommand("measure", {study, "--out", before}).code, kExitDone);
  CommandEnd end = RunCommand("compare", {before, study, "--json"});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  EXPECT_TRUE(ParseJson(end.output).ok()) << end.output;
  EXPECT_TRUE(Has(RunCommand("compare", {before, study, "--format", "markdown"}).output, {"|"}));
  EXPECT_NE(RunCommand("compare", {before, study}).output, "");
  // Before anything is read.
  end = RunCommand("compare", {"nowhere", "no.yaml", "--threshold", "much"});
  EXPECT_TRUE(Has(end.error, {"--threshold"}));
  EXPECT_EQ(RunCommand("compare", {before, study, "--metric", "space"}).code, kExitInput);
  EXPECT_EQ(RunCommand("compare", {before}).code, kExitInput);
}

}  // namespace
}  // namespace trena
