// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/visible_cpus.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace trena {
namespace {

TEST(VisibleCpus, AreThoseOfTheAffinityMask) {
  std::vector<int> all = VisibleCpus();
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  // A mask is a thread's own: the one that is narrowed here goes with it.
  std::vector<int> narrowed;
  std::thread([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(all.back(), &set);
    ASSERT_EQ(sched_setaffinity(0, sizeof set, &set), 0);
    narrowed = VisibleCpus();
  }).join();
  EXPECT_EQ(narrowed, std::vector<int>{all.back()});
  EXPECT_EQ(VisibleCpus(), all);
}

TEST(SpreadOver, AllWhereThereAreNoMore) {
  EXPECT_EQ(SpreadOver({}, 4), std::vector<int>());
  EXPECT_EQ(SpreadOver({3, 5}, 4), (std::vector<int>{3, 5}));
  EXPECT_EQ(SpreadOver({3, 5, 6, 9}, 4), (std::vector<int>{3, 5, 6, 9}));
}

TEST(SpreadOver, EvenlySpread) {
  // Places i · 8 ÷ 4 = 0, 2, 4, 6; and i · 5 ÷ 3 = 0, 1.67, 3.33: 0, 1, 3.
  EXPECT_EQ(SpreadOver({10, 11, 12, 13, 14, 15, 16, 17}, 4), (std::vector<int>{10, 12, 14, 16}));
  EXPECT_EQ(SpreadOver({0, 1, 2, 3, 4}, 3), (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(SpreadOver({7, 8}, 1), std::vector<int>{7});
  EXPECT_EQ(SpreadOver({7, 8}, 0), std::vector<int>());
}

TEST(SpreadOver, NeverTwiceTheSameAndAlwaysAsManyAsAsked) {
  for (size_t count = 1; count <= 40; ++count) {
    std::vector<int> cpus(count);
    std::iota(cpus.begin(), cpus.end(), 0);
    for (size_t most = 1; most <= count; ++most) {
      std::vector<int> chosen = SpreadOver(cpus, most);
      ASSERT_EQ(chosen.size(), most);
      for (size_t i = 1; i < most; ++i) {
        int step = chosen[i] - chosen[i - 1];
        EXPECT_GE(step, static_cast<int>(count / most)) << count << " " << most;
        EXPECT_LE(step, static_cast<int>(count / most) + 1) << count << " " << most;
      }
    }
  }
}

}  // namespace
}  // namespace trena
