// SPDX-License-Identifier: Apache-2.0
// A framework that pip cannot install brings an installer of its own, as Caffe does: what it needs
// is asked for first, what it makes is put in place whole, and the runner is started with it.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

constexpr const char* kInstalledRunner = R"(#!/usr/bin/env python3
import json, os, sys, time
made = open(sys.argv[1]).read()
if sys.argv[2] == "--describe":
    print(json.dumps({"framework": "own", "made": made}))
    sys.exit(0)
with open(os.environ["TRENA_EVENTS"], "a") as events:
    for event in ({"event": "start", "framework": "own", "version": made},
                  {"event": "phase", "name": "train", "seconds": 0.001},
                  {"event": "end", "seconds": 0.001}):
        events.write(json.dumps(dict(event, t=time.monotonic())) + "\n")
)";

// Wants a file `tool` beside itself; `broken` makes it fail.
constexpr const char* kInstaller = R"(import json, os, sys
here = os.path.dirname(os.path.realpath(__file__))
if not os.path.exists(os.path.join(here, "tool")):
    sys.exit("no tool: install one")
if sys.argv[1] == "--check":
    sys.exit(0)
lock, folder = sys.argv[1:]
assert "thing==1.0" in open(lock).read()
print("downloading thing", flush=True)
if os.path.exists(os.path.join(here, "broken")):
    sys.exit("thing-1.0.jar is not the file that was locked")
os.makedirs(os.path.join(folder, "lib"), exist_ok=True)
open(os.path.join(folder, "lib", "made.txt"), "w").write("1.0")
print(json.dumps({"packages": {"thing": "1.0"}, "compiler": "none"}))
)";

class Installer : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TRENA_PYTHON", "/usr/bin/python3", 1);
    session_.Write("runners/own/run.py", kInstalledRunner);
    session_.Write("runners/own/own_install.py", kInstaller);
    session_.Write("runners/own/tool", "");
    session_.Write("runners/own/1.0.lock",
                   "thing==1.0 \\\n    --hash=sha256:" + std::string(64, '0') + "\n");
    session_.Write("runners/own/runner.yaml",
                   "framework: own\ncommand: [run.py, environment/lib/made.txt]\ndevices: [cpu]\n"
                   "simulated: true\nversions:\n  1.0: { lock: 1.0.lock, install: own_install.py, "
                   "python: 3.8-3.20, download: 1 MB, disk: 1 MB }\n");
    session_.Write(
        "study.yaml",
        "study: study\nfactors: { batch: [16, 32] }\nfixed: { framework: own@1.0, network: lenet, "
        "dataset: synthetic, image: 28, images: 64, epochs: 1 }\n"
        "design: { replications: 1 }\n");
  }
  void TearDown() override { unsetenv("TRENA_PYTHON"); }

  Session session_;
};

TEST_F(Installer, PutsTheFrameworkInPlaceAndTheRunnerIsStartedWithIt) {
  ProcessResult configured = session_.Trena({"configure", "study.yaml"});
  ASSERT_EQ(configured.exit_code, 0) << configured.errors;
  EXPECT_NE(configured.errors.find("Installing own 1.0 from Maven Central"), std::string::npos);
  EXPECT_NE(configured.errors.find("own 1.0: downloading thing"), std::string::npos);
  ASSERT_EQ(session_.Trena({"measure", "study.yaml"}).exit_code, 0);
  for (const std::string& name : session_.Runs("study.trena")) {
    Json run = ParseJson(session_.Read("study.trena/runs/" + name + "/run.json")).value();
    EXPECT_EQ(run["versions"]["version"], "1.0");
    EXPECT_EQ(run["installed"]["source"], "maven");
    EXPECT_EQ(run["installed"]["built"]["packages"]["thing"], "1.0");
  }
  ProcessResult again = session_.Trena({"configure", "study.yaml"});
  EXPECT_EQ(again.errors.find("Installing"), std::string::npos) << "it is there";
  session_.Write("runners/own/source.cc", "int main() {}");
  again = session_.Trena({"configure", "study.yaml"});
  EXPECT_NE(again.errors.find("Installing own 1.0"), std::string::npos)
      << "another source is another runner";
}

TEST_F(Installer, SaysWhatIsMissingBeforeAnythingIsFetched) {
  session_.Program({"rm", "runners/own/tool"});
  ProcessResult refused = session_.Trena({"configure", "study.yaml"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("own 1.0 cannot be installed here: no tool: install one"),
            std::string::npos)
      << refused.errors;
  EXPECT_EQ(refused.errors.find("downloading"), std::string::npos);
}

TEST_F(Installer, AFailureLeavesNothingBehind) {
  session_.Write("runners/own/broken", "");
  ProcessResult failed = session_.Trena({"configure", "study.yaml"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_NE(failed.errors.find("thing-1.0.jar is not the file that was locked"), std::string::npos)
      << failed.errors;
  EXPECT_NE(session_.Trena({"configure", "--list"}).output.find("No framework is installed"),
            std::string::npos);
}

}  // namespace
}  // namespace trena
