// SPDX-License-Identifier: Apache-2.0
// `trena configure` times the frameworks, and one that is handicapped is found and mended. The
// runner here follows a script: OpenBLAS took the CPU for a Prescott unless OPENBLAS_CORETYPE says
// better.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "core/files.h"
#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

constexpr const char* kProbedRunner = R"(#!/usr/bin/env python3
import json, os, sys, time
if sys.argv[1] == "--describe":
    print(json.dumps({"framework": "NAME"}))
    sys.exit(0)
mode = json.load(open(sys.argv[1]))["mode"]
core = os.environ.get("OPENBLAS_CORETYPE")
good = "NAME" == "quick" or core in ("SKYLAKEX", "HASWELL", "SANDYBRIDGE")
events = [{"event": "start", "framework": "NAME", "version": "1.0", "coretype": core,
           "threads": len(os.sched_getaffinity(0)),
           "blas_kernel": None if "NAME" == "quick" else core or "Prescott"}]
if mode == "probe":
    open("COUNT", "a").write("probe\n")
    events.append({"event": "probe", "gemm_gflops": 334 if good else 67,
                   "conv_gflops": 120 if good else 40})
elif mode == "pilot":
    for steps in (8, 50 if good else 10):
        events.append({"event": "group", "part": "train", "steps": steps, "seconds": 1})
else:
    events.append({"event": "phase", "name": "train", "seconds": 0.001})
events.append({"event": "end", "seconds": 0.001})
with open(os.environ["TRENA_EVENTS"], "a") as file:
    for event in events:
        file.write(json.dumps(dict(event, t=time.monotonic())) + "\n")
)";

constexpr const char* kVariables[] = {"OPENBLAS_CORETYPE", "OMP_THREAD_LIMIT"};

class SpeedCheck : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file("/proc/cpuinfo");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    if (text.find(" avx ") == std::string::npos) GTEST_SKIP() << "no kernel is old for this CPU";
    for (const char* name : kVariables) unsetenv(name);
    AddRunner("slow");
    AddRunner("quick");
    session_.Write("study.yaml",
                   "study: study\nfactors: { framework: [slow@1.0, quick@1.0] }\n"
                   "fixed: { network: lenet, dataset: synthetic, image: 28, images: 64, batch: 32, "
                   "epochs: 1 }\ndesign: { replications: 1 }\n");
  }
  void TearDown() override {
    for (const char* name : kVariables) unsetenv(name);
  }

  void AddRunner(const std::string& name) {
    std::string folder = "runners/" + name, text = kProbedRunner;
    for (size_t at; (at = text.find("NAME")) != std::string::npos;) text.replace(at, 4, name);
    text.replace(text.find("COUNT"), 5, (session_.folder() / (name + ".count")).string());
    session_.Write(folder + "/run.py", text);
    session_.Write(folder + "/runner.yaml", "framework: " + name +
                                                "\nversion: 1.0\ncommand: [run.py]\n"
                                                "devices: [cpu]\n");
  }

  // The scripts train nothing: where the reference is here, they are not equal to it.
  ProcessResult Configure(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"configure", "study.yaml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ProcessResult result = session_.Trena(arguments);
    bool scripts = session_.Read("study.yaml").find("slow") != std::string::npos;
    EXPECT_EQ(result.exit_code, scripts && HasLibtorch() ? 3 : 0) << result.errors;
    return result;
  }

  static bool HasLibtorch() {
    return fs::exists(TRENA_BUILD_DIR "/runners/libtorch/trena-libtorch");
  }

  // OPENBLAS_CORETYPE of the run of `slow`, or "none"; "mended" before it where trena set it.
  std::string CoreTypeOfRun() const {
    for (const std::string& name : session_.Runs("study.trena")) {
      Json run = ParseJson(session_.Read("study.trena/runs/" + name + "/run.json")).value();
      if (run["framework"] != "slow") continue;
      bool mended = run["installed"].is_object() && run["installed"].contains("mended");
      return (mended ? "mended " : "") +
             Get<std::string>(run["versions"], "coretype").value_or("none");
    }
    return "no run";
  }

  Session session_;
};

TEST_F(SpeedCheck, AKernelForAnotherCpuIsFoundAndMendedInEveryRun) {
  ProcessResult configured = Configure();
  EXPECT_NE(configured.errors.find("Mended slow@1.0: OpenBLAS took this CPU"), std::string::npos)
      << configured.errors;
  EXPECT_NE(configured.output.find("67 → 334"), std::string::npos) << configured.output;
  EXPECT_EQ(configured.errors.find("Slow here"), std::string::npos) << "it is mended";
  ProcessResult measured = session_.Trena({"measure", "study.yaml"});
  ASSERT_EQ(measured.exit_code, 0) << measured.errors;
  EXPECT_EQ(measured.errors.find("not timed"), std::string::npos) << measured.errors;
  for (const std::string& name : session_.Runs("study.trena")) {
    Json run = ParseJson(session_.Read("study.trena/runs/" + name + "/run.json")).value();
    std::string events = session_.Read("study.trena/runs/" + name + "/events.jsonl");
    bool slow = run["framework"] == "slow";
    EXPECT_EQ(events.find("\"coretype\": null") == std::string::npos, slow) << events;
    EXPECT_EQ(run["installed"].is_object() && run["installed"].contains("mended"), slow) << run;
    if (!slow) continue;
    EXPECT_EQ(run["installed"]["mended"]["variable"], "OPENBLAS_CORETYPE");
    EXPECT_EQ(run["installed"]["mended"]["gemm_gflops_before"], 67);
  }
}

// Mended in a shell with other variables and all CPUs, measured in another on one of them.
TEST_F(SpeedCheck, AMendingHoldsInEveryShell) {
  setenv("OMP_THREAD_LIMIT", "64", 1);
  Configure();
  unsetenv("OMP_THREAD_LIMIT");
  const std::string here = std::to_string(sched_getcpu());
  ProcessResult measured =
      session_.Program({"taskset", "-c", here, TRENA_BUILD_DIR "/trena", "measure", "study.yaml"});
  ASSERT_EQ(measured.exit_code, 0) << measured.errors;
  EXPECT_EQ(CoreTypeOfRun().find("mended "), 0u) << CoreTypeOfRun();
}

TEST_F(SpeedCheck, WhatIsKnownToMendIsNotTriedOutAgainInAnotherShell) {
  Configure();
  setenv("OMP_THREAD_LIMIT", "64", 1);
  ProcessResult configured = Configure();
  EXPECT_EQ(session_.Read("slow.count"), "probe\nprobe\nprobe\n");
  EXPECT_NE(configured.errors.find("Mended slow@1.0"), std::string::npos) << configured.errors;
  EXPECT_EQ(configured.output.find("67 →"), std::string::npos)
      << "what it did before was not timed with these variables: " << configured.output;
}

TEST_F(SpeedCheck, WhatWasNeverTimedIsSaidBeforeItRuns) {
  ProcessResult measured = session_.Trena({"measure", "study.yaml"});
  ASSERT_EQ(measured.exit_code, 0) << measured.errors;
  EXPECT_NE(measured.errors.find("not timed on this CPU yet: slow@1.0, quick@1.0."),
            std::string::npos)
      << measured.errors;
  EXPECT_EQ(CoreTypeOfRun(), "none");
}

TEST_F(SpeedCheck, AKernelOfTheUsersOwnIsMeasuredAsItIs) {
  Configure();
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  ASSERT_EQ(session_.Trena({"measure", "study.yaml"}).exit_code, 0);
  EXPECT_EQ(CoreTypeOfRun(), "Prescott");
}

TEST_F(SpeedCheck, IsTimedOnceAndAgainWhenAsked) {
  Configure();
  Configure();
  EXPECT_EQ(session_.Read("quick.count"), "probe\n");
  EXPECT_EQ(session_.Read("slow.count"), "probe\nprobe\n") << "before and after the mending";
  Configure({"--probe"});
  EXPECT_EQ(session_.Read("quick.count"), "probe\nprobe\n");
}

TEST_F(SpeedCheck, AHandicapOfTheUsersOwnIsToldAndLeftAlone) {
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  ProcessResult configured = Configure({"--json"});
  EXPECT_NE(configured.errors.find(
                "Slow here: slow@1.0: OPENBLAS_CORETYPE=Prescott makes OpenBLAS use kernels for "
                "another CPU; without that its training here is 5.0 times as fast. Mend it: unset "
                "OPENBLAS_CORETYPE"),
            std::string::npos)
      << configured.errors;
  Json speed = ParseJson(configured.output).value()["speed"];
  ASSERT_EQ(speed.size(), 2u);
  EXPECT_EQ(speed[0]["gemm_gflops"], 67);
  EXPECT_FALSE(speed[0].contains("mended"));
  EXPECT_EQ(speed[0]["handicap"]["times"], 5);
  EXPECT_FALSE(speed[1].contains("handicap"));

  // Its runs carry it, and what is said of them does too.
  ASSERT_EQ(session_.Trena({"measure", "study.yaml"}).exit_code, 0);
  Json analysis = ParseJson(session_.Trena({"analyze", "study.yaml", "--json"}).output).value();
  auto has = [&](const char* list) {
    return std::any_of(analysis[list].begin(), analysis[list].end(),
                       [](const Json& one) { return one["code"] == "handicap"; });
  };
  EXPECT_TRUE(has("warnings")) << analysis["warnings"];
  EXPECT_TRUE(has("reservations")) << analysis["reservations"];
}

// Of Debian's own libraries: what each handicap does is there to be seen, however quick they are.
TEST_F(SpeedCheck, HandicapsOfLibtorchAreSeenForReal) {
  if (!HasLibtorch()) GTEST_SKIP() << "trena was built without libtorch";
  setenv("OPENBLAS_CORETYPE", "Prescott", 1);
  setenv("OMP_THREAD_LIMIT", "1", 1);
  session_.Write("study.yaml",
                 "study: study\nfactors: { batch: [32, 64] }\n"
                 "fixed: { framework: libtorch, network: lenet, dataset: synthetic, image: 28, "
                 "images: 64, epochs: 1 }\ndesign: { replications: 1 }\n");
  Json speed = ParseJson(Configure({"--json"}).output).value()["speed"][0];
  EXPECT_LT(speed["gemm_cpus"].get<double>(), 1.2) << speed;
  EXPECT_EQ(speed["threads"], 1) << speed;
  bool open_blas = speed["facts"]["blas"].is_string();
  if (open_blas) {
    EXPECT_EQ(speed["facts"]["blas_kernel"], "Prescott") << speed;
  }
}

}  // namespace
}  // namespace trena
