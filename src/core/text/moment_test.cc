// SPDX-License-Identifier: Apache-2.0
#include "core/text/moment.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// `date -u -d '2024-01-15 18:00' +%s` is 1705341600.
TEST(Moment, IsReadInUtcOrWithItsOffset) {
  for (const char* text :
       {"2024-01-15 18:00", "2024-01-15T18:00", "2024-01-15 18:00Z", "2024-01-15 18:00 UTC",
        "2024-01-15 15:00-03:00", "2024-01-15T19:30+01:30"}) {
    Result<Seconds> moment = ParseMoment(text);
    ASSERT_TRUE(moment.ok()) << text;
    EXPECT_EQ(moment.value().value, 1705341600) << text;
  }
}

TEST(Moment, MayHaveSeconds) {
  for (const char* text : {"2024-01-15T18:00:42Z", "2024-01-15 15:00:42-03:00"}) {
    EXPECT_EQ(ParseMoment(text).value().value, 1705341642) << text;
  }
  for (const char* text : {"2024-01-15T18:00:60Z", "2024-01-15T18:00:4", "2024-01-15T18:00:"}) {
    EXPECT_FALSE(ParseMoment(text).ok()) << text;
  }
}

TEST(Moment, ADayLastsToItsEnd) {
  EXPECT_EQ(ParseMoment("2024-01-15").value().value, 1705341600 + 6 * 3600);
  EXPECT_EQ(ParseMoment("2024-02-29").value().value, ParseMoment("2024-03-01 00:00").value().value);
}

TEST(Moment, DaysOfTheCalendar) {
  EXPECT_EQ(ParseDay("1970-01-01"), 0);
  EXPECT_EQ(ParseDay("2024-01-15"), 1705276800 / 86400);
  for (const char* text :
       {"", "2023-02-29", "2024-01-15 ", "2024-1-15", "24-01-15", "2024/01/15"}) {
    EXPECT_FALSE(ParseDay(text)) << text;
  }
}

TEST(Moment, WhatIsNoneIsRefusedWithTheForm) {
  for (const char* text : {"", "3h", "tomorrow", "2024-13-01", "2023-02-29", "2024-01-15 24:00",
                           "2024-01-15 18:0", "2024-01-15 18:00 BRT", "2024-01-15 18:00-3",
                           "2024-01-15_18:00", "2024-01-1518:00", "24-01-15 18:00"}) {
    Result<Seconds> moment = ParseMoment(text);
    ASSERT_FALSE(moment.ok()) << text;
    EXPECT_NE(moment.error().message().find("2024-01-15 18:00"), std::string::npos);
  }
}

TEST(Moment, IsShownInUtc) { EXPECT_EQ(MomentText(Seconds{1705341600}), "2024-01-15 18:00 UTC"); }

}  // namespace
}  // namespace trena
