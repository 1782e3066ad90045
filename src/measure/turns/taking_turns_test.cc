// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/taking_turns.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sstream>

#include "configure/testing.h"
#include "core/clock.h"
#include "core/files.h"

namespace trena {
namespace {

// A program that counts its own CPU time up to `seconds`, and writes when it began and ended to
// work to a file, a line for every 10 ms in which it ran.
std::vector<std::string> Worker(double seconds, const fs::path& told) {
  return {"python3", "-c",
          "import time, sys\n"
          "told = open(sys.argv[2], 'w')\n"
          "while time.process_time() < float(sys.argv[1]):\n"
          "  began = time.monotonic()\n"
          "  for i in range(20000): pass\n"
          "  told.write('%.6f %.6f\\n' % (began, time.monotonic()))\n",
          std::to_string(seconds), told.string()};
}

std::vector<std::pair<double, double>> WorkOf(const fs::path& told) {
  std::istringstream text(ReadFile(told).value());
  std::vector<std::pair<double, double>> pieces;
  double began = 0, ended = 0;
  while (text >> began >> ended) pieces.emplace_back(began, ended);
  return pieces;
}

class TakingTurns : public testing::Test {
 protected:
  Result<TurnsEnd> Run(std::vector<std::vector<std::string>> commands, double turn,
                       double at_most = 60) {
    TurnsRequest request{std::move(commands), Seconds{turn}, MonotonicNow() + at_most};
    Random random(7);
    SignalWatch signals;
    return RunInTurns(request, random, signals);
  }

  TestFolder folder_;
};

// The programs say themselves when they worked. While one of them did, from the beginning to the
// end of a piece, the other did not: but for a piece in which it was stopped itself, which is long.
TEST_F(TakingTurns, OneAtATimeAndEachIsChargedForItsOwn) {
  const fs::path one = folder_.path() / "one", other = folder_.path() / "other";
  const TurnsEnd end = Run({Worker(0.6, one), Worker(0.6, other)}, 0.05).value();
  ASSERT_EQ(end.programs.size(), 2u);
  constexpr double kStopped = 0.03;  // no piece takes so long
  int overlaps = 0;
  for (const auto& [began, ended] : WorkOf(one)) {
    for (const auto& [other_began, other_ended] : WorkOf(other)) {
      const bool whole = ended - began < kStopped && other_ended - other_began < kStopped;
      if (whole && began < other_ended && other_began < ended) ++overlaps;
    }
  }
  EXPECT_EQ(overlaps, 0);
  for (const TurnsEnd::Program& program : end.programs) {
    EXPECT_EQ(program.end.exit_code, 0);
    EXPECT_GE(program.turns, 5);
    const double whole = program.end.ended - program.end.started;
    EXPECT_GE(program.own_s, 0.6) << "it used that much CPU";
    EXPECT_LT(program.own_s, whole);
  }
  const double both = end.programs[0].own_s + end.programs[1].own_s;
  const double from = std::min(end.programs[0].end.started, end.programs[1].end.started);
  const double to = std::max(end.programs[0].end.ended, end.programs[1].end.ended);
  EXPECT_LE(both, to - from) << "no second is charged twice";
}

TEST_F(TakingTurns, TheLastOneRunsOnWithoutTurns) {
  const TurnsEnd end = Run({{"sleep", "0.6"}, {"true"}}, 0.05).value();
  ASSERT_EQ(end.programs.size(), 2u);
  EXPECT_LE(end.programs[0].turns, 3);
  EXPECT_EQ(end.programs[1].turns, 1);
}

TEST_F(TakingTurns, OneThatCannotBeStartedIsSaid) {
  const TurnsEnd end = Run({{"/no/such/program"}, {"true"}}, 0.05).value();
  ASSERT_EQ(end.programs.size(), 2u);
  EXPECT_EQ(end.programs[0].end.start_error, ENOENT);
  EXPECT_EQ(end.programs[1].end.exit_code, 0);
}

// Handlers of SIGCONT run at every turn, and one may wait for it by sigwait; neither keeps it from
// standing still.
TEST_F(TakingTurns, OneThatHandlesOrBlocksTheSignalTakesTurnsAllTheSame) {
  const fs::path one = folder_.path() / "one", other = folder_.path() / "other";
  auto worker = Worker(0.3, one);
  worker[2] = "import signal\nsignal.signal(signal.SIGCONT, lambda *_: None)\n" + worker[2];
  auto blocker = Worker(0.3, other);
  blocker[2] =
      "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCONT])\n" + blocker[2];
  const TurnsEnd end = Run({worker, blocker}, 0.05).value();
  ASSERT_EQ(end.programs.size(), 2u);
  for (const TurnsEnd::Program& program : end.programs) {
    EXPECT_EQ(program.end.exit_code, 0);
    EXPECT_GE(program.turns, 3);
    EXPECT_LT(program.own_s, program.end.ended - program.end.started);
  }
}

// What it stopped itself is continued with it (docs/methods/turns.md): it ends, and is not hung.
TEST_F(TakingTurns, OneThatStopsItsOwnChildFindsItRunning) {
  const std::vector<std::string> stopper = {"sh", "-c",
                                            "sh -c 'kill -STOP $$; exit 0' & wait $!; exit $?"};
  const TurnsEnd end = Run({stopper, Worker(0.3, folder_.path() / "other")}, 0.05).value();
  ASSERT_EQ(end.programs.size(), 2u);
  EXPECT_EQ(end.programs[0].end.exit_code, 0);
}

TEST_F(TakingTurns, WhatIsLateIsEndedWithItsTree) {
  const fs::path mark = folder_.path() / "mark";
  const double began = MonotonicNow();
  const TurnsEnd end =
      Run({{"sh", "-c", "sleep 1000 & sleep 1000"}, {"sleep", "1000"}}, 0.05, 0.3).value();
  EXPECT_TRUE(end.late);
  EXPECT_TRUE(end.programs.empty());
  EXPECT_LT(MonotonicNow() - began, 30);
}

TEST_F(TakingTurns, ASignalForUsEndsIt) {
  TurnsRequest request{{{"sleep", "1000"}, {"sleep", "1000"}}, Seconds{0.05}, MonotonicNow() + 60};
  Random random(7);
  SignalWatch signals;
  raise(SIGINT);
  const TurnsEnd end = RunInTurns(request, random, signals).value();
  EXPECT_EQ(end.interruption, SIGINT);
  EXPECT_TRUE(end.programs.empty());
}

}  // namespace
}  // namespace trena
