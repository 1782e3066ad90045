// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/test_workspace.h"
#include "core/json.h"

namespace trena {
namespace {

TEST(MonitorCommand, MonitorsOneThingAndHasItsExitCode) {
  TestFolder folder;
  const std::string out = (folder.path() / "m").string();
  CommandEnd end = RunCommand("monitor", {"--out", out, "--json"}, {"/bin/sh", "-c", "exit 7"});
  EXPECT_EQ(end.code, 7) << end.error;
  EXPECT_TRUE(ParseJson(end.output).ok()) << end.output;
  EXPECT_TRUE(fs::exists(folder.path() / "m" / "summary.json"));
  EXPECT_TRUE(fs::exists(folder.path() / "m" / "report.html"));
  EXPECT_TRUE(Has(end.talk, {"The page: "}));
  end = RunCommand("monitor", {"--out", (folder.path() / "n").string()}, {"/nowhere/at/all"});
  EXPECT_EQ(end.code, 127) << "as shells say it";
  EXPECT_TRUE(Has(end.talk, {"cannot start /nowhere/at/all: "}));
}

TEST(MonitorCommand, SaysWhatIsMissingOrTooMuch) {
  const std::vector<std::string> program = {"true"};
  EXPECT_TRUE(Has(RunCommand("monitor", {}).error,
                  {"what is to be monitored?", "trena monitor -- python3 train.py"}));
  EXPECT_TRUE(Has(RunCommand("monitor", {"python3", "x.py"}).error,
                  {"put -- before the command: trena monitor -- python3 x.py"}));
  EXPECT_TRUE(Has(RunCommand("monitor", {"--evry", "1s"}, program).error,
                  {"there is no option `--evry` (did you mean `--every`?)"}));
  EXPECT_TRUE(Has(RunCommand("monitor", {"--pid", "1"}, program).error, {"only one program"}));
  EXPECT_EQ(RunCommand("monitor", {"--every", "1ms"}, program).error,
            "--every must be at least 10ms");
  EXPECT_TRUE(Has(RunCommand("monitor", {"--price", "cheap"}, program).error, {"--price"}));
  EXPECT_TRUE(Has(RunCommand("monitor", {"--pid", "1", "--epoch-pattern", "x"}).error,
                  {"--epoch-pattern reads what a program prints, which --pid cannot see"}));
  EXPECT_TRUE(Has(RunCommand("monitor", {"--pid", "1", "--epochs", "9"}).error,
                  {"--epochs are told by what a program prints, which --pid cannot see"}));
  EXPECT_TRUE(Has(RunCommand("monitor", {"--epochs", "0"}, {"true"}).error,
                  {"--epochs must be at least 1"}));
}

}  // namespace
}  // namespace trena
