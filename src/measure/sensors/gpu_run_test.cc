// SPDX-License-Identifier: Apache-2.0
// Whole runs on GPUs of a stand-in NVML library.
#include "core/text/text.h"
#include "measure/measure.h"
#include "measure/sensors/nvml/nvml_testing.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class GpuRunTest : public testing::Test {
 protected:
  GpuRunTest() : results_(folder_.path() / "test.trena") {
    setenv("TRENA_NVML", NvmlStandIn::Library().c_str(), 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
  }
  ~GpuRunTest() override { unsetenv("TRENA_NVML"); }

  RunRecord MeasureOne(const std::string& environment) {
    fs::path path =
        folder_.Write("test.yaml",
                      "fixed: { framework: fake, fake_seconds: 0.4, fake_sleep: true }\n"
                      "environments: { here: " +
                          environment +
                          " }\n"
                          "measure: { sample_every: 50ms }\ndesign: { replications: 1 }\n");
    Study study = ReadStudy(path).value();
    std::vector<Runner> runners = FindRunners({fs::path(TRENA_BUILD_DIR) / "runners"}).value();
    Plan plan = MakePlan(study, VersionsOf(runners)).value();
    Installation places;
    places.cache = folder_.path() / "cache";
    Configuration configuration(study, places, runners);
    KeptRuns kept(results_);
    EXPECT_TRUE(Measure({&study, &plan, &configuration}, kept, {}).ok());
    std::vector<RunRecord> runs = results_.Load().value().runs;
    EXPECT_EQ(runs.size(), 1u);
    return runs.empty() ? RunRecord() : runs[0];
  }

  NvmlStandIn stand_in_;
  TestFolder folder_;
  ResultsFolder results_;
};

// A process of the run on the second device; somebody else's on the first.
constexpr const char* kTwoDevices =
    "driver 550.54\n0 name Tesla-T4\n0 pct 99\n0 steady_milliwatts 300000\n0 process 1 5 99\n"
    "1 name Tesla-T4\n1 uuid GPU-d4e1\n1 pct 42\n1 total 16000\n1 used 4000\n"
    "1 milliwatts 70000\n1 steady_milliwatts 70000\n1 celsius 61\n1 bits 4\n"
    "1 process =trena-fake 3000 40\n";

TEST_F(GpuRunTest, ItsDeviceIsMeasured) {
  stand_in_.Say(kTwoDevices);
  RunRecord run = MeasureOne("{ device: cpu }");
  ASSERT_EQ(run.outcome, Outcome::kOk) << run.reason;
  EXPECT_EQ(run.metric("gpu_pct"), 42) << "not that of the first device";
  EXPECT_EQ(run.metric("gpu_mem_pct"), 25);
  EXPECT_EQ(run.metric("gpu_power_w"), 70);
  EXPECT_EQ(run.metric("gpu_temp_c_max"), 61);
  EXPECT_EQ(run.metric("gpu_throttled_pct"), 100);
  EXPECT_EQ(run.metric("gpu_throttled_power_cap_pct"), 100);
  EXPECT_GT(run.metric("gpu_energy_j").value_or(0), 0);
  EXPECT_EQ((*run.facts)["gpus"]["simulated"], true);
  EXPECT_EQ((*run.facts)["gpus"]["driver"], "550.54 (stand-in)");
  EXPECT_EQ((*run.facts)["gpus"]["1"]["uuid"], "GPU-d4e1");
  EXPECT_EQ((*run.facts)["gpus"]["1"]["memory_bytes"], 16000);
  EXPECT_TRUE((*run.facts)["gpus"]["0"]["memory_bytes"].is_null());
  std::string samples =
      ReadFile(results_.folder() / "runs" / run.folder.text() / "samples.csv").value();
  std::vector<std::string> lines = Split(samples, '\n');
  EXPECT_TRUE(lines[0].starts_with("cpu_pct,mem_pct,gpu_pct,gpu_mem_pct,t,")) << lines[0];
  auto has = [](const std::string& line) {
    return Split(line, ',').size() > 3 && Split(line, ',')[2] == "42";
  };
  EXPECT_TRUE(std::any_of(lines.begin() + 1, lines.end(), has)) << samples;
}

TEST_F(GpuRunTest, WithoutAProcessOnAnyDeviceNothingIsCharged) {
  stand_in_.Say("0 pct 99\n0 milliwatts 5\n0 process 1 5 99\n");
  RunRecord run = MeasureOne("{ device: cpu }");
  ASSERT_EQ(run.outcome, Outcome::kOk) << run.reason;
  for (const auto& [name, value] : run.metrics) {
    EXPECT_FALSE(name.text().starts_with("gpu_")) << name;
  }
}

TEST_F(GpuRunTest, AnEnvironmentForCudaIsHereAndMarked) {
  stand_in_.Say("0 name Tesla-T4\n0 pct 30\n");
  Environment cuda;
  cuda.device = "cuda";
  TestFolder root;
  EXPECT_TRUE(IsHere(cuda, root.path().string()));
  EXPECT_FALSE(IsHere(cuda, root.path().string(), ""));
  Machine machine = ReadMachine();
  EXPECT_EQ(Differences(cuda, machine), std::vector<std::string>{"a stand-in for the GPUs"});
  cuda.gpu = "t4";
  EXPECT_EQ(Differences(cuda, machine).size(), 1u) << "Tesla-T4 is a T4";
  cuda.gpu = "A100";
  EXPECT_EQ(Differences(cuda, machine).back(), "Tesla-T4 instead of A100");
  EXPECT_EQ(Differences(Environment(), machine).size(), 1u) << "a run for the CPU may use it too";
}

}  // namespace
}  // namespace trena
