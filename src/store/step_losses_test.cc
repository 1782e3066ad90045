// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "store/event_file.h"

namespace trena {
namespace {

class StepLossesTest : public testing::Test {
 protected:
  std::vector<StepLoss> Read(const std::string& text) {
    EXPECT_TRUE(WriteFile(path_, text).ok());
    return ReadStepLosses(path_);
  }

  ScratchFolder scratch_{MakeTemporaryFolder(testing::TempDir(), "steps-").value()};
  fs::path path_ = scratch_.path() / "events.jsonl";
};

TEST_F(StepLossesTest, EveryStepIsAnIterationOverAllEpochs) {
  const auto losses = Read(
      "{\"event\":\"step\",\"epoch\":1,\"step\":1,\"loss\":3}\n"
      "{\"event\":\"epoch\",\"epoch\":1,\"loss\":9,\"step\":1}\n"
      "{\"event\":\"step\",\"epoch\":2,\"step\":1,\"loss\":1.5}\n");
  ASSERT_EQ(losses.size(), 2u) << "an epoch that speaks of a step is none";
  EXPECT_EQ(losses[0].iteration, 1);
  EXPECT_EQ(losses[0].loss, 3);
  EXPECT_EQ(losses[1].iteration, 2);
  EXPECT_EQ(losses[1].loss, 1.5);
}

TEST_F(StepLossesTest, AStepWithoutALossCountsAndIsLeftOut) {
  const auto losses = Read(
      "{\"event\":\"step\",\"loss\":null}\n{\"event\":\"step\"}\nrubbish \"step\"\n"
      "{\"event\":\"step\",\"loss\":2}");
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].iteration, 3) << "rubbish is no step";
}

TEST_F(StepLossesTest, ALineTooLongForAnEventIsPassedOver) {
  const std::string filler(size_t{65} << 10, 'x');
  EXPECT_TRUE(Read("{\"event\":\"step\",\"loss\":1,\"x\":\"" + filler + "\"}\n").empty());
}

TEST_F(StepLossesTest, WhatIsNoFileHasNone) {
  EXPECT_TRUE(ReadStepLosses(path_).empty());
  ASSERT_TRUE(MakeFolder(path_).ok());
  EXPECT_TRUE(ReadStepLosses(path_).empty());
}

}  // namespace
}  // namespace trena
