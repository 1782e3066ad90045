// SPDX-License-Identifier: Apache-2.0
#include "core/process/process.h"

#include <gtest/gtest.h>

#include <csignal>

#include "core/files.h"

namespace trena {
namespace {

ProcessResult Start(std::vector<std::string> arguments) {
  ProcessOptions options;
  options.arguments = std::move(arguments);
  return RunProcess(options).value();
}

TEST(ProcessTest, KeepsTheStreamsApart) {
  ProcessResult result = Start({"sh", "-c", "echo out; echo err >&2"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "err\n");
}

TEST(ProcessTest, ReportsExitCodesAndSignals) {
  EXPECT_EQ(Start({"sh", "-c", "exit 7"}).exit_code, 7);
  EXPECT_EQ(Start({"sh", "-c", "kill -KILL $$"}).exit_code, 128 + SIGKILL);
  EXPECT_EQ(Start({"sh", "-c", "exit 127"}).exit_code, 127);
}

TEST(ProcessTest, KeepsNoMoreThanTheLimitAndLetsTheProgramEnd) {
  ProcessOptions options;
  options.arguments = {"sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"};
  options.output_limit = 1000;
  ProcessResult result = RunProcess(options).value();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output.size(), 1000u);
  EXPECT_EQ(result.errors.size(), 1000u);
}

TEST(ProcessTest, AMissingProgramOrFolderIsAnError) {
  ProcessOptions options;
  options.arguments = {"no-such-program-here"};
  Result<ProcessResult> result = RunProcess(options);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(),
            "cannot start no-such-program-here: No such file or directory");
  options.arguments = {"true"};
  options.folder = "/no/such/folder";
  EXPECT_FALSE(RunProcess(options).ok());
  EXPECT_FALSE(RunProcess({}).ok());
}

TEST(ProcessTest, TheEnvironmentIsOursWithAdditions) {
  setenv("TRENA_TEST_INHERITED", "ours", 1);
  setenv("TRENA_TEST_REPLACED", "old", 1);
  ProcessOptions options;
  options.arguments = {"sh", "-c",
                       "echo $TRENA_TEST_INHERITED $TRENA_TEST_REPLACED $TRENA_TEST_NEW"};
  options.environment = {{"TRENA_TEST_REPLACED", "new"}, {"TRENA_TEST_NEW", "a=b"}};
  EXPECT_EQ(RunProcess(options).value().output, "ours new a=b\n");
}

TEST(ProcessTest, ThereIsNoShell) {
  fs::path folder = MakeTemporaryFolder(testing::TempDir(), "process-").value();
  ProcessOptions options;
  options.arguments = {"echo", "; touch x", "$(touch y)", "`touch z`", "*", "> w"};
  options.folder = folder;
  EXPECT_EQ(RunProcess(options).value().output, "; touch x $(touch y) `touch z` * > w\n");
  EXPECT_TRUE(ListFolder(folder).value().empty());
  fs::remove_all(folder);
}

TEST(ProcessTest, RunsInTheFolderGiven) {
  ProcessOptions options;
  options.arguments = {"pwd"};
  options.folder = "/";
  EXPECT_EQ(RunProcess(options).value().output, "/\n");
}

TEST(ProcessTest, HasNothingToRead) { EXPECT_EQ(Start({"cat"}).output, ""); }

TEST(ProcessTest, SignalsHeldBackHereAreNotHeldBackThere) {
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGTERM);
  sigprocmask(SIG_BLOCK, &held, &before);
  int exit_code = Start({"sh", "-c", "kill -TERM $$; exit 0"}).exit_code;
  sigprocmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(exit_code, 128 + SIGTERM);
}

using Heard = std::vector<std::string>;

LineProcessEnd Hear(LineProcess process, Heard& heard) {
  return RunByLine(process, [&](std::string_view line) { heard.emplace_back(line); }).value();
}

TEST(LineProcessTest, HandsOnLinesAndAnEndWithoutOne) {
  Heard heard;
  Result<int> code = RunByLine({"printf", "one\n\ntwo\nrest"},
                               [&](std::string_view line) { heard.emplace_back(line); });
  EXPECT_EQ(code.value(), 0);
  EXPECT_EQ(heard, (Heard{"one", "", "two", "rest"}));
}

TEST(LineProcessTest, ErrorsComeAmongTheLinesOnlyWhenAsked) {
  LineProcess process;
  process.arguments = {"sh", "-c", "echo out; echo err >&2; exit 3"};
  process.with_errors = true;
  Heard both;
  EXPECT_EQ(Hear(process, both).exit_code, 3);
  EXPECT_EQ(both, (Heard{"out", "err"}));
  process.with_errors = false;
  process.arguments = {"sh", "-c", "echo out; echo err >&2"};
  testing::internal::CaptureStderr();
  Heard one;
  Hear(process, one);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "err\n");
  EXPECT_EQ(one, (Heard{"out"}));
}

TEST(LineProcessTest, VariablesCanBeKeptFromIt) {
  setenv("TRENA_TEST_HIDDEN", "ours", 1);
  LineProcess process;
  process.arguments = {"sh", "-c", "echo \"$TRENA_TEST_HIDDEN|$TRENA_TEST_ADDED\"; cat"};
  process.without = {"TRENA_TEST_HIDDEN"};
  process.environment = {{"TRENA_TEST_ADDED", "new"}};
  Heard heard;
  Hear(process, heard);
  EXPECT_EQ(heard, (Heard{"|new"})) << "and there is nothing to read";
}

TEST(LineProcessTest, ASignalEndsItAndWhatItStarted) {
  SignalWatch signals;
  LineProcess process;
  process.arguments = {"sh", "-c", "sleep 600 & echo begun; wait"};
  process.signals = &signals;
  const Result<LineProcessEnd> end = RunByLine(process, [](std::string_view) { raise(SIGTERM); });
  EXPECT_EQ(end.value().interruption, SIGTERM);
  EXPECT_EQ(end.value().exit_code, 128 + SIGKILL);
}

TEST(LineProcessTest, AMissingProgramIsAnError) {
  EXPECT_FALSE(RunByLine({"no-such-program-here"}, [](std::string_view) {}).ok());
  EXPECT_FALSE(RunByLine(std::vector<std::string>{}, [](std::string_view) {}).ok());
}

}  // namespace
}  // namespace trena
