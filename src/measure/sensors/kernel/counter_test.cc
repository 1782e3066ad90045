// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/counter.h"

#include <gtest/gtest.h>

#include <limits>

namespace trena {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Counter, GrowthSinceTheLastReading) {
  Counter counter;
  EXPECT_EQ(counter.Growth(100), std::nullopt) << "one reading of a counter tells nothing";
  EXPECT_EQ(counter.Growth(130), 30);
  EXPECT_EQ(counter.Growth(130), 0) << "nothing is a reading";
}

TEST(Counter, OneThatStepsBackIsMissingOnceAndGoesOn) {
  Counter counter;
  counter.Growth(100);
  EXPECT_EQ(counter.Growth(40), std::nullopt);
  EXPECT_EQ(counter.Growth(45), 5);
}

TEST(Counter, OneWithARangeBeginsAnew) {
  Counter counter(1000);
  counter.Growth(990);
  EXPECT_EQ(counter.Growth(15), 25) << "10 to the range, then 15";
  Counter beyond(1000);
  beyond.Growth(2000);
  EXPECT_EQ(beyond.Growth(15), std::nullopt) << "a range that is wrong explains nothing";
}

TEST(Counter, AGapIsSpannedByTheNextReading) {
  Counter counter;
  counter.Rate(10, 100);
  EXPECT_EQ(counter.Rate(11, std::nullopt), std::nullopt);
  EXPECT_EQ(counter.Rate(12, kNaN), std::nullopt);
  EXPECT_EQ(counter.Rate(13, -1), std::nullopt);
  EXPECT_EQ(counter.Rate(14, 180), 20) << "80 in 4 s";
}

TEST(Counter, RateNeedsTimeToPass) {
  Counter counter;
  counter.Rate(10, 100);
  EXPECT_EQ(counter.Rate(10, 200), std::nullopt);
  EXPECT_EQ(counter.Rate(9, 300), std::nullopt) << "a clock that went back";
  EXPECT_EQ(counter.Rate(11, 300), 0);
}

TEST(Total, GrowsFromTheFirstReading) {
  Total total;
  EXPECT_EQ(total.Since(std::nullopt), std::nullopt);
  EXPECT_EQ(total.Since(500), 0);
  EXPECT_EQ(total.Since(520), 20);
  EXPECT_EQ(total.Since(std::nullopt), std::nullopt);
  EXPECT_EQ(total.Since(550), 50) << "what grew in the gap counts";
  EXPECT_EQ(total.Since(10), std::nullopt) << "a reset";
  EXPECT_EQ(total.Since(15), 55);
}

TEST(Total, OnlyWhatIsChargedCounts) {
  Total total;
  total.Since(100, false);
  EXPECT_EQ(total.Since(150, false), 0);
  EXPECT_EQ(total.Since(170, true), 20);
}

TEST(SanePercent, WhatCannotBeIsMissing) {
  EXPECT_EQ(SanePercent(0), 0);
  EXPECT_EQ(SanePercent(100), 100);
  EXPECT_EQ(SanePercent(101), 100) << "two clocks read a little apart";
  EXPECT_EQ(SanePercent(150), std::nullopt);
  EXPECT_EQ(SanePercent(-1), std::nullopt);
  EXPECT_EQ(SanePercent(kNaN), std::nullopt);
  EXPECT_EQ(SanePercent(std::nullopt), std::nullopt);
}

TEST(Pace, TenFilesASecond) {
  Pace pace(20);
  EXPECT_TRUE(pace.Due(100)) << "the first time at once";
  EXPECT_FALSE(pace.Due(101.9));
  EXPECT_TRUE(pace.Due(102));
  EXPECT_FALSE(pace.Due(103));
  EXPECT_TRUE(pace.Due(50)) << "a clock that went back stops nothing";
  Pace none(0);
  EXPECT_TRUE(none.Due(1));
  EXPECT_TRUE(none.Due(1));
}

}  // namespace
}  // namespace trena
