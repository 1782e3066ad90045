// SPDX-License-Identifier: Apache-2.0
#include "core/clock.h"

#include <gtest/gtest.h>

#include <ctime>
#include <regex>

#include "core/text/moment.h"

namespace trena {
namespace {

// As the kernel gives it, in nanoseconds, before and after a reading of ours.
int64_t Nanoseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

// Whether `seconds` lies between, give or take a microsecond of rounding.
testing::AssertionResult LiesBetween(int64_t before, double seconds, int64_t after) {
  double nanoseconds = seconds * 1e9;
  bool lies = nanoseconds >= static_cast<double>(before) - 1000 &&
              nanoseconds <= static_cast<double>(after) + 1000;
  return lies ? testing::AssertionSuccess()
              : testing::AssertionFailure() << before << " " << nanoseconds << " " << after;
}

TEST(Clock, EachReadsItsOwn) {
  int64_t before = Nanoseconds(CLOCK_MONOTONIC);
  double now = MonotonicNow();
  EXPECT_TRUE(LiesBetween(before, now, Nanoseconds(CLOCK_MONOTONIC)));
  before = Nanoseconds(CLOCK_REALTIME);
  now = CalendarSeconds();
  EXPECT_TRUE(LiesBetween(before, now, Nanoseconds(CLOCK_REALTIME)));
  before = Nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  now = OwnCpuTime().value;
  EXPECT_TRUE(LiesBetween(before, now, Nanoseconds(CLOCK_PROCESS_CPUTIME_ID)));
}

TEST(Clock, NeverGoesBack) {
  double last = MonotonicNow();
  for (int i = 0; i < 1000; ++i) {
    double now = MonotonicNow();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Clock, TheCalendarIsWrittenInUtc) {
  std::time_t before = std::time(nullptr);
  std::string text = CalendarNow();
  std::time_t after = std::time(nullptr);
  EXPECT_TRUE(std::regex_match(text, std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"))) << text;
  Result<Seconds> moment = ParseMoment(text);
  ASSERT_TRUE(moment.ok());
  EXPECT_GE(moment.value().value, static_cast<double>(before));
  EXPECT_LE(moment.value().value, static_cast<double>(after));
}

TEST(Clock, WhateverTheTimeZone) {
  const char* zone = std::getenv("TZ");
  std::string kept = zone != nullptr ? zone : "";
  setenv("TZ", "XXX-11", 1);  // eleven hours ahead
  tzset();
  double now = CalendarSeconds();
  Result<Seconds> moment = ParseMoment(CalendarNow());
  zone != nullptr ? setenv("TZ", kept.c_str(), 1) : unsetenv("TZ");
  tzset();
  ASSERT_TRUE(moment.ok());
  EXPECT_LT(std::abs(moment.value().value - now), 3600);
}

}  // namespace
}  // namespace trena
