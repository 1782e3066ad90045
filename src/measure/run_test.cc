// SPDX-License-Identifier: Apache-2.0
// What a runner is told; whole runs are in measure_test.cc.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "measure/run_request.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class RunTest : public testing::Test {
 protected:
  void Use(const std::string& text) {
    Result<Study> study = ReadStudyText("test.yaml", text);
    ASSERT_TRUE(study.ok()) << study.error().message();
    study_ = study.value();
    plan_ = MakePlan(study_, {{"libtorch", {"1.13.1"}}}).value();
    machine_.cpus = 6;
    request_.study = &study_;
    request_.scenario = &plan_.scenarios[0];
    request_.machine = &machine_;
    request_.planned.replication = 3;
    request_.inputs.seed = 10;
  }

  Study study_;
  Plan plan_;
  Machine machine_;
  RunRequest request_;
};

constexpr const char* kTraining = R"(
factors: { batch: [64, 128], network: [network1] }
fixed: { framework: libtorch, dataset: mnist, epochs: 2, momentum: 0, mixup: 0.25, shiny: true }
environments: { gpu_machine: { device: cuda } }
measure: { detail: step }
)";

TEST_F(RunTest, TheProtocolsFieldsAreWhereItWantsThem) {
  Use(kTraining);
  request_.inputs.network = "/cache/network.json";
  request_.inputs.data = "/cache/data";
  request_.inputs.order = "/cache/order.npy";
  request_.inputs.weights = "/cache/weights.npz";
  Json json = ScenarioJson(request_, "/out");
  // docs/runner-protocol.md.
  Json expected = {{"protocol", 1},
                   {"mode", "train"},
                   {"network", "/cache/network.json"},
                   {"data", "/cache/data"},
                   {"order", "/cache/order.npy"},
                   {"weights", "/cache/weights.npz"},
                   {"epochs", 2},
                   {"batch", 64},
                   {"threads", 6},
                   {"device", "cuda"},
                   {"precision", "float32"},
                   {"optimizer", "sgd"},
                   {"learning_rate", 0.01},
                   {"momentum", 0},
                   {"weight_decay", 0},
                   {"seed", 10},
                   {"detail", "step"},
                   {"output", "/out"}};
  for (const auto& [field, value] : expected.items()) EXPECT_EQ(json[field], value) << field;
  EXPECT_EQ(json.size(), expected.size() + 1) << "and values";
}

TEST_F(RunTest, EveryOtherValueIsUnderValues) {
  Use(kTraining);
  Json values = ScenarioJson(request_, "/out")["values"];
  Json expected = {{"framework", "libtorch"},
                   {"network", "network1"},
                   {"dataset", "mnist"},
                   {"image", 32},
                   {"environment", "gpu_machine"},
                   {"mixup", 0.25},
                   {"shiny", true},
                   {"scenario", "C1"},
                   {"replication", 3}};
  for (const auto& [field, value] : expected.items()) EXPECT_EQ(values[field], value) << field;
  for (const char* field : {"epochs", "batch", "optimizer", "learning_rate", "momentum"}) {
    EXPECT_FALSE(values.contains(field)) << field;
  }
}

TEST_F(RunTest, PathsThatAreNotThereAreNotNamed) {
  Use(kTraining);
  Json json = ScenarioJson(request_, "/out");
  for (const char* field : {"network", "data", "order", "weights"}) {
    EXPECT_FALSE(json.contains(field)) << field;
  }
}

TEST_F(RunTest, ThreadsAreTheStudysWhereItSaysSo) {
  Use(kTraining);
  study_.fixed.emplace_back("threads", 2);
  plan_ = MakePlan(study_, {}).value();
  request_.scenario = &plan_.scenarios[0];
  EXPECT_EQ(ScenarioJson(request_, "")["threads"], 2);
}

bool Gives(const SupervisedOptions& options, const std::string& name, const std::string& value) {
  const auto& variables = options.environment;
  return std::find(variables.begin(), variables.end(), std::pair(name, value)) != variables.end();
}

// Whether it is a run or its pilot.
TEST_F(RunTest, ARunnersThreadsWaitAsAllDoAndThatIsOnRecord) {
  Use(kTraining);
  Runner runner{"libtorch", "1.13.1", {"run"}, {"cuda"}};
  request_.inputs.runner = &runner;
  unsetenv("GOMP_SPINCOUNT");
  unsetenv("OMP_WAIT_POLICY");
  EXPECT_TRUE(Gives(OptionsFor(request_, "/run"), "GOMP_SPINCOUNT", "25000"));
  EXPECT_EQ((*BeginRecord(request_).installed)["variables"]["GOMP_SPINCOUNT"], "25000");
  setenv("GOMP_SPINCOUNT", "9", 1);
  EXPECT_FALSE(Gives(OptionsFor(request_, "/run"), "GOMP_SPINCOUNT", "25000"));
  EXPECT_EQ((*BeginRecord(request_).installed)["variables"]["GOMP_SPINCOUNT"], "9");
  unsetenv("GOMP_SPINCOUNT");
}

constexpr const char* kCommand = R"(
factors: { batch: [64], rate: [0.001], name: ["$HOME; rm -rf /"] }
fixed: { framework: command }
command: [train, "--batch={batch}", "{rate}/{batch}", "{name}", "{scenario}-{seed}-{device}"]
)";

TEST_F(RunTest, TheCommandIsFilledWithTheScenariosValues) {
  Use(kCommand);
  EXPECT_EQ(FillCommand(request_), (std::vector<std::string>{"train", "--batch=64", "0.001/64",
                                                             "$HOME; rm -rf /", "C1-10-cpu"}));
}

TEST_F(RunTest, ACommandIsMeasuredAsItIs) {
  Use(kCommand);
  unsetenv("GOMP_SPINCOUNT");
  EXPECT_FALSE(Gives(OptionsFor(request_, "/run"), "GOMP_SPINCOUNT", "25000"));
  EXPECT_TRUE(BeginRecord(request_).installed->is_null());
}

TEST_F(RunTest, BracesThatNameNothingStay) {
  Use(kCommand);
  study_.command = {"{", "{}", "{nope}", "{batch", "a}b", "{{batch}}", "{\"x\": {batch}}", ""};
  EXPECT_EQ(FillCommand(request_), (std::vector<std::string>{"{", "{}", "{nope}", "{batch", "a}b",
                                                             "{batch}", "{\"x\": 64}", ""}));
}

TEST_F(RunTest, AValueIsNeverATemplate) {
  Use(kCommand);
  plan_.scenarios[0].values = {{"batch", "{rate}"}, {"rate", 1}, {"environment", "x"}};
  study_.command = {"{batch}"};
  EXPECT_EQ(FillCommand(request_), std::vector<std::string>{"{rate}"});
}

}  // namespace
}  // namespace trena
