// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

#include "cli/talk.h"
#include "core/text/units.h"

namespace trena {
namespace {

class ProgressTest : public testing::Test {
 protected:
  ProgressTest() {
    scenario_.id = "C5";
    scenario_.levels = {{"batch", 64}};
    state_.position = 12;
    state_.planned = 48;
    state_.scenario = &scenario_;
    state_.replication = 2;
    run_.metrics = {{"train_s", 3.5}, {"wall_s", 5}};
  }

  Scenario scenario_;
  MeasureState state_;
  RunRecord run_;
};

TEST_F(ProgressTest, TheFirstRunHasNothingBeforeIt) {
  state_.elapsed = 2.4;
  EXPECT_EQ(RunningLine(state_), "[12/48] C5 batch 64 · run 2: 2 s so far");
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 batch 64 · run 2: 3.50 s");
}

TEST_F(ProgressTest, AScenarioWithoutLevelsIsItsName) {
  scenario_.levels.clear();
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 · run 2: 3.50 s");
}

TEST_F(ProgressTest, InTheStudysLanguage) {
  TalkIn("pt-BR");
  state_.elapsed = 2.4;
  state_.time_left = Seconds{62.4};
  EXPECT_EQ(RunningLine(state_),
            "[12/48] C5 batch 64 · execução 2: 2 s até agora · faltam cerca de 1 min 00 s");
  run_.outcome = Outcome::kOutOfMemory;
  run_.reason = "x";
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 batch 64 · execução 2: sem memória (x)");
  TalkIn("");
  EXPECT_EQ(Talk().language(), Language::kPortuguese) << "nothing said changes nothing";
  TalkIn("en");
  EXPECT_EQ(Talk().language(), Language::kEnglish);
}

// The mean of 3 and 4 is 3.5; t(0.975, 1) = 12.706 times √0.5 ÷ √2 = 0.5 is 6.35.
TEST_F(ProgressTest, ReplicationsSoFarAreAMeanWithItsInterval) {
  const std::vector<double> seconds = {3, 4};
  state_.times = Summarize(seconds);
  EXPECT_EQ(RunningLine(state_), "[12/48] C5 batch 64 · run 2: 0 s so far · 3.50 ± 6.35 s (n = 2)");
  EXPECT_EQ(FinishedLine(state_, run_),
            "[12/48] C5 batch 64 · run 2: 3.50 s · 3.50 ± 6.35 s (n = 2)");
  const std::vector<double> one = {3};
  state_.times = Summarize(one);
  EXPECT_EQ(RunningLine(state_), "[12/48] C5 batch 64 · run 2: 0 s so far · 3.00 s (n = 1)");
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 batch 64 · run 2: 3.50 s")
      << "one run is its own mean";
}

// What is left grows less while the run goes on, and never below nothing.
TEST_F(ProgressTest, TheRestGetsLess) {
  state_.time_left = Seconds{100};
  state_.rest = Estimated{100, 90, 110};
  state_.elapsed = 10;
  EXPECT_EQ(RunningLine(state_), "[12/48] C5 batch 64 · run 2: 10 s so far · about " +
                                     ToString(Seconds{90}) + " [" + ToString(Seconds{80}) + ", " +
                                     ToString(Seconds{100}) + "] left");
  state_.elapsed = 95;
  EXPECT_EQ(RunningLine(state_), "[12/48] C5 batch 64 · run 2: 95 s so far · about " +
                                     ToString(Seconds{5}) + " [" + ToString(Seconds{0}) + ", " +
                                     ToString(Seconds{15}) + "] left");
  // A run that ended takes nothing of the rest.
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 batch 64 · run 2: 3.50 s · about " +
                                            ToString(Seconds{100}) + " [" + ToString(Seconds{90}) +
                                            ", " + ToString(Seconds{110}) + "] left");
}

TEST_F(ProgressTest, WhatIsOnlyAMeanIsSaidToBe) {
  state_.time_left = Seconds{100};
  state_.runs_at_mean = 8;
  EXPECT_EQ(RunningLine(state_), "[12/48] C5 batch 64 · run 2: 0 s so far · about " +
                                     ToString(Seconds{100}) + " left (8 runs at the mean)");
}

TEST_F(ProgressTest, MoneyStandsBesideTheBudget) {
  state_.spent = Money{1.92, "USD"};
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 batch 64 · run 2: 3.50 s · 1.92 USD spent");
  state_.budget = Money{8, "USD"};
  state_.spent_is_least = true;
  EXPECT_EQ(FinishedLine(state_, run_),
            "[12/48] C5 batch 64 · run 2: 3.50 s · at least 1.92 USD of 8.00 USD");
}

TEST_F(ProgressTest, ARunWithoutTrainingTimeIsItsWhole) {
  run_.metrics.erase("train_s");
  EXPECT_EQ(FinishedLine(state_, run_), "[12/48] C5 batch 64 · run 2: 5.00 s");
}

TEST_F(ProgressTest, AFailureSaysWhyAndIsSafeForTheTerminal) {
  run_.outcome = Outcome::kFailed;
  run_.reason = "it said \x1b[31mno";
  std::string line = FinishedLine(state_, run_);
  EXPECT_EQ(line.find("[12/48] C5 batch 64 · run 2: failed (it said "), 0u) << line;
  EXPECT_EQ(line.find('\x1b'), line.npos);
}

}  // namespace
}  // namespace trena
