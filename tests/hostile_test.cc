// SPDX-License-Identifier: Apache-2.0
// Programs that do their worst: each run gets the right outcome, the study goes on, nothing of them
// stays behind, and trena's memory is its own.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

#include "core/files.h"
#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

// hostile.py ACT MARK: MARK is only there for the test to find its processes by.
constexpr const char* kHostile = R"(#!/usr/bin/env python3
import json, os, resource, signal, sys, time
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
  EXPECT_EQ(RunOf("fine")["notes"].dump(), "[]");
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
  EXPECT_EQ(session_.Trena({"measure", "s.yaml"}).exit_code, 0);
  ExpectEnd("fine", "ok", "");
  EXPECT_EQ(session_.Runs("s.trena").size(), 2u) << "neither was run twice";
  umount2(place.c_str(), MNT_DETACH);
}

}  // namespace
}  // namespace trena
