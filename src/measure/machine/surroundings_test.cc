// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/surroundings.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(SurroundingsTest, AClockThatWasSet) {
  EXPECT_DOUBLE_EQ(ClockStep(1000, 1010, 50, 60), 0);
  EXPECT_DOUBLE_EQ(ClockStep(1000, 410, 50, 60), -600);  // ten minutes back during ten seconds
  EXPECT_DOUBLE_EQ(ClockStep(1000, 4610, 50, 60), 3600);
}

TEST(SurroundingsTest, ARunHasItsYardstickAndTheClocks) {
  RunRecord run;
  Surroundings(true).AddTo(run);
  EXPECT_EQ((*run.yardstick)["version"], kYardstickVersion);
  EXPECT_TRUE(run.metric("yardstick"));
  EXPECT_TRUE(run.metric("clock_step_s"));
}

TEST(SurroundingsTest, NoYardstickWhereNoneIsWanted) {
  RunRecord plain;
  Surroundings(false).AddTo(plain);
  EXPECT_TRUE(plain.yardstick->is_null());
  EXPECT_FALSE(plain.metric("yardstick"));
  RunRecord interrupted;
  interrupted.outcome = Outcome::kInterrupted;
  Surroundings(true).AddTo(interrupted);
  EXPECT_TRUE(interrupted.yardstick->is_null());
}

}  // namespace
}  // namespace trena
