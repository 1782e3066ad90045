// SPDX-License-Identifier: Apache-2.0
// The built trena-fake, one outcome after another.
#include <gtest/gtest.h>

#include "runner_common/test_run.h"

namespace trena {
namespace {

class Fake : public testing::Test {
 protected:
  RunnerRun Run(const Json& values, std::vector<std::string> before = {}) {
    Json scenario = {{"protocol", 1}, {"mode", mode_}, {"epochs", 2},
                     {"batch", 64},   {"seed", 8},     {"values", values}};
    return RunRunner(fs::path(TRENA_BUILD_DIR) / "runners/fake/trena-fake", scenario,
                     folder_.path(), std::move(before));
  }
  // Ended by timeout(1) with that signal: SIGTERM, and SIGKILL half a second later.
  RunnerRun RunFor(const char* seconds, const Json& values) {
    return Run(values, {"timeout", "--kill-after=0.5", seconds});
  }
  std::string mode_ = "train";
  TestFolder folder_;
};

TEST_F(Fake, FollowsTheProtocol) {
  RunnerRun run = Run({{"fake_seconds", 20}, {"fake_loss", 0.5}, {"fake_accuracy", 0.9}});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.Order(),
            "start setup load first_step epoch train evaluate epoch memory teardown end");
  EXPECT_DOUBLE_EQ(run.Find("phase", "train")["seconds"].get<double>(), 20);
  EXPECT_EQ(run.Find("epoch")["loss"], 0.5);
  EXPECT_EQ(run.Find("epoch")["images"], 640);
  EXPECT_EQ(run.Find("end")["accuracy"], 0.9);
  EXPECT_LT(run.wall, 15) << "scripted seconds take no time";
}

TEST_F(Fake, PilotsTheFirstSteps) {
  mode_ = "pilot";
  RunnerRun run = Run({{"fake_seconds", 2}});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.Find("pilot")["steps"], 20) << "two epochs of ten batches";
  EXPECT_EQ(run.Find("group")["steps"], 8);
  EXPECT_DOUBLE_EQ(run.Find("group")["seconds"].get<double>(), 0.8);
  EXPECT_TRUE(run.Find("epoch").is_null());
}

TEST_F(Fake, SleepsInEarnestWhenAsked) {
  RunnerRun run = Run({{"fake_seconds", 0.3}, {"fake_sleep", true}});
  double train = run.Find("phase", "train")["seconds"];
  EXPECT_GE(train, 0.3);
  EXPECT_LE(train, run.wall);
  double began = run.Find("phase", "load")["t"], ended = run.Find("phase", "train")["t"];
  EXPECT_GE(ended - began, 0.3);
}

TEST_F(Fake, TouchesMemoryAndBurnsCpu) {
  RunnerRun run = Run({{"fake_memory", 50'000'000}, {"fake_burn", 0.1}, {"fake_children", 2}});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_GE(run.Find("memory")["peak"]["cpu"].get<double>(), 50'000'000);
  EXPECT_GE(run.wall, 0.1);
}

TEST_F(Fake, Fails) {
  RunnerRun run = Run({{"fake_outcome", "fail"}});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.Find("error")["kind"], "failed");
  EXPECT_TRUE(run.Find("end").is_null());
}

TEST_F(Fake, ExitsWithoutAWord) {
  RunnerRun run = Run({{"fake_outcome", "exit"}});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(run.Find("error").is_null());
  EXPECT_EQ(run.errors, "");
}

TEST_F(Fake, RunsOutOfMemory) {
  RunnerRun run = Run({{"fake_outcome", "oom"}});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.Find("error")["kind"], "out_of_memory");
}

TEST_F(Fake, DiesAsPythonDoes) {
  RunnerRun run = Run({{"fake_outcome", "memory_error"}});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.errors, "MemoryError\n");
  EXPECT_TRUE(run.Find("error").is_null());
}

TEST_F(Fake, Crashes) { EXPECT_EQ(Run({{"fake_outcome", "crash"}}).exit_code, 128 + 11); }

TEST_F(Fake, HangsUntilTold) {
  RunnerRun run = RunFor("0.5", {{"fake_outcome", "hang"}});
  EXPECT_EQ(run.exit_code, 124);  // timeout(1): it ended on SIGTERM
  EXPECT_EQ(run.Order(), "start setup load first_step");
}

TEST_F(Fake, StubbornOnesMustBeKilled) {
  RunnerRun run = RunFor("0.5", {{"fake_outcome", "stubborn"}});
  EXPECT_EQ(run.exit_code, 128 + 9);
}

TEST_F(Fake, SaysNothing) {
  RunnerRun run = Run({{"fake_outcome", "silent"}});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.text, "");
}

TEST_F(Fake, WritesRubbishAmongItsEvents) {
  RunnerRun run = Run({{"fake_outcome", "garbage"}});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_GT(run.text.size(), 65536u);
  EXPECT_NE(run.text.find("this is no JSON"), std::string::npos);
  EXPECT_FALSE(run.Find("end").is_null());
}

TEST_F(Fake, VerifiesAndProbesWithoutFiles) {
  mode_ = "verify";
  EXPECT_EQ(Run(Json::object()).Order(), "start setup verify end");
  mode_ = "probe";
  EXPECT_EQ(Run(Json::object()).Order(), "start setup probe end");
}

TEST_F(Fake, ABadScenarioIsBadInput) {
  mode_ = "dance";
  RunnerRun run = Run(Json::object());
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.Find("error")["kind"], "bad_input");
}

TEST_F(Fake, DescribesItself) {
  Json facts = DescribeRunner(fs::path(TRENA_BUILD_DIR) / "runners/fake/trena-fake");
  EXPECT_EQ(facts["framework"], "fake");
  EXPECT_EQ(facts["version"], "1.0");
}

}  // namespace
}  // namespace trena
