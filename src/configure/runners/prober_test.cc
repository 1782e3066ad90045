// SPDX-License-Identifier: Apache-2.0
// A framework here is a shell script: it counts how often it was asked, and is quicker where the
// variable that mends it is set; its matrix products and its trainings need not be so alike.
#include "configure/runners/prober.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

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

  struct Rates {
    double plain;
    double mended;  // with OPENBLAS_CORETYPE
  };

  // `kernel` is what OpenBLAS takes the CPU for; gflops of products, and steps of a training in a
  // second.
  fs::path Script(const std::string& name, const std::string& kernel, Rates products,
                  Rates trainings) {
    auto choose = [](const std::string& variable, Rates rates) {
      return fmt::format("{0}={1}; [ \"$OPENBLAS_CORETYPE\" = HASWELL ] && {0}={2}\n", variable,
                         rates.plain, rates.mended);
    };
    std::string text = choose("product", products) + choose("steps", trainings);
    text += "if grep -q '\"pilot\"' \"$1\"; then\n  echo tried >> " + Path(name + ".tried") +
            R"(
  { echo '{"event":"group","part":"train","steps":1000,"seconds":1}'
    echo "{\"event\":\"group\",\"part\":\"train\",\"steps\":$steps,\"seconds\":1}"
    echo '{"event":"group","part":"train","steps":0.5,"seconds":1}'
    echo '{"event":"group","part":"train","steps":900,"seconds":1}'
    echo '{"event":"group","part":"evaluate","steps":1000,"seconds":1}'
  } > "$TRENA_EVENTS"
  exit 0
fi
echo asked >> )" +
            Path("asked") +
            R"(
{ echo '{"event":"start","t":1,"threads":2,)" +
            kernel + R"(}'
  echo "{\"event\":\"probe\",\"gemm_gflops\":$product,\"conv_gflops\":10,\"gemm_cpus\":2}"
} > "$TRENA_EVENTS"
)";
    return folder_.Write(name + ".sh", text);
  }

  static std::string Kernel(const std::string& name) { return "\"blas_kernel\":\"" + name + "\""; }

  // One whose trainings are as quick as its products.
  void Framework(const std::string& kernel, double plain, double mended) {
    Use(Script("caffe", Kernel(kernel), {plain, mended}, {plain, mended}));
  }

  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }

  void Use(const fs::path& script) {
    runners_ = {{"caffe", "1.0", {"/bin/sh", script.string()}, {"cpu"}}};
    Study("factors: { batch: [16, 32] }\nfixed: { framework: caffe, ");
  }

  void UseTwo(const fs::path& caffe, const fs::path& jax) {
    runners_ = {{"caffe", "1.0", {"/bin/sh", caffe.string()}, {"cpu"}},
                {"jax", "0.10.2", {"/bin/sh", jax.string()}, {"cpu"}}};
    Study("factors: { framework: [caffe, jax] }\nfixed: { batch: 16, ");
  }

  void Study(const std::string& beginning) {
    study_ = ReadStudyText("test.yaml", beginning +
                                            "network: lenet, dataset: synthetic, images: "
                                            "100, epochs: 1 }\n")
                 .value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
    scenarios_.clear();
    for (const Scenario& scenario : plan_.scenarios) scenarios_.push_back(&scenario);
    configuration_.emplace(study_, places_, runners_);
  }

  Prober Make() const { return Prober(*configuration_, cache_, around_); }

  std::vector<Speed> Run(bool again = false) {
    auto speeds = Make().Run(
        scenarios_, again, [](const Scenario&) { return RunInputs(); },
        [&](const std::string& name) { told_.push_back(name); });
    EXPECT_TRUE(speeds.ok()) << speeds.error().message();
    return speeds.ok() ? speeds.value() : std::vector<Speed>();
  }

  int Lines(const std::string& name) const {
    auto text = ReadFile(folder_.path() / name);
    if (!text.ok()) return 0;
    return static_cast<int>(std::count(text.value().begin(), text.value().end(), '\n'));
  }
  int Asked() const { return Lines("asked"); }

  TestFolder folder_;
  fs::path cache_ = folder_.path() / "cache";
  SpeedSurroundings around_;
  Installation places_;
  trena::Study study_;
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

// It must be more than 1.1 times as fast: 11 of 10 is not.
TEST_F(ProberTest, AVariableThatHelpsLittleIsNotKept) {
  Framework("Prescott", 10, 11);
  std::vector<Speed> speeds = Run();
  EXPECT_FALSE(speeds[0].mended);
  EXPECT_EQ(speeds[0].product, 10);
  fs::remove_all(cache_);
  Framework("Prescott", 10, 11.5);
  auto mended = Run()[0].mended;
  ASSERT_TRUE(mended);
  EXPECT_DOUBLE_EQ(mended->training_gain.value_or(0), 1.15);
}

// MXNet's products are OpenBLAS's, its trainings oneDNN's.
TEST_F(ProberTest, WhatATrainingDoesNotFeelIsNoHandicapAndIsNotMended) {
  Use(Script("caffe", Kernel("Prescott"), {10, 70}, {20, 20}));
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_FALSE(speeds[0].mended);
  EXPECT_FALSE(speeds[0].handicap);
  EXPECT_EQ(Lines("caffe.tried"), 2) << "as it is and with the variable; no second turn is needed";
}

TEST_F(ProberTest, WhereNothingIsSuspectedNothingIsTrained) {
  UseTwo(Script("caffe", Kernel("Haswell"), {10, 10}, {10, 10}),
         Script("jax", Kernel("Haswell"), {100, 100}, {100, 100}));
  for (const Speed& speed : Run()) EXPECT_FALSE(speed.handicap) << "its own way, for all we know";
  EXPECT_EQ(Lines("caffe.tried"), 0);
}

// The user chose these kernels: that is tried and told, and left as it is.
TEST_F(ProberTest, AVariableOfTheUsersThatSlowsATrainingDownIsAHandicap) {
  around_.variables["OPENBLAS_CORETYPE"] = "Prescott";
  Framework("Prescott", 10, 50);
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_FALSE(speeds[0].mended);
  EXPECT_EQ(speeds[0].product, 10);
  ASSERT_TRUE(speeds[0].handicap);
  EXPECT_DOUBLE_EQ(speeds[0].handicap->times, 5);
  EXPECT_EQ(speeds[0].handicap->beside, "");
  EXPECT_EQ(speeds[0].handicap->fix, "unset OPENBLAS_CORETYPE");
  EXPECT_EQ(Asked(), 1);
  EXPECT_EQ(Lines("caffe.tried"), 6) << "three times each, by turns";
  auto known = RecordedSpeed(cache_, runners_[0], "cpu", around_);
  ASSERT_TRUE(known && known->handicap) << "its runs say so";
  around_.variables.clear();
  EXPECT_FALSE(RecordedSpeed(cache_, runners_[0], "cpu", around_)) << "that shell is another one";
}

TEST_F(ProberTest, AVariableOfTheUsersThatATrainingDoesNotFeelIsNone) {
  around_.variables["OPENBLAS_CORETYPE"] = "Prescott";
  Use(Script("caffe", Kernel("Prescott"), {10, 50}, {20, 21}));
  EXPECT_FALSE(Run()[0].handicap);
}

// What cannot be taken away for a try is judged beside another framework's training.
TEST_F(ProberTest, AReferenceBlasIsAHandicapWhereAnotherTrainsMoreThanTwiceAsFast) {
  const std::string reference = R"("blas_library":"/usr/lib/blas/libblas.so.3")";
  const fs::path quick = Script("jax", Kernel("Haswell"), {10, 10}, {21, 21});
  UseTwo(Script("caffe", reference, {10, 10}, {10, 10}), quick);
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 2u);
  ASSERT_TRUE(speeds[0].handicap);
  EXPECT_EQ(speeds[0].handicap->beside, "jax@0.10.2");
  EXPECT_DOUBLE_EQ(speeds[0].handicap->times, 2.1);
  EXPECT_FALSE(speeds[1].handicap);
  fs::remove_all(cache_);
  UseTwo(Script("caffe", reference, {10, 10}, {10.5, 10.5}), quick);
  EXPECT_FALSE(Run()[0].handicap) << "exactly twice is not more";
}

TEST_F(ProberTest, VariablesThatNobodyLookedAtAreSaid) {
  Framework("Haswell", 50, 50);
  Run();
  around_.variables["ONEDNN_MAX_CPU_ISA"] = "SSE41";
  EXPECT_EQ(Make().NeverTimed(scenarios_), std::vector<std::string>{"caffe@1.0"});
  Run();
  EXPECT_TRUE(Make().NeverTimed(scenarios_).empty());
}

TEST_F(ProberTest, NeverTimedUntilItWas) {
  Framework("Haswell", 50, 50);
  EXPECT_EQ(Make().NeverTimed(scenarios_), std::vector<std::string>{"caffe@1.0"});
  EXPECT_TRUE(Make().Known(scenarios_).empty());
  Run();
  EXPECT_TRUE(Make().NeverTimed(scenarios_).empty());
  EXPECT_EQ(Make().Known(scenarios_).size(), 1u);
}

TEST_F(ProberTest, AnotherMachineKnowsNothingOfIt) {
  Framework("Haswell", 50, 50);
  Run();
  around_.cpus = 4;
  EXPECT_TRUE(Make().Known(scenarios_).empty());
  around_.cpus = 2;
  around_.cpu = "another CPU";
  EXPECT_TRUE(Make().Known(scenarios_).empty());
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
}

TEST_F(ProberTest, AFailureIsToldAndAskedAnew) {
  Use(folder_.Write("broken.sh", "echo no such device; exit 1\n"));
  std::vector<Speed> speeds = Run();
  ASSERT_EQ(speeds.size(), 1u);
  EXPECT_EQ(speeds[0].failure, "it ended with code 1: no such device");
  EXPECT_FALSE(speeds[0].product);
  EXPECT_TRUE(Make().Known(scenarios_).empty()) << "nothing of it is kept";
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
  EXPECT_TRUE(Make().Known(scenarios_).empty());
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
