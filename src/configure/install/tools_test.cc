// SPDX-License-Identifier: Apache-2.0
#include "configure/install/tools.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>

#include "configure/testing.h"
#include "core/clock.h"

namespace trena {
namespace {

ToolResult Printed(std::string output) { return {0, std::move(output)}; }

TEST(ToolAnswer, TheLastLineThatIsAnObject) {
  EXPECT_EQ(Printed("noise\n{\"a\":1}\n{\"a\":2}\n[3]\n").Answer().value()["a"], 2);
  EXPECT_EQ(Printed("{\"a\":1}\n{broken\nend").Answer().value()["a"], 1)
      << "broken ones are passed";
  EXPECT_EQ(Printed("{\"a\":1}").Answer().value()["a"], 1) << "without an end of line";
  for (const char* text : {"", "\n", "[1]", " {\"a\":1}", "x{\"a\":1}", "{", "null"}) {
    EXPECT_FALSE(Printed(text).Answer()) << text;
  }
}

TEST(ToolTail, TheLastEightLines) {
  std::string eight = "1\n2\n3\n4\n5\n6\n7\n8";
  EXPECT_EQ(Printed(eight).Tail(), "  1\n  2\n  3\n  4\n  5\n  6\n  7\n  8");
  EXPECT_EQ(Printed("0\n" + eight + "\n\n").Tail(), "  1\n  2\n  3\n  4\n  5\n  6\n  7\n  8");
  EXPECT_EQ(Printed("one").Tail(), "  one");
  EXPECT_EQ(Printed("").Tail(), "  ");
}

TEST(ToolTail, CannotDriveTheTerminal) {
  EXPECT_EQ(Printed("a\x1b[2J").Tail().find('\x1b'), std::string::npos);
}

class ToolsTest : public testing::Test {
 protected:
  ToolResult Shell(const std::string& script, const fs::path& scratch = {}) {
    Result<ToolResult> result = tools_.Run({"/bin/sh", "-c", script}, scratch);
    EXPECT_TRUE(result.ok()) << result.error().message();
    return result.ok() ? result.value() : ToolResult{};
  }

  SignalWatch signals_;
  Tools tools_{signals_};
};

TEST_F(ToolsTest, OutputAndErrorsAndTheCode) {
  ToolResult result = Shell("echo out; echo err >&2; exit 4");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_TRUE(Has(result.output, {"out\n", "err\n"}));
}

TEST_F(ToolsTest, LinesAreHeardAsTheyCome) {
  std::vector<std::string> heard;
  ASSERT_TRUE(tools_
                  .Run({"/bin/sh", "-c", "echo one; echo two"}, {},
                       [&](std::string_view line) { heard.emplace_back(line); })
                  .ok());
  EXPECT_EQ(heard, (std::vector<std::string>{"one", "two"}));
}

TEST_F(ToolsTest, AnotherPythonsVariablesAreLeftOut) {
  const char* left_out[] = {"PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV",
                            "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT",      "PIP_USER"};
  for (const char* name : left_out) setenv(name, "astray", 1);
  setenv("PIP_INDEX_URL", "kept", 1);
  ToolResult result = Shell("env");
  for (const char* name : left_out) {
    EXPECT_EQ(result.output.find(std::string(name) + "="), std::string::npos) << name;
    unsetenv(name);
  }
  unsetenv("PIP_INDEX_URL");
  EXPECT_TRUE(Has(result.output, {"PIP_INDEX_URL=kept\n", "PYTHONNOUSERSITE=1\n"}));
}

TEST_F(ToolsTest, WorksInItsScratchFolder) {
  TestFolder folder;
  ToolResult result = Shell("pwd -P; echo $TMPDIR", folder.path());
  EXPECT_EQ(result.output,
            fs::canonical(folder.path()).string() + "\n" + folder.path().string() + "\n");
}

TEST_F(ToolsTest, AProgramThatIsNotThereIsAnError) {
  EXPECT_FALSE(tools_.Run({"/no/such/program"}).ok());
}

TEST_F(ToolsTest, ASignalThatWaitsInterrupts) {
  EXPECT_EQ(tools_.interruption(), 0);
  raise(SIGTERM);
  Result<ToolResult> result = tools_.Run({"/bin/sh", "-c", "true"});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(), "interrupted");
  EXPECT_EQ(tools_.interruption(), SIGTERM);
  EXPECT_EQ(tools_.interruption(), SIGTERM) << "it is remembered";
  EXPECT_FALSE(tools_.Run({"/bin/sh", "-c", "true"}).ok()) << "and nothing more is done";
}

TEST_F(ToolsTest, APauseEndsWithASignal) {
  raise(SIGINT);
  tools_.Pause(600'000);  // ten minutes, if it did not
  EXPECT_EQ(tools_.interruption(), SIGINT);
}

}  // namespace
}  // namespace trena
