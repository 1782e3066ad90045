// SPDX-License-Identifier: Apache-2.0
// Programs that do their worst: each run gets the right outcome, the study goes on, nothing of them
// stays behind, and trena's memory is its own.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/files.h"
#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

// hostile.py ACT MARK: MARK is only there for the test to find its processes by.
constexpr const char* kHostile = R"(#!/usr/bin/env python3
import json, os, resource, shutil, signal, sys, time
act, events = sys.argv[1], os.environ["TRENA_EVENTS"]
folder = os.path.dirname(events)

def emit(event, **fields):
    with open(events, "a") as file:
        file.write(json.dumps({"event": event, "t": time.monotonic(), **fields}) + "\n")

def end():
    emit("phase", name="train", seconds=0.001)
    emit("end", seconds=0.002, accuracy=0.5)

def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            signal.alarm(120)
            while True: time.sleep(1)
        os._exit(0)
    os.wait()

emit("start", framework="hostile", version="1")
if act == "garbage":
    with open(events, "ab") as file:
        file.write(b"\x00\xff{}[]\"\\\n" * 20000 + b"{" * 60000 + b"\n")
    end()
elif act == "line":  # a gigabyte that takes no disk, and no newline in it
    os.truncate(events, 1 << 30)
    with open(events, "a") as file: file.write("\n")
    end()
elif act == "flood":
    while True:
        os.write(1, b"x" * 200000)
        time.sleep(0.002)
elif act == "daemons":
    for i in range(5): daemon()
    end()
elif act == "closed":
    os.closerange(0, 256)
    end()
elif act == "forks":  # each child forks the next and ends: at most 2,000 of them
    for generation in range(2000):
        if os.fork() > 0:
            if generation == 0: end()
            os._exit(0)
    os._exit(0)
elif act == "past":
    emit("epoch", epoch=1, seconds=0.001, t=1.0)
    end()
elif act == "future":
    emit("epoch", epoch=1, seconds=0.001, t=4e9)
    end()
elif act == "pipe":
    os.remove(events); os.mkfifo(events)
    os.symlink("/dev/zero", folder + "/link")
elif act == "brood":  # what it starts outlives it
    if os.path.exists("again"):
        end()
    else:
        daemon()
        open("again", "w").close()
        time.sleep(120)
elif act == "vanish":
    shutil.rmtree(folder)
elif act == "remake":
    shutil.rmtree(folder); os.makedirs(folder)
elif act == "squat":  # has the names that trena will want
    time.sleep(0.3)
    os.remove(folder + "/samples.csv")
    for name in ("run.json", "samples.csv"): os.mkfifo(folder + "/" + name)
    end()
elif act == "nest":
    os.makedirs(folder + "/run.json/deep")
    end()
elif act == "hang":
    daemon()
    time.sleep(120)
elif act == "crash":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    print("about to fall", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)
elif act == "orphans":  # kills who watches over it
    daemon()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(120)
elif act == "fill":  # the disk that its folder is on
    try:
        with open(folder + "/junk", "wb", buffering=0) as file:
            while True: file.write(b"x" * 65536)
    except OSError: pass
    while True:
        try:
            with open(folder + "/more", "ab", buffering=0) as file: file.write(b"x")
        except OSError: sys.exit(1)
else:
    end()
)";

class Hostile : public testing::Test {
 protected:
  void Use(const std::string& acts, const std::string& more = "") {
    session_.Write("hostile.py", kHostile);
    session_.Write("s.yaml",
                   fmt::format("factors: {{ act: [{}] }}\nfixed: {{ framework: command }}\n"
                               "command: [./hostile.py, \"{{act}}\", {}]\n"
                               "design: {{ replications: 1, order: listed }}\n{}",
                               acts, session_.folder().string(), more));
  }

  // The record of the run with this act; null where there is none.
  Json RunOf(const std::string& act) {
    for (const std::string& name : session_.Runs("s.trena")) {
      Json run = ParseJson(session_.Read("s.trena/runs/" + name + "/run.json")).value();
      if (run["levels"]["act"] == act) return run;
    }
    return Json();
  }

  void ExpectEnd(const std::string& act, const std::string& outcome, const std::string& cause,
                 const std::string& note = "") {
    Json run = RunOf(act);
    ASSERT_TRUE(run.is_object()) << act << " was not run";
    EXPECT_EQ(run["outcome"], outcome) << act << run["reason"];
    EXPECT_EQ(run["cause"], cause) << act << run["reason"];
    EXPECT_NE(run["notes"].dump().find(note), std::string::npos) << act << run;
    EXPECT_TRUE(run["metrics"].contains("wall_s")) << act << " is not billed";
  }

  Session session_;
};

TEST_F(Hostile, WhateverTheyWriteTheyEndWell) {
  Use("garbage, line, closed, past, future, pipe, fine");
  pid_t trena = session_.Start({"measure", "s.yaml"});
  int state = 0;
  rusage use{};
  ASSERT_EQ(wait4(trena, &state, 0, &use), trena);
  EXPECT_EQ(WEXITSTATUS(state), 0) << session_.Read("started.log");
  ExpectEnd("garbage", "ok", "", "rejected_events");
  ExpectEnd("line", "ok", "", "rejected_events");
  ExpectEnd("closed", "ok", "");
  ExpectEnd("past", "ok", "", "odd_clock");
  ExpectEnd("future", "ok", "", "odd_clock");
  ExpectEnd("pipe", "ok", "");
  ExpectEnd("fine", "ok", "");
  // On a slow machine it takes longer than the time between two samples.
  const std::string notes = RunOf("fine")["notes"].dump();
  EXPECT_TRUE(notes == R"(["short_run"])" || notes == "[]") << notes;
  // Kilobytes, of trena and the largest of what it started: a tenth of the line.
  EXPECT_LT(use.ru_maxrss, 100'000);
  EXPECT_EQ(session_.Trena({"analyze", "s.yaml"}).exit_code, 4) << "and it can be analysed";
}

TEST_F(Hostile, WhateverTheyStartEndsWithThem) {
  Use("daemons, forks, orphans, fine");
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 3);
  ExpectEnd("daemons", "ok", "", "left_children");
  ExpectEnd("forks", "ok", "");
  ExpectEnd("orphans", "failed", "runner_gone");
  ExpectEnd("fine", "ok", "");
  EXPECT_TRUE(ProcessesWith(session_.folder().string()).empty());
}

// Nobody is there to end them: the next call does, before its first run.
TEST_F(Hostile, WhatOutlivedTrenaAndItsSupervisorIsEndedByTheNextCall) {
  Use("brood");
  const std::string path = (session_.folder() / "s.yaml").string();
  const std::string mark = session_.folder().string();
  const pid_t trena = session_.Start({"measure", path});
  ASSERT_TRUE(WaitUntil([&] { return session_.Exists("again"); }));
  // Stopped first, so that neither sees the other's end.
  const std::vector<pid_t> both = ProcessesWith(path);
  for (int signal : {SIGSTOP, SIGKILL}) {
    for (pid_t process : both) kill(process, signal);
  }
  ASSERT_EQ(waitpid(trena, nullptr, 0), trena);
  ASSERT_TRUE(WaitUntil([&] { return ProcessesWith(mark).size() == 1; })) << "the daemon";
  ProcessResult next = session_.Trena({"measure", path});
  EXPECT_EQ(next.exit_code, 0) << next.errors;
  EXPECT_NE(next.errors.find("ended 1 process that a run under way had left"), std::string::npos)
      << next.errors;
  EXPECT_TRUE(ProcessesWith(mark).empty());
  EXPECT_EQ(session_.Runs("s.trena").size(), 2u) << "the first is kept as interrupted";
}

TEST_F(Hostile, WhatNeverEndsIsEnded) {
  Use("flood, hang, crash, fine", "measure: { hang_after: 1s, largest_output: 2 MB }\n");
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 3);
  ExpectEnd("flood", "failed", "too_much_output");
  ExpectEnd("hang", "failed", "hang");
  ExpectEnd("crash", "failed", "signal");
  EXPECT_EQ(RunOf("crash")["last_lines"].dump(), "[\"about to fall\"]");
  ExpectEnd("fine", "ok", "");
  EXPECT_TRUE(ProcessesWith(session_.folder().string()).empty());
}

TEST_F(Hostile, WhateverTheyDoToTheirFolderTheOthersAreMeasured) {
  Use("vanish, remake, squat, nest, fine");
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 3);
  ExpectEnd("vanish", "failed", "folder_lost");
  ExpectEnd("remake", "failed", "folder_lost");
  ExpectEnd("squat", "ok", "");
  ExpectEnd("nest", "ok", "");
  ExpectEnd("fine", "ok", "");
  EXPECT_TRUE(ListFolder(session_.folder() / "s.trena/under-way").value().empty());
}

TEST_F(Hostile, RunsOnAnotherFileSystemAreRefusedAtTheStart) {
  Use("fine");
  fs::path place = session_.folder() / "s.trena/runs";
  fs::create_directories(place);
  if (mount("tmpfs", place.c_str(), "tmpfs", 0, "size=1m") != 0) {
    GTEST_SKIP() << "no file system can be mounted here: " << strerror(errno);
  }
  ProcessResult measure = session_.Trena({"measure", "s.yaml"});
  EXPECT_EQ(measure.exit_code, 2) << measure.errors;
  EXPECT_NE(measure.errors.find("different file systems"), std::string::npos) << measure.errors;
  EXPECT_NE(measure.errors.find("--out"), std::string::npos) << measure.errors;
  EXPECT_TRUE(ListFolder(place).value().empty());
  EXPECT_TRUE(ListFolder(session_.folder() / "s.trena/under-way").value().empty());
  umount2(place.c_str(), MNT_DETACH);
}

TEST_F(Hostile, AFilledDiskIsTheRunsOutcomeAndStopsTheStudy) {
  Use("fill, fine");
  fs::path place = session_.folder() / "s.trena";
  fs::create_directories(place);
  if (mount("tmpfs", place.c_str(), "tmpfs", 0, "size=4m") != 0) {
    GTEST_SKIP() << "no file system can be mounted here: " << strerror(errno);
  }
  ProcessResult full = session_.Trena({"measure", "s.yaml"});
  EXPECT_EQ(full.exit_code, 1) << full.errors;
  EXPECT_NE(full.errors.find("No space left on device"), std::string::npos) << full.errors;
  ExpectEnd("fill", "failed", "disk_full");
  for (const std::string& name : session_.Runs("s.trena")) {
    fs::remove(place / "runs" / name / "junk");
  }
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 3) << "nothing mended the first";
  ExpectEnd("fine", "ok", "");
  EXPECT_EQ(session_.Runs("s.trena").size(), 2u) << "neither was run twice";
  umount2(place.c_str(), MNT_DETACH);
}

// A results folder that came with a study, or lies where others write: its links lead to what is
// ours.
class HostileFolder : public testing::Test {
 protected:
  HostileFolder() {
    session_.Write("s.yaml", FakeStudy("", 1));
    session_.Write("mine/C1-r1/precious", "the only copy");
    session_.Write("mine/file", "the only copy");
  }

  void ExpectRefused(const std::vector<std::string>& command, const std::string& part,
                     const std::string& why) {
    const auto before = session_.Snapshot();
    ProcessResult refused = session_.Trena(command);
    EXPECT_EQ(refused.exit_code, 2) << command[0] << part << refused.errors;
    EXPECT_NE(refused.errors.find(part + " " + why), std::string::npos) << refused.errors;
    EXPECT_NE(refused.errors.find("--out"), std::string::npos) << "the fix: " << refused.errors;
    EXPECT_EQ(session_.Snapshot(), before);
    EXPECT_EQ(session_.Read("mine/C1-r1/precious"), "the only copy");
    EXPECT_EQ(session_.Read("mine/file"), "the only copy");
  }

  Session session_;
};

TEST_F(HostileFolder, NothingIsDoneThroughItsLinks) {
  fs::path results = session_.folder() / "s.trena";
  for (const char* part : {"under-way", "runs"}) {
    fs::create_directories(results);
    fs::create_directory_symlink(session_.folder() / "mine", results / part);
    ExpectRefused({"measure", "s.yaml"}, std::string("s.trena/") + part, "is a link");
    fs::remove_all(results);
  }
  for (const char* part : {"lock", "begun.json", "plan.json", "verify.json"}) {
    fs::create_directories(results);
    fs::create_symlink(session_.folder() / "mine/file", results / part);
    ExpectRefused({"measure", "s.yaml"}, std::string("s.trena/") + part, "is a link");
    fs::remove_all(results);
  }
  fs::create_directory_symlink(session_.folder() / "mine", results);
  ExpectRefused({"measure", "s.yaml"}, "s.trena", "is a link");
}

TEST_F(HostileFolder, NothingUnderWayIsFollowedEither) {
  fs::create_directories(session_.folder() / "s.trena/under-way");
  fs::create_directories(session_.folder() / "s.trena/runs");
  session_.Write("s.trena/lock", "");
  fs::create_directory_symlink(session_.folder() / "mine/C1-r1",
                               session_.folder() / "s.trena/under-way/C1-r1");
  ProcessResult refused = session_.Trena({"measure", "s.yaml"});
  EXPECT_EQ(refused.exit_code, 2) << refused.errors;
  EXPECT_NE(refused.errors.find("under-way/C1-r1 is a link"), std::string::npos) << refused.errors;
  EXPECT_EQ(session_.Read("mine/C1-r1/precious"), "the only copy");
}

TEST_F(HostileFolder, ALinkThatWasTypedIsMeant) {
  fs::create_directory_symlink("mine", session_.folder() / "link");
  ProcessResult measure = session_.Trena({"measure", "s.yaml", "--out", "link"});
  EXPECT_EQ(measure.exit_code, 0) << measure.errors;
  EXPECT_EQ(session_.Runs("mine").size(), 8u);
}

TEST_F(HostileFolder, RunsThatAreLinksAreSetAside) {
  ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  const std::string name = session_.Runs("s.trena")[0];
  fs::rename(session_.folder() / "s.trena/runs" / name, session_.folder() / "mine" / name);
  fs::create_directory_symlink(session_.folder() / "mine" / name,
                               session_.folder() / "s.trena/runs" / name);
  ProcessResult analysis = session_.Trena({"analyze", "s.yaml", "--all"});
  EXPECT_NE(analysis.output.find("it is a link"), std::string::npos) << analysis.output;
}

// As git refuses a repository of another user's. Root may write anywhere.
TEST_F(HostileFolder, AFolderOfAnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  constexpr uid_t kOther = 12345, kMe = 12346;
  fs::path results = session_.folder() / "s.trena";
  fs::create_directories(results);
  ASSERT_EQ(chown(results.c_str(), kOther, kOther), 0);
  fs::permissions(results, fs::perms(0777));
  fs::permissions(session_.folder(), fs::perms(0777));
  const std::string drop = fmt::format(
      "import os, sys; os.setgid({0}); os.setuid({0}); os.execv(sys.argv[1], sys.argv[1:])", kMe);
  auto as_me = [&](const std::string& command) {
    return session_.Program({"/usr/bin/env", "TRENA_CACHE=" + (session_.folder() / "c").string(),
                             "python3", "-c", drop, TRENA_BUILD_DIR "/trena", command, "s.yaml"});
  };
  if (as_me("plan").exit_code != 0) GTEST_SKIP() << "another user cannot run this build";
  ProcessResult measure = as_me("measure");
  EXPECT_EQ(measure.exit_code, 2) << measure.errors;
  EXPECT_NE(measure.errors.find("s.trena belongs to another user (12345)"), std::string::npos)
      << measure.errors;
  EXPECT_TRUE(ListFolder(results).value().empty());
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0) << "root";
  EXPECT_EQ(as_me("analyze").exit_code, session_.Trena({"analyze", "s.yaml"}).exit_code)
      << "reading is fine";
}

// Streams that take nothing, by a shell's redirection.
class HostileStreams : public testing::Test {
 protected:
  HostileStreams() { session_.Write("s.yaml", FakeStudy("", 1)); }

  ProcessResult Shell(const std::string& words, const std::string& redirection) {
    return session_.Program({"bash", "-c", TRENA_BUILD_DIR "/trena " + words + " " + redirection});
  }

  Session session_;
};

TEST_F(HostileStreams, AnAnswerThatNobodyGotIsAFailure) {
  ASSERT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  for (const char* words :
       {"plan s.yaml", "plan s.yaml --json", "plan s.yaml --csv", "analyze s.yaml",
        "analyze s.yaml --json", "report s.yaml --format json --file -", "measure s.yaml --json",
        "run s.yaml", "init -", "--help", "plan --help", "--version", "configure --list --json",
        "doctor --for 0s"}) {
    ProcessResult full = Shell(words, "> /dev/full");
    EXPECT_EQ(full.exit_code, 1) << words << full.errors;
    EXPECT_NE(full.errors.find("cannot write to standard output: No space left on device"),
              std::string::npos)
        << words << full.errors;
    ProcessResult closed = Shell(words, ">&-");
    EXPECT_EQ(closed.exit_code, 1) << words << closed.errors;
    EXPECT_NE(closed.errors.find("cannot write to standard output"), std::string::npos) << words;
  }
}

TEST_F(HostileStreams, TalkThatCannotBeSaidEndsNoMeasurement) {
  for (const char* redirection : {"2> /dev/full", "2>&-", "2>&1 >&- | true", "<&- >&- 2>&-"}) {
    fs::remove_all(session_.folder() / "s.trena");
    ProcessResult measure = Shell("measure s.yaml", redirection);
    EXPECT_EQ(measure.exit_code, 0) << redirection;
    EXPECT_EQ(session_.Runs("s.trena").size(), 8u) << redirection;
    const std::string lock = session_.Read("s.trena/lock");
    EXPECT_EQ(lock.find_first_not_of("0123456789\n"), std::string::npos)
        << "talk went into a file: " << lock;
  }
  EXPECT_EQ(Shell("plan nothing.yaml", "2> /dev/full").exit_code, 2);
  EXPECT_EQ(Shell("plna", "2>&-").exit_code, 2);
}

TEST_F(HostileStreams, WhoReadsNoFurtherEndsItQuietly) {
  // Who reads is gone before anything is written.
  ProcessResult head = session_.Program({"bash", "-c",
                                         "{ sleep 2; exec " TRENA_BUILD_DIR
                                         "/trena plan s.yaml; } | true; exit ${PIPESTATUS[0]}"});
  EXPECT_EQ(head.exit_code, 128 + SIGPIPE);
  EXPECT_EQ(head.errors, "");
  ProcessResult run = Shell("run s.yaml", "2> /dev/null | true");
  EXPECT_TRUE(session_.Exists("s.trena/report.html")) << "its work is done all the same";
}

TEST_F(HostileStreams, AFileSizeLimitIsReportedLikeAFullDisk) {
  ProcessResult limited = session_.Program(
      {"bash", "-c", "ulimit -f 1; exec " TRENA_BUILD_DIR "/trena measure s.yaml"});
  EXPECT_EQ(limited.exit_code, 1) << limited.errors;
  EXPECT_NE(limited.errors.find("File too large"), std::string::npos) << limited.errors;
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0) << "and it goes on";
}

}  // namespace
}  // namespace trena
