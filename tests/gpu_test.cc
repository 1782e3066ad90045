// SPDX-License-Identifier: Apache-2.0
// A study on a machine whose GPU is a stand-in NVML library (tests/nvml).
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/json.h"
#include "session.h"

namespace trena {
namespace {

class GpuTest : public testing::Test {
 protected:
  GpuTest() {
    setenv("TRENA_NVML", TRENA_BUILD_DIR "/tests/nvml/libnvml-standin.so", 1);
    setenv("TRENA_NVML_STANDIN", (session_.folder() / "gpu").c_str(), 1);
    session_.Write("gpu",
                   "driver 550.54\n0 name Tesla-T4\n0 pct 42\n0 total 16000\n0 used 4000\n"
                   "0 milliwatts 70000\n0 steady_milliwatts 70000\n0 celsius 61\n"
                   "0 process =trena-fake 3000 40\n");
    Study("cpu");
  }
  ~GpuTest() override {
    unsetenv("TRENA_NVML");
    unsetenv("TRENA_NVML_STANDIN");
  }
  // The fake runner trains on nothing else than the CPU; its process is on the GPU all the same.
  void Study(const std::string& device) {
    session_.Write("gpu.yaml",
                   "fixed: { framework: fake, fake_seconds: 0.4, fake_sleep: true }\n"
                   "environments: { t4: { device: " +
                       device +
                       ", price: 0.526 USD/h } }\n"
                       "measure: { sample_every: 50ms }\ndesign: { replications: 1 }\n");
  }
  Session session_;
};

TEST_F(GpuTest, IsMeasuredReportedAndMarked) {
  ProcessResult result = session_.Trena({"run", "gpu.yaml"});
  std::vector<std::string> runs = session_.Runs("gpu.trena");
  ASSERT_EQ(runs.size(), 1u) << result.output << result.errors;
  std::string folder = "gpu.trena/runs/" + runs[0] + "/";
  Json run = ParseJson(session_.Read(folder + "run.json")).value();
  EXPECT_EQ(run["metrics"]["gpu_pct"], 42) << run["metrics"];
  EXPECT_EQ(run["metrics"]["gpu_mem_pct"], 25);
  EXPECT_GT(run["metrics"]["gpu_energy_j"], 0);
  EXPECT_EQ(run["facts"]["gpus"]["0"]["name"], "Tesla-T4");
  EXPECT_EQ(run["facts"]["gpus"]["simulated"], true);
  EXPECT_EQ(run["stand_in"], Json::array({"a stand-in for the GPUs"}));
  std::string samples = session_.Read(folder + "samples.csv");
  EXPECT_TRUE(samples.starts_with("cpu_pct,mem_pct,gpu_pct,gpu_mem_pct,t,")) << samples;
  EXPECT_NE(samples.find(",42,25,"), samples.npos) << samples;
  std::string report = session_.Read("gpu.trena/report.md");
  EXPECT_NE(report.find("GPU energy (J)"), report.npos) << report;
  EXPECT_NE(report.find("stand-in"), report.npos) << report;
}

TEST_F(GpuTest, WithoutTheLibraryTheEnvironmentStaysPending) {
  setenv("TRENA_NVML", "", 1);
  Study("cuda");
  ProcessResult result = session_.Trena({"measure", "gpu.yaml"});
  EXPECT_NE((result.output + result.errors).find("t4"), std::string::npos);
  EXPECT_TRUE(session_.Runs("gpu.trena").empty());
}

}  // namespace
}  // namespace trena
