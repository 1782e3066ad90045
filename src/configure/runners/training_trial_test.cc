// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/training_trial.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

// Of a runner that reports these events, with a batch of 10.
std::optional<double> RateOf(const std::string& events) {
  TestFolder folder;
  fs::path script = folder.Write("run.sh", "cat > \"$TRENA_EVENTS\" <<'E'\n" + events + "\nE\n");
  Runner runner{"x", "1.0", {"/bin/sh", script.string()}, {"cpu"}};
  return TrainingRate(runner, {{"batch", 10}}, folder.path()).value();
}

std::string Group(int steps, double seconds) {
  return Dump({{"event", "group"}, {"part", "train"}, {"steps", steps}, {"seconds", seconds}}) +
         "\n";
}

constexpr const char* kFirst = "{\"event\": \"phase\", \"name\": \"first_step\", \"seconds\": 3}\n";

TEST(TrainingRate, IsTheMiddleGroupsWithoutTheFirst) {
  EXPECT_EQ(RateOf(kFirst + Group(8, 1) + Group(4, 2) + Group(4, 1) + Group(4, 4)), 20);
}

TEST(TrainingRate, OfATrainingOfFewStepsIsThatOfAllButTheFirst) {
  EXPECT_EQ(RateOf(kFirst + Group(8, 10)), 10) << "7 steps of 10 images in 7 seconds";
}

TEST(TrainingRate, IsNoneOfOneStepOrWhereNothingIsTold) {
  EXPECT_EQ(RateOf(kFirst + Group(1, 3)), std::nullopt);
  EXPECT_EQ(RateOf(Group(8, 10)), std::nullopt) << "how long the first took is not known";
  EXPECT_EQ(RateOf(""), std::nullopt);
}

}  // namespace
}  // namespace trena
