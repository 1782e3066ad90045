// SPDX-License-Identifier: Apache-2.0
// The swap guard at its limits. The files are written as the kernel's Documentation/accounting/
// psi.rst (pressure/memory: microseconds of stall since boot) and proc(5) (meminfo, vmstat) say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "configure/testing.h"
#include "measure/program/guards/guard.h"

namespace trena {
namespace {

class SwapGuardTest : public testing::Test {
 protected:
  SwapGuardTest() {
    fs::create_directories(folder_.path() / "proc" / "pressure");
    options_.thrash_after = Seconds{3};
    context_.options = &options_;
    context_.folder = folder_.path();
    context_.proc = (folder_.path() / "proc").string();
    Swap("SwapTotal:       2097148 kB\n");
    Counters(0, 0);
  }

  void Swap(const std::string& line) {
    folder_.Write("proc/meminfo", "MemTotal:        8000000 kB\n" + line + "SwapFree: 12 kB\n");
  }

  void Counters(int64_t stalled_microseconds, int64_t pages_in) {
    folder_.Write("proc/pressure/memory",
                  fmt::format("some avg10=0.00 avg60=0.00 avg300=0.00 total={}\n"
                              "full avg10=0.00 avg60=0.00 avg300=0.00 total=1\n",
                              stalled_microseconds));
    folder_.Write("proc/vmstat", fmt::format("nr_free_pages 5\npswpin {}\npswpout 7\n", pages_in));
  }

  // Whether three seconds of this much a second, looked at once a second, are thrashing.
  bool IsThrashing(int64_t microseconds, int64_t pages) {
    auto guard = MakeSwapGuard(context_);
    for (int i = 0; i < 3; ++i) {
      Counters(i * microseconds, i * pages);
      EXPECT_FALSE(guard->Look(100 + i)) << "not before its time: " << i;
    }
    Counters(3 * microseconds, 3 * pages);
    return guard->Look(103).has_value();
  }

  TestFolder folder_;
  MeasureOptions options_;
  GuardContext context_;
};

TEST_F(SwapGuardTest, NineTenthsOfTheTimeAreThrashing) {
  EXPECT_TRUE(IsThrashing(900'001, 1000));
  EXPECT_FALSE(IsThrashing(899'999, 1000));
}

TEST_F(SwapGuardTest, AHundredPagesASecondAreThrashing) {
  EXPECT_TRUE(IsThrashing(950'000, 100));
  EXPECT_FALSE(IsThrashing(950'000, 99));
}

TEST_F(SwapGuardTest, SaysForHowLongAndLetsItEndByItself) {
  auto guard = MakeSwapGuard(context_);
  guard->Look(100);
  for (int i = 1; i < 3; ++i) {
    Counters(i * 1'000'000, i * 1000);
    ASSERT_FALSE(guard->Look(100 + i));
  }
  Counters(3'000'000, 3000);
  auto objection = guard->Look(103);
  ASSERT_TRUE(objection);
  EXPECT_STREQ(objection->cause, "swap_thrashing");
  EXPECT_EQ(objection->reason, "for 3.00 s it did little but wait for memory from swap");
  EXPECT_FALSE(objection->at_once);
}

TEST_F(SwapGuardTest, WithinASecondItDoesNotLookAgain) {
  options_.thrash_after = Seconds{1};
  auto guard = MakeSwapGuard(context_);
  EXPECT_FALSE(guard->Look(100));
  // What came in the first half second and nothing after it: a look now would find the second half
  // quiet. The look at 101 spans both.
  Counters(1'000'000, 500);
  EXPECT_FALSE(guard->Look(100.5));
  EXPECT_FALSE(guard->Look(100.999));
  EXPECT_TRUE(guard->Look(101)) << "a second after the last is time";
}

TEST_F(SwapGuardTest, ALongerSpanNeedsAsMuchMore) {
  // Four seconds between looks: 3.6 s of stall and 400 pages.
  options_.thrash_after = Seconds{4};
  for (auto [microseconds, pages, thrashing] :
       {std::tuple(3'600'001, 400, true), {3'600'001, 399, false}, {3'599'999, 400, false}}) {
    Counters(0, 0);
    auto guard = MakeSwapGuard(context_);
    EXPECT_FALSE(guard->Look(100));
    Counters(microseconds, pages);
    EXPECT_EQ(guard->Look(104).has_value(), thrashing) << microseconds << " " << pages;
  }
}

TEST_F(SwapGuardTest, AReadingThatIsMissingStartsTheTimeAnew) {
  auto guard = MakeSwapGuard(context_);
  for (int i = 0; i < 3; ++i) {
    Counters(i * 1'000'000, i * 1000);
    ASSERT_FALSE(guard->Look(100 + i));
  }
  folder_.Write("proc/vmstat", "nr_free_pages 5\n");
  EXPECT_FALSE(guard->Look(103)) << "the third second is not known";
  for (int i = 4; i < 7; ++i) {
    Counters(i * 1'000'000, i * 1000);
    EXPECT_FALSE(guard->Look(100 + i)) << "known again from 104 on: " << i;
  }
  Counters(7'000'000, 7000);
  EXPECT_TRUE(guard->Look(107)) << "three seconds after 104";
}

TEST_F(SwapGuardTest, OnlyTheLineSomeCounts) {
  auto guard = MakeSwapGuard(context_);
  for (int i = 0; i < 6; ++i) {
    folder_.Write("proc/pressure/memory", fmt::format("some avg10=0.00 total=5\n"
                                                      "full avg10=0.00 total={}\n",
                                                      i * 1'000'000));
    folder_.Write("proc/vmstat", fmt::format("pswpin {}\n", i * 1000));
    EXPECT_FALSE(guard->Look(100 + i)) << i;
  }
}

TEST_F(SwapGuardTest, OnlyPagesThatComeBackCount) {
  auto guard = MakeSwapGuard(context_);
  for (int i = 0; i < 6; ++i) {
    Counters(i * 1'000'000, 0);
    folder_.Write("proc/vmstat",
                  fmt::format("pswpin_other {}\npswpin 3\npswpout {}\n", i * 1000, i * 1000));
    EXPECT_FALSE(guard->Look(100 + i)) << i;
  }
}

TEST_F(SwapGuardTest, TheOrderOfTheWordsDoesNotMatter) {
  auto guard = MakeSwapGuard(context_);
  bool objected = false;
  for (int i = 0; i <= 3; ++i) {
    folder_.Write("proc/pressure/memory",
                  fmt::format("full total=1\nsome total={} avg10=0.00\n", i * 1'000'000));
    folder_.Write("proc/vmstat", fmt::format("pswpin {}", i * 1000));  // and no end of line
    objected = guard->Look(100 + i).has_value();
  }
  EXPECT_TRUE(objected);
}

TEST_F(SwapGuardTest, RubbishIsNoThrashing) {
  for (const char* rubbish : {"", "some", "some total=", "some total=x", "some total=1e999", "\n\n",
                              "some total=99999999999999999999999999x", "SOME total=5"}) {
    auto guard = MakeSwapGuard(context_);
    for (int i = 0; i < 5; ++i) {
      folder_.Write("proc/pressure/memory", rubbish);
      folder_.Write("proc/vmstat", fmt::format("pswpin {}\n", i * 1000));
      EXPECT_FALSE(guard->Look(100 + i)) << rubbish;
    }
  }
  folder_.Write("proc/pressure/memory", std::string("some total=\0009\n", 14));
  auto guard = MakeSwapGuard(context_);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(guard->Look(100 + i)) << "a NUL byte";
}

TEST_F(SwapGuardTest, NoSwapNoGuard) {
  Swap("SwapTotal:             1 kB\n");
  EXPECT_NE(MakeSwapGuard(context_), nullptr) << "the least there can be";
  for (const char* line : {"SwapTotal:             0 kB\n", "SwapTotal: x kB\n", "SwapTotal:\n",
                           "SwapCached: 9 kB\n", "SwapTotal 9 kB\n", "SwapTotal: -1 kB\n"}) {
    Swap(line);
    EXPECT_EQ(MakeSwapGuard(context_), nullptr) << line;
  }
  fs::remove(folder_.path() / "proc" / "meminfo");
  EXPECT_EQ(MakeSwapGuard(context_), nullptr);
}

}  // namespace
}  // namespace trena
