// SPDX-License-Identifier: Apache-2.0
#include "measure/outcome.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>

#include "configure/testing.h"
#include "store/cause.h"

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
  JudgedOutcome judged = JudgeOutcome(evidence, {});
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

TEST(Outcome, EveryEndHasItsCause) {
  auto kernel = &OutcomeEvidence::kernel_killed_for_memory;
  OutcomeEvidence refused = Exit(127);
  refused.end.start_error = ENOENT;
  OutcomeEvidence memory_error = Exit(1);
  memory_error.errors_tail = "MemoryError: Unable to allocate 3.2 GiB\n";
  OutcomeEvidence no_space = Exit(1);
  no_space.errors_tail = "OSError: [Errno 28] No space left on device\n";
  OutcomeEvidence no_room = With(Exit(1), &OutcomeEvidence::disk_is_full);
  OutcomeEvidence gone = Signal(SIGKILL);
  gone.end.supervisor_gone = true;
  OutcomeEvidence hang = Signal(SIGTERM);
  hang.objection = GuardObjection{cause::kHang, "for 10 min"};
  OutcomeEvidence swap = Exit(0);
  swap.objection = GuardObjection{cause::kSwapThrashing, "for 5 min"};
  OutcomeEvidence worker = With(Exit(1), &OutcomeEvidence::kernel_killed_in_group);
  struct Row {
    OutcomeEvidence evidence;
    RunEvents events;
    Outcome outcome;
    const char* cause;
  };
  for (const Row& row : {
           Row{Exit(0), {}, Outcome::kOk, ""},
           Row{Exit(1), {}, Outcome::kFailed, "exit_code"},
           Row{Exit(0), Said("bad_input"), Outcome::kFailed, "reported_error"},
           Row{Signal(SIGSEGV), {}, Outcome::kFailed, "signal"},
           Row{With(Signal(SIGKILL), kernel), {}, Outcome::kOutOfMemory, "kernel_out_of_memory"},
           Row{With(Exit(137), kernel), {}, Outcome::kOutOfMemory, "kernel_out_of_memory"},
           Row{worker, {}, Outcome::kOutOfMemory, "kernel_out_of_memory"},
           Row{memory_error, {}, Outcome::kOutOfMemory, "allocation_failed"},
           Row{Exit(3), Said("out_of_memory"), Outcome::kOutOfMemory, "allocation_failed"},
           Row{swap, {}, Outcome::kOutOfMemory, "swap_thrashing"},
           Row{no_space, {}, Outcome::kFailed, "disk_full"},
           Row{no_room, {}, Outcome::kFailed, "disk_full"},
           Row{Exit(1), Said("failed", "write: Disk quota exceeded"), Outcome::kFailed,
               "disk_full"},
           Row{gone, {}, Outcome::kFailed, "runner_gone"},
           Row{With(gone, kernel), {}, Outcome::kOutOfMemory, "kernel_out_of_memory"},
           Row{hang, {}, Outcome::kFailed, "hang"},
           Row{With(Signal(SIGTERM), &OutcomeEvidence::timed_out),
               {},
               Outcome::kTimedOut,
               "timeout"},
           Row{With(Signal(SIGTERM), &OutcomeEvidence::interrupted),
               {},
               Outcome::kInterrupted,
               "asked_to_stop"},
           Row{refused, {}, Outcome::kRefused, "not_started"},
       }) {
    JudgedOutcome judged = JudgeOutcome(row.evidence, row.events);
    EXPECT_EQ(judged.outcome, row.outcome) << row.cause;
    EXPECT_EQ(judged.cause, row.cause);
    EXPECT_EQ(judged.reason.empty(), row.outcome == Outcome::kOk) << row.cause;
  }
}

TEST(Outcome, ARunThatEndedWellOnAFullDiskEndedWell) {
  EXPECT_EQ(Judge(With(Exit(0), &OutcomeEvidence::disk_is_full)), Outcome::kOk);
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

TEST(Tail, IsTheEndOfAFile) {
  TestFolder folder;
  EXPECT_EQ(Tail(folder.Write("short", "two\nlines\n")), "two\nlines\n");
  EXPECT_EQ(Tail(folder.Write("long", std::string(10'000, 'a') + "end")),
            std::string(4093, 'a') + "end");
  EXPECT_EQ(Tail(folder.path() / "none"), "");
  ASSERT_EQ(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(Tail(folder.path() / "pipe"), "") << "and nobody waits for a writer";
}

TEST(LastLines, AreTheLastThatSaySomething) {
  EXPECT_EQ(LastLines("one\n\n  two\n \n"), (std::vector<std::string>{"one", "  two"}));
  EXPECT_TRUE(LastLines("\n\n").empty());
  std::string many;
  for (int i = 1; i <= 20; ++i) many += std::to_string(i) + "\n";
  std::vector<std::string> last = LastLines(many);
  ASSERT_EQ(last.size(), 12u);
  EXPECT_EQ(last.front(), "9");
  EXPECT_EQ(last.back(), "20");
  EXPECT_LE(LastLines(std::string(4096, 'x'))[0].size(), 210u);
  EXPECT_EQ(LastLines(std::string(4090, 'x') + "\nlast\n").size(), 1u) << "half a line is none";
}

}  // namespace
}  // namespace trena
