// SPDX-License-Identifier: Apache-2.0
#include "measure/outcome.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

#include "configure/testing.h"

namespace trena {
namespace {

OutcomeEvidence Exit(int code) {
  OutcomeEvidence evidence;
  evidence.end.exit_code = code;
  evidence.program = "trainer";
  return evidence;
}

OutcomeEvidence Signal(int number) {
  OutcomeEvidence evidence = Exit(-1);
  evidence.end.signal = number;
  return evidence;
}

RunEvents Said(const std::string& kind, const std::string& message = "") {
  RunEvents events;
  events.error_kind = kind;
  events.error_message = message;
  return events;
}

Outcome Judge(const OutcomeEvidence& evidence, const RunEvents& events = {}) {
  return JudgeOutcome(evidence, events).outcome;
}

OutcomeEvidence With(OutcomeEvidence evidence, bool OutcomeEvidence::* what) {
  evidence.*what = true;
  return evidence;
}

TEST(Outcome, ByTheProgramsEnd) {
  EXPECT_EQ(Judge(Exit(0)), Outcome::kOk);
  EXPECT_EQ(JudgeOutcome(Exit(0), {}).reason, "");
  EXPECT_EQ(Judge(Exit(1)), Outcome::kFailed);
  EXPECT_EQ(JudgeOutcome(Exit(9), {}).reason, "exit code 9");
  EXPECT_EQ(Judge(Signal(SIGSEGV)), Outcome::kFailed);
  EXPECT_TRUE(Has(JudgeOutcome(Signal(SIGSEGV), {}).reason, {"signal 11"}));
}

TEST(Outcome, AProgramThatCouldNotStartIsRefused) {
  OutcomeEvidence evidence = Exit(127);
  evidence.end.start_error = ENOENT;
  OutcomeAndReason judged = JudgeOutcome(evidence, {});
  EXPECT_EQ(judged.outcome, Outcome::kRefused);
  EXPECT_EQ(judged.reason, "cannot start trainer: No such file or directory");
}

TEST(Outcome, AnErrorEventIsAFailureWhateverTheExitCode) {
  EXPECT_EQ(Judge(Exit(0), Said("bad_input", "no such file")), Outcome::kFailed);
  EXPECT_TRUE(
      Has(JudgeOutcome(Exit(1), Said("failed", "no data")).reason, {"exit code 1: no data"}));
}

TEST(Outcome, TheRunnersWordsComeBeforeItsLog) {
  OutcomeEvidence evidence = Exit(1);
  evidence.errors_tail = "Traceback\n  File \"x.py\"\nValueError: bad shape\n\n";
  EXPECT_EQ(JudgeOutcome(evidence, {}).reason, "exit code 1: ValueError: bad shape");
  EXPECT_EQ(JudgeOutcome(evidence, Said("failed", "shapes")).reason, "exit code 1: shapes");
  evidence.errors_tail = std::string(4096, 'x');
  EXPECT_LE(JudgeOutcome(evidence, {}).reason.size(), 510u);
}

TEST(Outcome, OutOfMemoryShowsInManyWays) {
  EXPECT_EQ(Judge(Exit(3), Said("out_of_memory")), Outcome::kOutOfMemory);
  for (const char* line : {"MemoryError", "terminate called after throwing 'std::bad_alloc'",
                           "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried …",
                           "DefaultCPUAllocator: not enough memory: you tried to allocate",
                           "tensorflow...ResourceExhaustedError: OOM"}) {
    OutcomeEvidence evidence = Exit(1);
    evidence.errors_tail = line;
    EXPECT_EQ(Judge(evidence), Outcome::kOutOfMemory) << line;
    evidence.end.exit_code = 0;
    EXPECT_EQ(Judge(evidence), Outcome::kOk) << "survived: " << line;
  }
  auto kernel = &OutcomeEvidence::kernel_killed_for_memory;
  EXPECT_EQ(Judge(With(Signal(SIGKILL), kernel)), Outcome::kOutOfMemory);
  EXPECT_EQ(Judge(Signal(SIGKILL)), Outcome::kFailed) << "somebody's kill -9";
  EXPECT_EQ(Judge(With(Signal(SIGSEGV), kernel)), Outcome::kFailed) << "another was killed";
  EXPECT_EQ(Judge(With(Exit(0), kernel)), Outcome::kOk);
}

TEST(Outcome, ATimeoutIsOneHoweverTheProgramTookIt) {
  auto timed_out = &OutcomeEvidence::timed_out;
  EXPECT_EQ(Judge(With(Signal(SIGTERM), timed_out)), Outcome::kTimedOut);
  EXPECT_EQ(Judge(With(Signal(SIGKILL), timed_out)), Outcome::kTimedOut);
  EXPECT_EQ(Judge(With(Exit(0), timed_out)), Outcome::kTimedOut);
  EXPECT_EQ(Judge(With(With(Signal(SIGTERM), timed_out), &OutcomeEvidence::interrupted)),
            Outcome::kInterrupted);
}

TEST(Outcome, InterruptedUnlessItWasDone) {
  auto interrupted = &OutcomeEvidence::interrupted;
  EXPECT_EQ(Judge(With(Signal(SIGTERM), interrupted)), Outcome::kInterrupted);
  EXPECT_EQ(Judge(With(Exit(1), interrupted), Said("failed")), Outcome::kInterrupted);
  EXPECT_EQ(Judge(With(Exit(0), interrupted)), Outcome::kInterrupted)
      << "it took SIGTERM for the end of its work";
  RunEvents events;
  events.ended = true;
  EXPECT_EQ(Judge(With(Exit(0), interrupted), events), Outcome::kOk);
}

TEST(OutOfMemoryKills, IsTheKernelsCount) {
  TestFolder folder;
  folder.Write("vmstat", "nr_free_pages 123\noom_kill 4\nzone 1\n");
  EXPECT_EQ(OutOfMemoryKills(folder.path().string()), 4);
  folder.Write("vmstat", "nr_free_pages 123\n");
  EXPECT_EQ(OutOfMemoryKills(folder.path().string()), std::nullopt);
  folder.Write("vmstat", "rubbish");
  EXPECT_EQ(OutOfMemoryKills(folder.path().string()), std::nullopt);
  EXPECT_EQ(OutOfMemoryKills((folder.path() / "none").string()), std::nullopt);
}

TEST(Tail, IsTheEndOfAFile) {
  TestFolder folder;
  EXPECT_EQ(Tail(folder.Write("short", "two\nlines\n")), "two\nlines\n");
  EXPECT_EQ(Tail(folder.Write("long", std::string(10'000, 'a') + "end")),
            std::string(4093, 'a') + "end");
  EXPECT_EQ(Tail(folder.path() / "none"), "");
}

}  // namespace
}  // namespace trena
