// SPDX-License-Identifier: Apache-2.0
// A framework here is a shell script: it counts how often it was asked, and is quicker where the
// variable that mends it is set.
#include "configure/runners/prober.h"

#include <gtest/gtest.h>

#include "configure/testing.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class ProberTest : public testing::Test {
 protected:
  ProberTest() {
    around_.cpu = "a CPU";
    around_.vectors = 2;  // AVX2
    around_.cpus = 2;
    places_.cache = cache_;
  }

  // `kernel` is what OpenBLAS takes the CPU for; gflops by itself and with OPENBLAS_CORETYPE.
  void Framework(const std::string& kernel, double plain, double mended) {
    fs::path script = folder_.Write("runner.sh", R"(
echo asked >> )" + (folder_.path() / "asked").string() +
                                                     R"(
rate=)" + std::to_string(plain) + R"(
if [ "$OPENBLAS_CORETYPE" = HASWELL ]; then rate=)" + std::to_string(mended) +
                                                     R"(; fi
{ echo '{"event":"start","t":1,"threads":2,"blas_kernel":")" +
                                                     kernel + R"("}'
  echo "{\"event\":\"probe\",\"gemm_gflops\":$rate,\"conv_gflops\":10,\"gemm_cpus\":2}"
} > "$TRENA_EVENTS"
)");
    Use(script);
  }

  void Use(const fs::path& script) {
    runners_ = {{"caffe", "1.0", {"/bin/sh", script.string()}, {"cpu"}}};
    study_ = ReadStudyText("test.yaml", R"(
factors: { batch: [16, 32] }
fixed: { framework: caffe, network: lenet, dataset: synthetic, images: 100, epochs: 1 }
)")
                 .value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
    scenarios_.clear();
    for (const Scenario& scenario : plan_.scenarios) scenarios_.push_back(&scenario);
    configuration_.emplace(study_, places_, runners_);
  }

  Prober Make() const { return Prober(*configuration_, cache_, around_); }

  std::vector<Speed> Run(bool again = false) {
    auto speeds =
        Make().Run(scenarios_, again, [&](const std::string& name) { told_.push_back(name); });
    EXPECT_TRUE(speeds.ok()) << speeds.error().message();
    return speeds.ok() ? speeds.value() : std::vector<Speed>();
  }

  int Asked() const {
    auto text = ReadFile(folder_.path() / "asked");
    return text.ok() ? static_cast<int>(text.value().size() / 6) : 0;
  }

  TestFolder folder_;
  fs::path cache_ = folder_.path() / "cache";
  SpeedSurroundings around_;
  Installation places_;
  Study study_;
  Plan plan_;
  std::vector<Runner> runners_;
  std::vector<const Scenario*> scenarios_;
  std::optional<Configuration> configuration_;
  std::vector<std::string> told_;
};

TEST_F(ProberTest, EachFrameworkIsTimedOnceForAllItsScenarios) {
  Framework("Haswell", 50, 50);
  ASSERT_EQ(scenarios_.size(), 2u);
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_EQ(speeds[0].framework, "caffe@1.0");
  EXPECT_EQ(speeds[0].product, 50);
  EXPECT_EQ(speeds[0].convolution, 10);
  EXPECT_EQ(speeds[0].cpus, 2);
  EXPECT_EQ(speeds[0].threads, 2);
  EXPECT_FALSE(speeds[0].facts.contains("event"));
  EXPECT_FALSE(speeds[0].facts.contains("t"));
  EXPECT_EQ(speeds[0].facts["blas_kernel"], "Haswell");
  EXPECT_EQ(Asked(), 1);
  EXPECT_EQ(told_, std::vector<std::string>{"caffe@1.0"});
}

TEST_F(ProberTest, WhatIsKnownIsNotTimedAgainUnlessAsked) {
  Framework("Haswell", 50, 50);
  Run();
  EXPECT_EQ(Run()[0].product, 50);
  EXPECT_EQ(Asked(), 1);
  EXPECT_EQ(told_.size(), 1u);
  Run(true);
  EXPECT_EQ(Asked(), 2);
}

TEST_F(ProberTest, AVariableThatHelpsIsKept) {
  Framework("Prescott", 10, 50);
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_EQ(speeds[0].product, 50);
  ASSERT_TRUE(speeds[0].mended);
  EXPECT_EQ(speeds[0].mended->variable, "OPENBLAS_CORETYPE");
  EXPECT_EQ(speeds[0].mended->value, "HASWELL");
  EXPECT_EQ(speeds[0].mended->product_before, 10);
  EXPECT_EQ(Asked(), 2) << "without it and with it";
  EXPECT_EQ(Run()[0].product, 50) << "and is remembered";
  EXPECT_EQ(Asked(), 2);
}

// It must be more than 1.2 times as fast: 12 of 10 is not.
TEST_F(ProberTest, AVariableThatHelpsLittleIsNotKept) {
  Framework("Prescott", 10, 12);
  std::vector<Speed> speeds = Run();
  EXPECT_FALSE(speeds[0].mended);
  EXPECT_EQ(speeds[0].product, 10);
  fs::remove_all(cache_);
  Framework("Prescott", 10, 12.5);
  EXPECT_TRUE(Run()[0].mended);
}

// The user chose these kernels: that is told, and no variable of ours is tried.
TEST_F(ProberTest, ACauseThatNoVariableMendsIsNotTried) {
  around_.variables["OPENBLAS_CORETYPE"] = "Prescott";
  Framework("Prescott", 10, 50);
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_FALSE(speeds[0].mended);
  EXPECT_EQ(speeds[0].product, 10);
  EXPECT_EQ(Asked(), 1);
}

TEST_F(ProberTest, NeverTimedUntilItWas) {
  Framework("Haswell", 50, 50);
  EXPECT_EQ(Make().NeverTimed(scenarios_), std::vector<std::string>{"caffe@1.0"});
  EXPECT_TRUE(Make().Known(scenarios_).empty());
  EXPECT_TRUE(Make().Known().empty());
  Run();
  EXPECT_TRUE(Make().NeverTimed(scenarios_).empty());
  EXPECT_EQ(Make().Known(scenarios_).size(), 1u);
  EXPECT_EQ(Make().Known().size(), 1u);
}

TEST_F(ProberTest, AnotherMachineKnowsNothingOfIt) {
  Framework("Haswell", 50, 50);
  Run();
  around_.cpus = 4;
  EXPECT_TRUE(Make().Known().empty());
  around_.cpus = 2;
  around_.cpu = "another CPU";
  EXPECT_TRUE(Make().Known().empty());
  EXPECT_EQ(Run()[0].product, 50);
  EXPECT_EQ(Asked(), 2);
}

TEST_F(ProberTest, VariablesOfOursHaveARecordOfTheirOwn) {
  Framework("Haswell", 50, 50);
  Run();
  around_.variables["OMP_NUM_THREADS"] = "1";
  EXPECT_TRUE(Make().Known(scenarios_).empty());
  Run();
  EXPECT_EQ(Asked(), 2);
  EXPECT_EQ(Make().Known().size(), 2u) << "both are of this machine";
}

TEST_F(ProberTest, AFailureIsToldAndAskedAnew) {
  Use(folder_.Write("broken.sh", "echo no such device; exit 1\n"));
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_EQ(speeds[0].failure, "it ended with code 1: no such device");
  EXPECT_FALSE(speeds[0].product);
  EXPECT_TRUE(Make().Known().empty()) << "nothing of it is kept";
  EXPECT_FALSE(Make().NeverTimed(scenarios_).empty());
}

TEST_F(ProberTest, ARunnerThatDoesNotKnowTheModeHasNone) {
  Use(folder_.Write("old.sh", "echo '{\"event\":\"end\"}' > \"$TRENA_EVENTS\"\n"));
  EXPECT_TRUE(Run().empty());
}

TEST_F(ProberTest, SimulatedRunnersAreNotTimed) {
  Framework("Haswell", 50, 50);
  runners_[0].simulated = true;
  configuration_.emplace(study_, places_, runners_);
  EXPECT_TRUE(Run().empty());
  EXPECT_EQ(Asked(), 0);
}

TEST_F(ProberTest, BrokenRecordsAreAsIfTheyWereNotThere) {
  Framework("Haswell", 50, 50);
  Run();
  for (const auto& entry : fs::directory_iterator(cache_ / "speed")) {
    if (entry.path().extension() != ".json") continue;
    ASSERT_TRUE(WriteFile(entry.path(), "{").ok());
  }
  EXPECT_TRUE(Make().Known().empty());
  EXPECT_EQ(Run()[0].product, 50);
  EXPECT_EQ(Asked(), 2);
}

TEST_F(ProberTest, NothingHalfMadeStaysBehind) {
  Framework("Prescott", 10, 50);
  Run();
  for (const auto& entry : fs::directory_iterator(cache_ / "speed")) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("making-")) << entry.path();
  }
}

}  // namespace
}  // namespace trena
