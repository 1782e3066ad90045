// SPDX-License-Identifier: Apache-2.0
#include "measure/program/epoch_tracker.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

LineTold End() {
  LineTold told;
  told.ends = true;
  return told;
}

LineTold Begin() {
  LineTold told;
  told.begins = true;
  return told;
}

TEST(EpochTrackerTest, TheFirstEpochsBeginningIsNotKnownTheOthersAre) {
  EpochTracker tracker;
  Json first = tracker.Take(End(), 105).value();
  EXPECT_EQ(first["event"], "epoch");
  EXPECT_EQ(first["from"], "output");
  EXPECT_EQ(first["epoch"], 1);
  EXPECT_EQ(first["t"], 105);
  EXPECT_FALSE(first.contains("seconds"));
  EXPECT_FALSE(first.contains("loss"));
  Json second = tracker.Take(End(), 112).value();
  EXPECT_EQ(second["epoch"], 2);
  EXPECT_EQ(second["seconds"], 7);
  EXPECT_EQ(second["begin"], 105);
}

TEST(EpochTrackerTest, ALineThatBeginsAnEpochLeavesOutWhatCameBefore) {
  EpochTracker tracker;
  EXPECT_FALSE(tracker.Take(Begin(), 100));
  EXPECT_EQ((*tracker.Take(End(), 103))["seconds"], 3);
  EXPECT_FALSE(tracker.Take(Begin(), 110));  // seven seconds of evaluation are no training
  EXPECT_EQ((*tracker.Take(End(), 112))["seconds"], 2);
}

TEST(EpochTrackerTest, ThePrintedSecondsCountBeforeOurs) {
  EpochTracker tracker;
  LineTold told = End();
  told.seconds = 2.5;
  Json printed = tracker.Take(told, 100).value();
  EXPECT_EQ(printed["seconds"], 2.5);
  EXPECT_FALSE(printed.contains("begin"));
  EXPECT_EQ((*tracker.Take(End(), 110))["seconds"], 10);
}

TEST(EpochTrackerTest, ValuesToldWithinAnEpochBelongToItAndToNoOther) {
  EpochTracker tracker;
  LineTold value;
  value.loss = 0.5;
  value.accuracy = 0.25;
  EXPECT_FALSE(tracker.Take(value, 1));
  value = {};
  value.loss = 0.4;
  EXPECT_FALSE(tracker.Take(value, 2));
  LineTold end = End();
  end.epoch = 7;
  end.images = 64;
  Json event = tracker.Take(end, 3).value();
  EXPECT_EQ(event["epoch"], 7);
  EXPECT_EQ(event["loss"], 0.4);
  EXPECT_EQ(event["accuracy"], 0.25);
  EXPECT_EQ(event["images"], 64);
  Json next = tracker.Take(End(), 4).value();
  EXPECT_EQ(next["epoch"], 2);
  EXPECT_FALSE(next.contains("loss") || next.contains("accuracy") || next.contains("images"));
}

TEST(EpochTrackerTest, ALossThatIsNoNumberIsNull) {
  EpochTracker tracker;
  LineTold told = End();
  told.no_loss = true;
  EXPECT_TRUE((*tracker.Take(told, 1))["loss"].is_null());
}

}  // namespace
}  // namespace trena
