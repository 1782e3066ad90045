// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(DuelCommand, AProgramThatSleepsTwiceAsLong) {
  const CommandEnd end = RunCommand(
      "duel", {"sleep 0.05", "sleep 0.1", "--turn", "200ms", "--within", "20%", "--json"});
  EXPECT_EQ(end.code, kExitDone) << end.error;
  const Json json = ParseJson(end.output).value();
  EXPECT_EQ(json["verdict"], "a");
  EXPECT_EQ(json["in_turns"], false) << "they are shorter than four turns";
  EXPECT_GE(json["rounds"], 5);
  EXPECT_LT(json["low"], json["ratio"]);
  EXPECT_LT(json["ratio"], json["high"]);
  EXPECT_GT(json["low"], 1);
}

TEST(DuelCommand, OutOfTimeItCannotTell) {
  const CommandEnd end = RunCommand("duel", {"sleep 100", "sleep 100", "--for", "300ms"});
  EXPECT_EQ(end.code, kExitInconclusive) << end.error;
  EXPECT_TRUE(Has(end.output, {"Not one round was finished"})) << end.output;
}

TEST(DuelCommand, BadInputStartsNothing) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"true", "true", "--turn", "0s"},
        {"true", "true", "--turn", "1h"},
        {"true", "true", "--within", "2"},
        {"true", "true", "--for", "0s"},
        {"true", "true; true"},
        {"true", ""},
        {"true", "/no/such/program"},
        {"true"}}) {
    EXPECT_EQ(RunCommand("duel", words).code, kExitInput) << words.back();
  }
  EXPECT_EQ(RunCommand("duel", {"true", "false"}).code, kExitFailure);
}

}  // namespace
}  // namespace trena
