// SPDX-License-Identifier: Apache-2.0
// What the end of a program puts into its record. Times are made up: a run from 1000 to 1010 of
// CLOCK_MONOTONIC, whose clock may be 10 ms off ours.
#include "measure/run_end.h"

#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <limits>

#include "configure/testing.h"

namespace trena {
namespace {

class RunEndTest : public testing::Test {
 protected:
  RunEndTest() {
    end_.started = 1000;
    end_.ended = 1010;
  }

  void AddEpoch(double t, double seconds, std::optional<double> images = std::nullopt) {
    EpochEvent epoch;
    epoch.epoch = static_cast<int>(events_.epochs.size()) + 1;
    epoch.t = t;
    epoch.seconds = seconds;
    epoch.images = images;
    events_.epochs.push_back(epoch);
  }

  MetricValues Metrics() {
    AddMetrics(events_, end_, run_);
    return run_.metrics;
  }

  std::vector<std::string> Notes() {
    AddTold(events_, end_, run_);
    return run_.notes;
  }

  RunEvents events_;
  ProgramEnd end_;
  RunRecord run_;
};

using Noted = std::vector<std::string>;

TEST_F(RunEndTest, AProgramThatSaysNothingHasItsTimeAlone) {
  EXPECT_EQ(Metrics(), (MetricValues{{"wall_s", 10}}));
  end_.cpu_s = 12.5;
  EXPECT_EQ(Metrics(), (MetricValues{{"wall_s", 10}, {"cpu_s", 12.5}}));
}

TEST_F(RunEndTest, SpeedIsOfAllEpochsTogether) {
  AddEpoch(1004, 3, 600);
  AddEpoch(1007, 2, 400);
  auto metrics = Metrics();
  EXPECT_EQ(metrics.at("train_s"), 5);
  EXPECT_EQ(metrics.at("image_s"), 0.005);     // 5 s ÷ 1,000 images
  EXPECT_EQ(metrics.at("images_per_s"), 200);  // 1,000 ÷ 5 s
  EXPECT_EQ(metrics.at("first_epoch_s"), 3);
  EXPECT_EQ(metrics.at("later_epoch_s"), 2);
}

TEST_F(RunEndTest, OfTextSpeedIsOfTokensToo) {
  AddEpoch(1004, 3, 600);
  EXPECT_FALSE(Metrics().contains("tokens_per_s"));
  run_.fixed = {{"sequence", Value(64.0)}};
  EXPECT_EQ(Metrics().at("tokens_per_s"), 12'800);  // 600 · 64 ÷ 3
  run_.levels = {{"sequence", Value(32.0)}};
  EXPECT_EQ(Metrics().at("tokens_per_s"), 6'400);
  EXPECT_EQ(Metrics().at("images_per_s"), 200) << "sequences";
}

TEST_F(RunEndTest, WithoutImagesThereIsNoSpeed) {
  AddEpoch(1004, 3, 600);
  AddEpoch(1007, 2);
  auto metrics = Metrics();
  EXPECT_EQ(metrics.at("train_s"), 5);
  EXPECT_FALSE(metrics.contains("image_s"));
  EXPECT_FALSE(metrics.contains("images_per_s"));
}

TEST_F(RunEndTest, NothingIsDividedByNothing) {
  AddEpoch(1004, 3, 0);
  auto metrics = Metrics();
  EXPECT_FALSE(metrics.contains("image_s")) << "no images";
  EXPECT_EQ(metrics.at("images_per_s"), 0);
  run_.metrics.clear();
  events_.epochs.clear();
  AddEpoch(1004, 0, 100);
  metrics = Metrics();
  EXPECT_EQ(metrics.at("image_s"), 0);
  EXPECT_FALSE(metrics.contains("images_per_s")) << "no time";
}

TEST_F(RunEndTest, APhaseTellsBeforeTheEpochs) {
  AddEpoch(1004, 3, 600);
  events_.phases = {{"load", 1}, {"first_step", 0.5}, {"train", 4}};
  auto metrics = Metrics();
  EXPECT_EQ(metrics.at("train_s"), 4);
  EXPECT_EQ(metrics.at("first_step_s"), 0.5);
  EXPECT_FALSE(metrics.contains("load_s")) << "only the phases that are figures";
}

TEST_F(RunEndTest, ATrainingLongerThanItsRunIsNotBelieved) {
  events_.phases = {{"train", 10.005}};
  EXPECT_EQ(Metrics().at("train_s"), 10.005) << "within what two clocks may differ";
  EXPECT_TRUE(run_.notes.empty());
  run_ = {};
  events_.phases = {{"train", 10.02}};
  auto metrics = Metrics();
  EXPECT_FALSE(metrics.contains("train_s"));
  EXPECT_EQ(run_.notes, Noted{"impossible_time"});
}

TEST_F(RunEndTest, ASimulatedTrainingMayTakeLongerThanItsRun) {
  run_.simulated = true;
  events_.phases = {{"train", 500}};
  EXPECT_EQ(Metrics().at("train_s"), 500);
  EXPECT_TRUE(run_.notes.empty());
}

TEST_F(RunEndTest, ARunThatDidNotEndWellHasNoResult) {
  AddEpoch(1004, 3, 600);
  events_.accuracy = 0.9;
  events_.peak_memory = 4096;
  for (Outcome outcome : {Outcome::kFailed, Outcome::kOutOfMemory, Outcome::kTimedOut,
                          Outcome::kInterrupted, Outcome::kRefused}) {
    run_ = {};
    run_.outcome = outcome;
    EXPECT_EQ(Metrics(), (MetricValues{{"wall_s", 10}, {"peak_memory_bytes", 4096}}))
        << ToString(outcome);
  }
}

TEST_F(RunEndTest, LossAndAccuracyAreTheLast) {
  AddEpoch(1003, 1);
  AddEpoch(1004, 1);
  events_.epochs[0].loss = 2.5;
  events_.epochs[1].loss = 1.5;
  events_.accuracy = 0.75;
  auto metrics = Metrics();
  EXPECT_EQ(metrics.at("loss"), 1.5);
  EXPECT_EQ(metrics.at("accuracy"), 0.75);
}

TEST_F(RunEndTest, WhatIsNoNumberIsMissing) {
  AddEpoch(1003, 1);
  events_.epochs[0].loss = std::nan("");
  events_.accuracy = std::numeric_limits<double>::infinity();
  end_.cpu_s = -std::numeric_limits<double>::infinity();
  auto metrics = Metrics();
  for (const char* name : {"loss", "accuracy", "cpu_s"}) EXPECT_FALSE(metrics.contains(name));
}

TEST_F(RunEndTest, EachOddityHasItsNote) {
  EXPECT_TRUE(Notes().empty());
  events_.negative_loss = events_.diverged = true;
  events_.rejected = 1;
  end_.left_children = true;
  events_.earliest = 5;
  events_.latest = 6;
  EXPECT_EQ(Notes(),
            (Noted{"negative_loss", "diverged", "rejected_events", "odd_clock", "left_children"}));
}

TEST_F(RunEndTest, AClockMayBeTenMillisecondsOff) {
  auto is_odd = [&](double earliest, double latest, double back) {
    run_ = {};
    events_.earliest = earliest;
    events_.latest = latest;
    events_.most_back = back;
    return !Notes().empty();
  };
  EXPECT_FALSE(is_odd(1000, 1010, 0));
  EXPECT_FALSE(is_odd(999.995, 1010.005, 0.005));
  EXPECT_TRUE(is_odd(999.98, 1010, 0));
  EXPECT_TRUE(is_odd(1000, 1010.02, 0));
  EXPECT_TRUE(is_odd(1000, 1010, 0.02));
}

TEST_F(RunEndTest, VersionsAreTheStartEventWithoutItsFrame) {
  events_.start = Json::parse(R"({"event": "start", "t": 3, "framework": "x", "threads": 2})");
  events_.phases = {{"load", 1}};
  Notes();
  EXPECT_EQ(Dump(run_.versions), R"({"framework":"x","threads":2})");
  ASSERT_EQ(run_.phases.size(), 1u);
  EXPECT_EQ(run_.phases[0].name, "load");
  events_.start = nullptr;
  Notes();
  EXPECT_EQ(Dump(run_.versions), "{}") << "one that did not say";
}

TEST_F(RunEndTest, TheWindowIsTheWholeRunWhereNothingIsKnown) {
  Window window = TrainingWindow(events_, end_, run_);
  EXPECT_EQ(window.begin, 1000);
  EXPECT_EQ(window.end, 1010);
}

TEST_F(RunEndTest, TheWindowBeginsWithTheFirstEpoch) {
  AddEpoch(1004, 2);
  AddEpoch(1009, 3);
  events_.earliest = 1001;
  events_.latest = 1009;
  Metrics();
  Window window = TrainingWindow(events_, end_, run_);
  EXPECT_EQ(window.begin, 1002);  // the first ends at 1004 after 2 s
  EXPECT_EQ(window.end, 1009);    // with the last
  events_.train_end = 1009.5;
  EXPECT_EQ(TrainingWindow(events_, end_, run_).end, 1009.5) << "the phase's own end comes first";
}

TEST_F(RunEndTest, TheWindowOfAPhaseWithoutEpochs) {
  events_.phases = {{"train", 4}};
  events_.train_end = 1008;
  Metrics();
  Window window = TrainingWindow(events_, end_, run_);
  EXPECT_EQ(window.begin, 1004);
  EXPECT_EQ(window.end, 1008);
}

TEST_F(RunEndTest, AnEpochWithoutSecondsLeavesThePhases) {
  AddEpoch(1004, 2);
  events_.epochs[0].seconds.reset();
  events_.phases = {{"train", 4}};
  events_.train_end = 1008;
  Metrics();
  EXPECT_EQ(TrainingWindow(events_, end_, run_).begin, 1004);
  events_.epochs[0].seconds = 2;
  events_.epochs[0].t.reset();
  EXPECT_EQ(TrainingWindow(events_, end_, run_).begin, 1004);
}

TEST_F(RunEndTest, AClockThatIsOddGivesTheWholeRun) {
  events_.phases = {{"train", 4}};
  events_.train_end = 1008;
  Metrics();
  events_.earliest = 5;
  events_.latest = 1008;
  EXPECT_EQ(TrainingWindow(events_, end_, run_).begin, 1000);
  EXPECT_EQ(TrainingWindow(events_, end_, run_).end, 1010);
}

TEST_F(RunEndTest, ATrainingThatIsNotBelievedGivesTheWholeRun) {
  events_.phases = {{"train", 400}};
  events_.train_end = 1008;
  Metrics();
  EXPECT_EQ(TrainingWindow(events_, end_, run_).begin, 1000);
}

TEST_F(RunEndTest, TheExitCodeIsOfAProgramThatExited) {
  TestFolder folder;
  auto code = [&](int exit_code, int signal, int start_error) {
    run_ = {};
    OutcomeEvidence evidence;
    evidence.end = end_;
    evidence.end.exit_code = exit_code;
    evidence.end.signal = signal;
    evidence.end.start_error = start_error;
    AddOutcome(evidence, events_, folder.path(), run_);
    return run_.exit_code;
  };
  EXPECT_EQ(code(0, 0, 0), 0);
  EXPECT_EQ(code(3, 0, 0), 3);
  EXPECT_EQ(code(-1, SIGSEGV, 0), std::nullopt) << "a signal ended it";
  EXPECT_EQ(code(127, 0, 2), std::nullopt) << "it never began";
}

TEST_F(RunEndTest, WhatItSaidLastIsKeptWhereItFailed) {
  TestFolder folder;
  folder.Write("stdout.log", "epoch 1\nepoch 2\n");
  OutcomeEvidence evidence;
  AddOutcome(evidence, events_, folder.path(), run_);
  EXPECT_TRUE(run_.last_lines.empty()) << "it ended well";
  evidence.end.exit_code = 1;
  AddOutcome(evidence, events_, folder.path(), run_);
  EXPECT_EQ(run_.last_lines, (Noted{"epoch 1", "epoch 2"})) << "of its output, without errors";
  folder.Write("stderr.log", "bad luck\n");
  AddOutcome(evidence, events_, folder.path(), run_);
  EXPECT_EQ(run_.last_lines, Noted{"bad luck"});
  EXPECT_EQ(run_.outcome, Outcome::kFailed);
  EXPECT_EQ(run_.cause, "exit_code");
  EXPECT_EQ(run_.reason, "exit code 1: bad luck");
}

}  // namespace
}  // namespace trena
