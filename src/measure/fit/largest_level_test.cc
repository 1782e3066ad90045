// SPDX-License-Identifier: Apache-2.0
#include "measure/fit/largest_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace trena {
namespace {

// A truth of which so many levels fit.
struct Truth {
  size_t fitting;
  std::set<size_t> tried = {};

  LargestLevel Find(size_t levels, size_t points) {
    return FindLargestLevel(levels, points,
                            [&](size_t level) -> Result<std::optional<bool>> {
                              EXPECT_TRUE(tried.insert(level).second) << "twice: " << level;
                              return std::optional(level < fitting);
                            })
        .value();
  }
};

// Whatever the truth, it is found, and no level is tried twice.
TEST(LargestLevel, IsFoundForEveryTruth) {
  for (size_t levels = 1; levels <= 12; ++levels) {
    for (size_t fitting = 0; fitting <= levels; ++fitting) {
      Truth truth{fitting};
      const LargestLevel found = truth.Find(levels, 0);
      EXPECT_EQ(found.fits, fitting == 0 ? std::nullopt : std::optional(fitting - 1));
      EXPECT_EQ(found.does_not, fitting == levels ? std::nullopt : std::optional(fitting));
      // ⌈log2(levels + 1)⌉ answers tell so many cases apart.
      EXPECT_LE(static_cast<double>(truth.tried.size()),
                std::ceil(std::log2(static_cast<double>(levels + 1))));
    }
  }
}

TEST(LargestLevel, SmallerOnesAreTriedForTheLine) {
  Truth truth{9};
  const LargestLevel found = truth.Find(10, 4);
  EXPECT_EQ(found.fits, 8u);
  EXPECT_EQ(found.fitting, 4u);
  EXPECT_TRUE(truth.tried.contains(0)) << "the smallest first";
  Truth few{2};
  EXPECT_EQ(few.Find(10, 4).fitting, 2u) << "more do not fit";
  Truth none{0};
  EXPECT_EQ(none.Find(10, 4).fitting, 0u);
}

TEST(LargestLevel, ItStopsWhereItIsTold) {
  size_t tries = 0;
  const LargestLevel found = FindLargestLevel(100, 4, [&](size_t) -> Result<std::optional<bool>> {
                               return ++tries == 3 ? std::nullopt : std::optional(true);
                             }).value();
  EXPECT_TRUE(found.stopped);
  EXPECT_EQ(tries, 3u);
}

TEST(LargestLevel, AnErrorIsPassedOn) {
  const auto found = FindLargestLevel(
      4, 4, [](size_t) -> Result<std::optional<bool>> { return Error("no disk"); });
  EXPECT_FALSE(found.ok());
}

}  // namespace
}  // namespace trena
