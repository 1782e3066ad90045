// SPDX-License-Identifier: Apache-2.0
// The record as it stands before a run begins, and what is started where.
#include "measure/run_request.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "configure/testing.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class RunRequestTest : public testing::Test {
 protected:
  void Read(const std::string& text) {
    Result<Study> study = ReadStudyText((folder_.path() / "test.yaml").string(), text);
    ASSERT_TRUE(study.ok()) << study.error().message();
    study_ = study.value();
    plan_ = MakePlan(study_, {{"libtorch", {"1.13.1"}}}).value();
    request_.study = &study_;
    request_.scenario = &plan_.scenarios[0];
    request_.machine = &machine_;
    request_.planned.replication = 2;
    request_.planned.block = 5;
    request_.planned.plot = 7;
    request_.position = 11;
    request_.attempt = 3;
    request_.inputs.seed = 99;
    request_.trena_version = "0.1.0 (test)";
  }

  TestFolder folder_;
  Study study_;
  Plan plan_;
  Machine machine_;
  RunRequest request_;
};

constexpr const char* kCommandStudy = R"(
factors: { batch: [64, 128] }
fixed: { framework: command, epochs: 2, note: hello }
command: [./train, --batch, "{batch}", --seed, "{seed}", --device, "{device}"]
)";

TEST_F(RunRequestTest, BeginsAsInterruptedForWhenTrenaIsKilled) {
  Read(kCommandStudy);
  machine_.boot_id = "boot";
  RunRecord run = BeginRecord(request_);
  EXPECT_EQ(run.outcome, Outcome::kInterrupted);
  EXPECT_EQ(run.cause, "trena_ended");
  EXPECT_EQ(run.reason, "trena ended while it ran");
  EXPECT_EQ(run.boot_id, "boot");
  EXPECT_EQ(run.trena_version, "0.1.0 (test)");
}

TEST_F(RunRequestTest, KnowsItsPlaceInThePlan) {
  Read(kCommandStudy);
  RunRecord run = BeginRecord(request_);
  EXPECT_EQ(run.scenario, plan_.scenarios[0].id);
  EXPECT_EQ(run.key, plan_.scenarios[0].key);
  EXPECT_EQ(run.replication, 2);
  EXPECT_EQ(run.block, 5);
  EXPECT_EQ(run.plot, 7);
  EXPECT_EQ(run.position, 11);
  EXPECT_EQ(run.attempt, 3);
  EXPECT_EQ(run.seed, 99u);
}

TEST_F(RunRequestTest, LevelsAndFixedValuesApart) {
  Read(kCommandStudy);
  RunRecord run = BeginRecord(request_);
  ASSERT_NE(Find(run.levels, "batch"), nullptr);
  EXPECT_EQ(*Find(run.levels, "batch"), Value(64));
  EXPECT_EQ(Find(run.fixed, "batch"), nullptr) << "it is a level";
  ASSERT_NE(Find(run.fixed, "note"), nullptr);
  EXPECT_EQ(*Find(run.fixed, "note"), Value("hello"));
  EXPECT_EQ(Find(run.levels, "note"), nullptr);
}

TEST_F(RunRequestTest, ACommandIsOnRecordAsItWasStarted) {
  Read(kCommandStudy);
  EXPECT_TRUE(request_.is_command());
  RunRecord run = BeginRecord(request_);
  EXPECT_EQ(run.command, (std::vector<std::string>{"./train", "--batch", "64", "--seed", "99",
                                                   "--device", "cpu"}));
  EXPECT_TRUE(run.installed->is_null()) << "nothing was installed for it";
  EXPECT_FALSE(run.simulated);
}

TEST_F(RunRequestTest, ARunnersRecordSaysWhatItIs) {
  Read(kCommandStudy);
  Runner runner;
  runner.framework = "simulated";
  runner.simulated = true;
  runner.command = {"/bin/runner", "--quick"};
  runner.installed = Json::parse(R"({"packages": {"torch": "1.13.1"}})");
  request_.inputs.runner = &runner;
  EXPECT_FALSE(request_.is_command());
  RunRecord run = BeginRecord(request_);
  EXPECT_TRUE(run.simulated);
  EXPECT_TRUE(run.command.empty());
  EXPECT_EQ((*run.installed)["packages"]["torch"], "1.13.1");
  EXPECT_TRUE(run.installed->contains("variables"));
  SupervisedOptions options = OptionsFor(request_, "/results/run");
  EXPECT_EQ(options.arguments,
            (std::vector<std::string>{"/bin/runner", "--quick", "/results/run/scenario.json"}));
  EXPECT_EQ(options.folder, "/results/run") << "a runner works in the run's folder";
}

TEST_F(RunRequestTest, ACommandWorksBesideItsStudyAndKnowsItsFiles) {
  Read(kCommandStudy);
  SupervisedOptions options = OptionsFor(request_, "/results/run");
  EXPECT_EQ(options.folder, fs::absolute(study_.path).parent_path());
  EXPECT_EQ(options.output, "/results/run/stdout.log");
  EXPECT_EQ(options.errors, "/results/run/stderr.log");
  auto value_of = [&](const std::string& name) {
    for (const auto& [key, value] : options.environment) {
      if (key == name) return value;
    }
    return std::string("missing");
  };
  EXPECT_EQ(value_of("TRENA_EVENTS"), "/results/run/events.jsonl");
  EXPECT_EQ(value_of("TRENA_SCENARIO"), "/results/run/scenario.json");
}

TEST_F(RunRequestTest, NotEqualIsNotedWhereTheUserInsists) {
  Read(kCommandStudy);
  EXPECT_TRUE(BeginRecord(request_).notes.empty());
  request_.not_equal = true;
  EXPECT_EQ(BeginRecord(request_).notes, std::vector<std::string>{"not_equal"});
}

TEST_F(RunRequestTest, SyntheticDataAreOnRecord) {
  Read(kCommandStudy);
  EXPECT_FALSE(BeginRecord(request_).synthetic);
  request_.inputs.synthetic = true;
  request_.inputs.checksums = Json::parse(R"({"data": "abc"})");
  RunRecord run = BeginRecord(request_);
  EXPECT_TRUE(run.synthetic);
  EXPECT_EQ((*run.inputs)["data"], "abc");
}

TEST_F(RunRequestTest, ThreadsAreTheMachinesUnlessTheStudySays) {
  Read(kCommandStudy);
  machine_.cpus = 6;
  EXPECT_EQ(ScenarioJson(request_, "/out")["threads"], 6);
  EXPECT_EQ(ScenarioJson(request_, "/out")["output"], "/out");
  EXPECT_EQ(ScenarioJson(request_, "/out")["epochs"], 2);
  EXPECT_EQ(ScenarioJson(request_, "/out")["values"]["note"], "hello");
  EXPECT_FALSE(ScenarioJson(request_, "/out")["values"].contains("epochs"));
}

}  // namespace
}  // namespace trena
