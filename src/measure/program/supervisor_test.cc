// SPDX-License-Identifier: Apache-2.0
#include "measure/program/supervisor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <functional>

#include "configure/testing.h"
#include "core/clock.h"
#include "core/process/signals.h"
#include "core/text/text.h"
#include "measure/program/supervisor_channel.h"
#include "measure/sensors/kernel/process_tree.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr int kPatience = 30'000;  // ms; nothing here takes long on an idle machine

bool Within(const std::function<bool()>& happens) {
  double end = MonotonicNow() + kPatience / 1000.0;
  while (!happens()) {
    if (MonotonicNow() > end) return false;
    usleep(5000);
  }
  return true;
}

// Ended; perhaps not yet waited for, which is process 1's to do.
bool Gone(pid_t pid) {
  auto use = ReadProcessUse(pid);
  return !use || use->state == 'Z' || use->state == 'X';
}

class SupervisorTest : public testing::Test {
 protected:
  SupervisedOptions Options(std::vector<std::string> arguments) {
    SupervisedOptions options;
    options.arguments = std::move(arguments);
    options.folder = folder_.path();
    options.output = folder_.path() / "stdout.log";
    options.errors = folder_.path() / "stderr.log";
    return options;
  }
  SupervisedOptions Shell(const std::string& script) { return Options({"sh", "-c", script}); }

  static ProgramEnd End(Supervised& run) {
    pollfd waiting{run.descriptor(), POLLIN, 0};
    EXPECT_EQ(poll(&waiting, 1, kPatience), 1) << "it does not end";
    auto end = run.TakeEnd();
    EXPECT_TRUE(end.has_value());
    return end.value_or(ProgramEnd{});
  }
  ProgramEnd RunToEnd(const SupervisedOptions& options) {
    Result<Supervised> run = Supervised::Start(options);
    EXPECT_TRUE(run.ok());
    return End(run.value());
  }

  std::string File(const std::string& name) {
    Result<std::string> text = ReadFile(folder_.path() / name);
    return text.ok() ? text.value() : "";
  }
  std::string Output() { return File("stdout.log"); }
  // The process numbers a script wrote into a file, as soon as there are so many.
  std::vector<pid_t> Pids(const std::string& name, size_t count) {
    std::vector<pid_t> pids;
    EXPECT_TRUE(Within([&] {
      pids.clear();
      for (const std::string& line : Split(File(name), '\n')) {
        if (!line.empty()) pids.push_back(std::stoi(line));
      }
      return pids.size() >= count;
    }));
    return pids;
  }

  TestFolder folder_;
};

TEST_F(SupervisorTest, ExitCode) {
  ProgramEnd end = RunToEnd(Shell("exit 7"));
  EXPECT_EQ(end.exit_code, 7);
  EXPECT_EQ(end.signal, 0);
  EXPECT_EQ(end.start_error, 0);
  EXPECT_FALSE(end.left_children);
  EXPECT_GT(end.started, 0);
  EXPECT_GE(end.ended, end.started);
  EXPECT_TRUE(end.cpu_s.has_value());
  EXPECT_EQ(RunToEnd(Shell("exit 0")).exit_code, 0);
}

TEST_F(SupervisorTest, Signal) {
  ProgramEnd end = RunToEnd(Shell("kill -9 $$"));
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(end.exit_code, -1);
}

TEST_F(SupervisorTest, WhatCannotStartSaysWhy) {
  EXPECT_EQ(RunToEnd(Options({"no-such-program-anywhere"})).start_error, ENOENT);
  fs::path text = folder_.Write("text", "no program");
  EXPECT_EQ(RunToEnd(Options({text.string()})).start_error, EACCES);
  SupervisedOptions nowhere = Shell("exit 0");
  nowhere.folder = folder_.path() / "none";
  EXPECT_EQ(RunToEnd(nowhere).start_error, ENOENT);
}

TEST_F(SupervisorTest, ALogThatCannotBeWrittenIsAnError) {
  for (auto log : {&SupervisedOptions::output, &SupervisedOptions::errors}) {
    SupervisedOptions options = Shell("exit 0");
    options.*log = folder_.path() / "none" / "log";
    EXPECT_FALSE(Supervised::Start(options).ok());
  }
}

TEST_F(SupervisorTest, OutputGoesToItsFiles) {
  RunToEnd(Shell("echo out; echo err >&2"));
  EXPECT_EQ(Output(), "out\n");
  EXPECT_EQ(File("stderr.log"), "err\n");
}

TEST_F(SupervisorTest, NothingCanBeReadFromStdin) {
  // Not even where trena itself has something to read.
  int line[2];
  ASSERT_EQ(pipe(line), 0);
  ASSERT_EQ(write(line[1], "secret\n", 7), 7);
  int before = dup(STDIN_FILENO);
  dup2(line[0], STDIN_FILENO);
  RunToEnd(Shell("read line; echo \"$? [$line]\"; readlink /proc/$$/fd/0"));
  dup2(before, STDIN_FILENO);
  for (int end : {line[0], line[1], before}) close(end);
  EXPECT_EQ(Output(), "1 []\n/dev/null\n");
}

TEST_F(SupervisorTest, FolderAndEnvironmentAreAsAsked) {
  SupervisedOptions options = Shell("pwd; echo \"$TRENA_TEST\"; echo \"${PATH:+inherited}\"");
  options.environment = {{"TRENA_TEST", "a b"}};
  RunToEnd(options);
  EXPECT_EQ(Output(), fs::canonical(folder_.path()).string() + "\na b\ninherited\n");
}

TEST_F(SupervisorTest, NoShellIsBetween) {
  RunToEnd(Options({"printf", "%s|", "a b", "$HOME", "*", "; exit 3", "`id`"}));
  EXPECT_EQ(Output(), "a b|$HOME|*|; exit 3|`id`|");
}

TEST_F(SupervisorTest, SignalsAreAsUsualInTheProgram) {
  SignalWatch watch;  // trena holds some back itself
  EXPECT_EQ(RunToEnd(Shell("kill -TERM $$; echo survived")).signal, SIGTERM);
  EXPECT_EQ(Output(), "");
}

TEST_F(SupervisorTest, StillRunningHasNoEndYet) {
  Result<Supervised> run = Supervised::Start(Shell("sleep 300"));
  EXPECT_FALSE(run.value().TakeEnd().has_value());
  run.value().Kill();
  EXPECT_EQ(End(run.value()).signal, SIGKILL);
}

TEST_F(SupervisorTest, AskedToEndItMayTidyUp) {
  Result<Supervised> run =
      Supervised::Start(Shell("trap 'echo bye; exit 5' TERM; echo $$ > pid; sleep 300 & wait"));
  Pids("pid", 1);
  run.value().Terminate();
  ProgramEnd end = End(run.value());
  EXPECT_EQ(end.exit_code, 5);
  EXPECT_EQ(Output(), "bye\n");
}

// A second request means "at once" to many programs, which then do not save.
TEST_F(SupervisorTest, EachProcessIsAskedOnce) {
  // Counts the requests up to half a second after the first, then waits for the files it is told.
  folder_.Write("counts.py",
                "import os, signal, sys, time\n"
                "asked = []\n"
                "signal.signal(signal.SIGTERM, lambda *_: asked.append(1))\n"
                "print(1, file=open(sys.argv[1], 'w'), flush=True)\n"
                "while not asked: time.sleep(0.01)\n"
                "time.sleep(0.5)\n"
                "print(len(asked), file=open(sys.argv[1] + '-asked', 'w'), flush=True)\n"
                "while not all(map(os.path.exists, sys.argv[2:])): time.sleep(0.01)\n"
                "time.sleep(0.1)\n");
  SupervisedOptions options = Shell(
      "setsid python3 counts.py apart & python3 counts.py beside & "
      "exec python3 counts.py own apart-asked beside-asked");
  options.grace = Seconds{kPatience / 1000.0};
  Result<Supervised> run = Supervised::Start(options);
  for (const char* name : {"apart", "beside", "own"}) Pids(name, 1);
  run.value().Terminate();
  EXPECT_EQ(End(run.value()).exit_code, 0);
  for (const char* name : {"apart", "beside", "own"}) {
    EXPECT_EQ(File(std::string(name) + "-asked"), "1\n") << name;
  }
}

TEST_F(SupervisorTest, WhoIgnoresTheRequestIsKilledAfterTheGrace) {
  SupervisedOptions options = Shell("trap '' TERM; echo $$ > pid; sleep 300");
  options.grace = Seconds{0.3};
  Result<Supervised> run = Supervised::Start(options);
  std::vector<pid_t> pids = Pids("pid", 1);
  run.value().Terminate();
  EXPECT_EQ(End(run.value()).signal, SIGKILL);
  EXPECT_TRUE(Gone(pids[0]));
}

TEST_F(SupervisorTest, KillDoesNotWaitForTheGrace) {
  SupervisedOptions options = Shell("trap '' TERM; echo $$ > pid; sleep 300");
  options.grace = Seconds{1e6};
  Result<Supervised> run = Supervised::Start(options);
  Pids("pid", 1);
  run.value().Terminate();
  run.value().Kill();
  EXPECT_EQ(End(run.value()).signal, SIGKILL);
}

TEST_F(SupervisorTest, WhatIsLeftBehindIsEnded) {
  ProgramEnd end = RunToEnd(Shell("sleep 300 & echo $! > pid; exit 0"));
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_TRUE(end.left_children);
  EXPECT_TRUE(Gone(Pids("pid", 1)[0])) << "before the end is told";
}

// Leaves a grandchild in a session of its own that ignores SIGTERM and SIGHUP; `pids` then has the
// daemon and its child.
constexpr const char* kDaemon =
    "(setsid sh -c 'trap \"\" TERM HUP; sleep 300 & echo $! >> pids; echo $$ >> pids; wait' "
    "> /dev/null 2>&1 &) ; while [ $(cat pids 2>/dev/null | wc -l) -lt 2 ]; do sleep 0.01; done; ";

TEST_F(SupervisorTest, ADaemonIsEndedToo) {
  ProgramEnd end = RunToEnd(Shell(std::string(kDaemon) + "exit 0"));
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_TRUE(end.left_children);
  for (pid_t pid : Pids("pids", 2)) EXPECT_TRUE(Gone(pid));
}

TEST_F(SupervisorTest, KillingReachesTheWholeTree) {
  Result<Supervised> run = Supervised::Start(Shell(std::string(kDaemon) + "sleep 300"));
  std::vector<pid_t> pids = Pids("pids", 2);
  EXPECT_GE(Descendants(run.value().root()).size(), 3u);
  run.value().Kill();
  EXPECT_EQ(End(run.value()).signal, SIGKILL);
  for (pid_t pid : pids) EXPECT_TRUE(Gone(pid));
}

TEST_F(SupervisorTest, LettingGoEndsTheTree) {
  std::vector<pid_t> pids;
  {
    Result<Supervised> run = Supervised::Start(Shell(std::string(kDaemon) + "sleep 300"));
    pids = Pids("pids", 2);
    pids.push_back(run.value().root());
  }
  for (pid_t pid : pids) EXPECT_TRUE(Gone(pid));
}

TEST_F(SupervisorTest, WhenTrenaIsKilledTheTreeIsGone) {
  // Not even a program that ignores what it is asked outlives it.
  SupervisedOptions options =
      Shell(std::string(kDaemon) + "trap '' TERM; echo $$ >> pids; sleep 300");
  options.grace = Seconds{1e6};
  pid_t trena = fork();
  if (trena == 0) {
    Result<Supervised> run = Supervised::Start(options);
    while (true) pause();
  }
  std::vector<pid_t> pids = Pids("pids", 3);
  for (pid_t pid : pids) EXPECT_FALSE(Gone(pid));
  kill(trena, SIGKILL);
  waitpid(trena, nullptr, 0);
  for (pid_t pid : pids) EXPECT_TRUE(Within([&] { return Gone(pid); })) << pid;
}

TEST_F(SupervisorTest, WhenTheSupervisorIsKilledTheRunHasEnded) {
  double before = MonotonicNow();
  Result<Supervised> run = Supervised::Start(Shell("echo $$ > pid; exec sleep 300"));
  pid_t program = Pids("pid", 1)[0];
  kill(run.value().root(), SIGKILL);
  ProgramEnd end = End(run.value());
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_GE(end.started, before) << "not the machine's start";
  EXPECT_LE(end.started, end.ended);
  EXPECT_EQ(end.cpu_s, std::nullopt);
  EXPECT_TRUE(Within([&] { return Gone(program); }));
}

TEST_F(SupervisorTest, WhoKillsTheSupervisorKillsTheRun) {
  // A daemon of its own session, which ignores SIGTERM.
  Result<Supervised> run = Supervised::Start(Shell(
      "setsid sh -c 'trap \"\" TERM; echo $$ > daemon; sleep 100' & echo $$ > program; wait"));
  ASSERT_TRUE(run.ok());
  pid_t daemon = Pids("daemon", 1)[0];
  pid_t program = Pids("program", 1)[0];
  kill(run.value().root(), SIGKILL);
  ProgramEnd end = End(run.value());
  EXPECT_TRUE(end.supervisor_gone);
  EXPECT_TRUE(Gone(daemon));
  EXPECT_TRUE(Within([&] { return Gone(program); }));
}

class KeptSupervisorTest : public SupervisorTest {
 protected:
  SupervisedOptions Kept(const std::string& script) {
    SupervisedOptions options = Shell(script);
    options.pool = &pool_;
    return options;
  }
  SupervisorPool pool_;
};

TEST_F(KeptSupervisorTest, ServesOneProgramAfterTheOther) {
  std::vector<pid_t> roots;
  for (int code : {3, 4, 5}) {
    Result<Supervised> run = Supervised::Start(Kept(fmt::format("exit {}", code)));
    ASSERT_TRUE(run.ok());
    EXPECT_EQ(End(run.value()).exit_code, code);
    EXPECT_FALSE(run.value().TakeEnd()) << "told once";
    roots.push_back(run.value().root());
  }
  EXPECT_EQ(roots, std::vector<pid_t>(3, roots[0]));
}

TEST_F(KeptSupervisorTest, NothingOfOneProgramIsTheNextOnes) {
  SupervisedOptions first = Kept("sleep 300 & i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
  first.environment = {{"TRENA_TEST", "first"}};
  ProgramEnd busy = RunToEnd(first);
  EXPECT_TRUE(busy.left_children);
  EXPECT_GT(busy.cpu_s.value(), 0.02);
  Result<Supervised> second = Supervised::Start(Kept("echo \"[$TRENA_TEST]\""));
  EXPECT_NEAR(second.value().root_before().cpu_s, busy.cpu_s.value(), 0.011);
  ProgramEnd idle = End(second.value());
  EXPECT_EQ(Output(), "[]\n");
  EXPECT_FALSE(idle.left_children);
  EXPECT_LT(idle.cpu_s.value(), busy.cpu_s.value());
  EXPECT_GE(idle.started, busy.ended);
}

TEST_F(KeptSupervisorTest, WhatEarlierProgramsUsedIsNotMeasuredAgain) {
  RunToEnd(
      Kept("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; "
           "dd if=/dev/zero of=big bs=1M count=8 conv=fsync 2> /dev/null"));
  Result<Supervised> run = Supervised::Start(Kept("sleep 300"));
  RootUse before = run.value().root_before();
  Machine machine;
  SensorContext context{run.value().root(), &machine};
  context.root_before = before;
  std::vector<Reading> readings;
  MakeTreeSensor(context)->Read(1, readings);
  EXPECT_LT(readings.at(2).value(), before.cpu_s / 2) << "tree_cpu_s";
  readings.clear();
  MakeTreeDetailSensor(context)->Read(1, readings);
  if (!readings.at(1)) GTEST_SKIP() << "the kernel does not tell what a process writes";
  EXPECT_GE(readings[1].value(), 0);
  EXPECT_LT(readings[1].value(), 1 << 20) << "tree_written_bytes";
  if (before.written_bytes == 0) GTEST_SKIP() << "nothing here is written to a disk";
  EXPECT_GE(before.written_bytes, 8 << 20);
}

TEST_F(KeptSupervisorTest, ACommandThatComesTooLateDoesNotHitTheNext) {
  {
    Result<Supervised> first = Supervised::Start(Kept("exit 0"));
    pollfd ended{first.value().descriptor(), POLLIN, 0};
    ASSERT_EQ(poll(&ended, 1, kPatience), 1);
    first.value().Terminate();
    first.value().Send(SIGTERM);
    first.value().Kill();
    EXPECT_TRUE(first.value().TakeEnd());
  }
  EXPECT_EQ(RunToEnd(Kept("sleep 0.1; exit 9")).exit_code, 9);
}

TEST_F(KeptSupervisorTest, OneThatWasKilledMeanwhileIsReplaced) {
  pid_t first = 0;
  {
    Result<Supervised> run = Supervised::Start(Kept("exit 0"));
    End(run.value());
    first = run.value().root();
  }
  kill(first, SIGKILL);
  EXPECT_TRUE(Within([&] { return Gone(first); }));
  Result<Supervised> run = Supervised::Start(Kept("exit 6"));
  ASSERT_TRUE(run.ok());
  EXPECT_NE(run.value().root(), first);
  EXPECT_EQ(End(run.value()).exit_code, 6);
}

TEST_F(KeptSupervisorTest, EndsWithItsKeeper) {
  pid_t root = 0;
  {
    SupervisorPool pool;
    SupervisedOptions options = Shell("exit 0");
    options.pool = &pool;
    Result<Supervised> run = Supervised::Start(options);
    End(run.value());
    root = run.value().root();
    EXPECT_FALSE(Gone(root));
  }
  EXPECT_TRUE(Gone(root));
}

}  // namespace
}  // namespace trena
