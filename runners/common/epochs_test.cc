// SPDX-License-Identifier: Apache-2.0
// The course of a training, by the events that it leaves. The trainer only counts.
#include "runner_common/epochs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

class CountingTrainer : public EpochTrainer {
 public:
  EpochResult Epoch(int64_t epoch) override {
    trained.push_back(epoch);
    return {static_cast<double>(epoch + 1), 1.0 / static_cast<double>(epoch + 1)};
  }
  std::optional<double> Accuracy() override { return 0.1 * static_cast<double>(++evaluations); }
  double TimeSteps(int64_t first, int64_t count) override {
    timed.emplace_back(first, count);
    return 0.001 * static_cast<double>(count);
  }
  double TimeEvaluation(int64_t first, int64_t count) override {
    evaluated.emplace_back(first, count);
    return 0.001 * static_cast<double>(count);
  }
  int64_t steps_per_epoch() const override { return 7; }
  int64_t test_images() const override { return images; }

  std::vector<int64_t> trained;
  std::vector<std::pair<int64_t, int64_t>> timed, evaluated;
  int evaluations = 0;
  int64_t images = 33;
};

class EpochsTest : public testing::Test {
 protected:
  EpochsTest() {
    setenv("TRENA_EVENTS", (folder_.path() / "events.jsonl").c_str(), 1);
    scenario_.epochs = 3;
    scenario_.batch = 16;
  }
  ~EpochsTest() override { unsetenv("TRENA_EVENTS"); }

  std::vector<Json> EventsOf(const std::string& kind) {
    std::vector<Json> events;
    std::istringstream text(ReadFile(folder_.path() / "events.jsonl").value());
    for (std::string line; std::getline(text, line);) {
      Json event = Json::parse(line);
      if (event["event"] == kind) events.push_back(event);
    }
    return events;
  }

  std::optional<double> Train() {
    EventWriter events = EventWriter::FromEnvironment().value();
    return RunEpochs(scenario_, trainer_, events);
  }

  ScratchFolder folder_{MakeTemporaryFolder(testing::TempDir(), "epochs-").value()};
  Scenario scenario_;
  CountingTrainer trainer_;
};

TEST_F(EpochsTest, EveryEpochIsTrainedOnceAndTold) {
  Train();
  EXPECT_EQ(trainer_.trained, (std::vector<int64_t>{0, 1, 2}));
  std::vector<Json> epochs = EventsOf("epoch");
  ASSERT_EQ(epochs.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(epochs[i]["epoch"], i + 1) << "told from 1 on";
    EXPECT_EQ(epochs[i]["seconds"], static_cast<double>(i + 1));
    EXPECT_EQ(epochs[i]["images"], 7 * 16) << "whole batches";
  }
  EXPECT_EQ(epochs[1]["loss"], 0.5);
}

TEST_F(EpochsTest, TheLastEpochIsEvaluatedAndNoOther) {
  EXPECT_EQ(Train(), 0.1);
  EXPECT_EQ(trainer_.evaluations, 1);
  std::vector<Json> epochs = EventsOf("epoch");
  EXPECT_TRUE(epochs[0]["accuracy"].is_null());
  EXPECT_TRUE(epochs[1]["accuracy"].is_null());
  EXPECT_EQ(epochs[2]["accuracy"], 0.1);
}

TEST_F(EpochsTest, EveryEpochIsEvaluatedWhereItIsAskedFor) {
  scenario_.values = {{"evaluate", "epoch"}};
  EXPECT_DOUBLE_EQ(Train().value(), 0.1 * 3);
  EXPECT_EQ(trainer_.evaluations, 3);
  EXPECT_EQ(EventsOf("epoch")[0]["accuracy"], 0.1);
  scenario_.values = {{"evaluate", "end"}};
  trainer_.evaluations = 0;
  Train();
  EXPECT_EQ(trainer_.evaluations, 1);
}

TEST_F(EpochsTest, PhasesAreToldOnceWithTheirSums) {
  Train();
  std::vector<Json> phases = EventsOf("phase");
  ASSERT_EQ(phases.size(), 2u);
  EXPECT_EQ(phases[0]["name"], "train");
  EXPECT_EQ(phases[0]["seconds"], 6.0);  // 1 + 2 + 3
  EXPECT_EQ(phases[1]["name"], "evaluate");
  EXPECT_GE(phases[1]["seconds"], 0.0);
}

TEST_F(EpochsTest, OneEpochIsTheFirstAndTheLast) {
  scenario_.epochs = 1;
  EXPECT_EQ(Train(), 0.1);
  EXPECT_EQ(EventsOf("epoch").size(), 1u);
  EXPECT_EQ(EventsOf("phase").size(), 2u);
}

TEST_F(EpochsTest, APilotTrainsNoEpoch) {
  EventWriter events = EventWriter::FromEnvironment().value();
  PilotEpochs(scenario_, trainer_, events);
  EXPECT_TRUE(trainer_.trained.empty());
  ASSERT_FALSE(trainer_.timed.empty());
  EXPECT_EQ(trainer_.timed.front().first, 0) << "from the first step on";
  // Of 33 test images in batches of 16 there are 3 steps, the last of them partial.
  for (auto [first, count] : trainer_.evaluated) EXPECT_LE(first + count, 3);
  int64_t next = 0;
  for (auto [first, count] : trainer_.timed) {
    EXPECT_EQ(first, next) << "no step is left out or done twice";
    EXPECT_GT(count, 0);
    next = first + count;
  }
  EXPECT_LE(next, 3 * 7) << "no more steps than a whole training has";
}

}  // namespace
}  // namespace trena
