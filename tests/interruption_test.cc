// SPDX-License-Identifier: Apache-2.0
// Ctrl-C is a normal ending; a kill -9 loses at most the run under way and leaves no process
// behind.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <set>

#include "core/files.h"
#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

// Runs that take a while: 0.4 s each, really slept.
std::string SlowStudy() {
  return "factors: { batch: [1, 2, 3] }\n"
         "fixed: { framework: fake, fake_sleep: true, fake_seconds: 0.4 }\n"
         "design: { replications: 2 }\n";
}

bool IsUnderWay(const Session& session) {
  auto names = ListFolder(session.folder() / "s.trena/under-way");
  return names.ok() && !names.value().empty();
}

// Runs that are final, by scenario and replication, and how often each was found.
std::map<std::string, int> Finished(const Session& session) {
  std::map<std::string, int> found;
  for (const std::string& name : session.Runs("s.trena")) {
    Json run = ParseJson(session.Read("s.trena/runs/" + name + "/run.json")).value();
    if (run["outcome"] != "ok") continue;
    ++found[fmt::format("{} {}", run["key"].get<std::string>(), run["replication"].get<int>())];
  }
  return found;
}

void ExpectAllOnce(const Session& session) {
  std::map<std::string, int> finished = Finished(session);
  EXPECT_EQ(finished.size(), 6u);
  for (const auto& [run, times] : finished) EXPECT_EQ(times, 1) << run;
}

TEST(Interruption, CtrlCKeepsTheRunAndNamesTheCommandToGoOn) {
  Session session;
  session.Write("s.yaml", SlowStudy());
  pid_t trena = session.Start({"measure", "s.yaml"});
  ASSERT_TRUE(WaitUntil([&] { return IsUnderWay(session); }));
  SleepMilliseconds(150);
  kill(trena, SIGINT);
  EXPECT_EQ(WaitForExit(trena), 130);
  EXPECT_NE(session.Read("started.log").find("go on with: trena measure s.yaml"), std::string::npos)
      << session.Read("started.log");
  EXPECT_FALSE(IsUnderWay(session));
  bool interrupted = false;
  for (const std::string& name : session.Runs("s.trena")) {
    Json run = ParseJson(session.Read("s.trena/runs/" + name + "/run.json")).value();
    if (run["outcome"] != "interrupted") continue;
    interrupted = true;
    EXPECT_TRUE(session.Exists("s.trena/runs/" + name + "/events.jsonl")) << "its events are kept";
    EXPECT_TRUE(session.Exists("s.trena/runs/" + name + "/samples.csv"));
  }
  EXPECT_TRUE(interrupted);
  EXPECT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  ExpectAllOnce(session);
}

TEST(Interruption, KillNineLosesAtMostTheRunUnderWay) {
  Session session;
  session.Write("s.yaml", SlowStudy());
  for (int delay : {30, 200, 450, 700}) {
    pid_t trena = session.Start({"measure", "s.yaml"});
    WaitUntil([&] { return IsUnderWay(session); });
    SleepMilliseconds(delay);
    kill(trena, SIGKILL);
    WaitForExit(trena);
    // The runner's command line names its folder, so no other test's processes are meant.
    EXPECT_TRUE(WaitUntil([&] { return ProcessesWith(session.folder().string()).empty(); }))
        << "the whole tree ends with trena";
  }
  EXPECT_EQ(session.Trena({"measure", "s.yaml"}).exit_code, 0);
  ExpectAllOnce(session);
  EXPECT_FALSE(IsUnderWay(session));
}

TEST(Interruption, ASecondMeasureIsToldThatTheStudyIsTaken) {
  Session session;
  session.Write("s.yaml", SlowStudy());
  pid_t trena = session.Start({"measure", "s.yaml"});
  ASSERT_TRUE(WaitUntil([&] { return IsUnderWay(session); }));
  ProcessResult second = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_NE(second.errors.find(fmt::format("(process {}) measures this study", trena)),
            std::string::npos)
      << second.errors;
  EXPECT_EQ(WaitForExit(trena), 0);
  ExpectAllOnce(session);
}

// A framework is timed by `configure`, here one that never ends.
TEST(Interruption, ASignalWhileConfiguringIsAnInterruptionToo) {
  Session session;
  const std::string begun = (session.folder() / "begun").string();
  session.Write("runners/endless/run.py",
                "#!/usr/bin/env python3\nimport json, sys, time\n"
                "if sys.argv[1] == '--describe':\n"
                "    print(json.dumps({'framework': 'endless'}))\n    sys.exit(0)\n"
                "open('" +
                    begun + "', 'w').close()\ntime.sleep(600)\n");
  session.Write("runners/endless/runner.yaml",
                "framework: endless\nversion: 1.0\ncommand: [run.py]\ndevices: [cpu]\n");
  session.Write("s.yaml",
                "fixed: { framework: endless, network: lenet, dataset: synthetic, image: 28, "
                "images: 64, batch: 32, epochs: 1 }\ndesign: { replications: 1 }\n");
  pid_t trena = session.Start({"configure", "s.yaml"});
  ASSERT_TRUE(WaitUntil([&] { return session.Exists("begun"); })) << session.Read("started.log");
  kill(trena, SIGTERM);
  EXPECT_EQ(WaitForExit(trena), 130) << "as an interruption of `measure` or of an installation";
  EXPECT_TRUE(WaitUntil([&] { return ProcessesWith(session.folder().string()).empty(); }))
      << "the framework ends with trena";
}

TEST(Interruption, TimeoutIsAnOutcomeEvenForAProgramThatIgnoresTerm) {
  Session session;
  session.Write("s.yaml",
                "fixed: { framework: fake, fake_outcome: stubborn }\n"
                "design: { replications: 1 }\nmeasure: { timeout: 200ms }\n");
  ProcessResult run = session.Trena({"measure", "s.yaml"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.errors.find("timed out"), std::string::npos) << run.errors;
  EXPECT_TRUE(ProcessesWith(session.folder().string()).empty());
}

}  // namespace
}  // namespace trena
