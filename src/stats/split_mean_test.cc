// SPDX-License-Identifier: Apache-2.0
#include "stats/split_mean.h"

#include <gtest/gtest.h>

#include <vector>

namespace trena {
namespace {

TEST(CompensatedSum, KeepsWhatAdditionDrops) {
  CompensatedSum sum;
  for (double x : {1.0, 1e100, 1.0, -1e100}) sum.Add(x);
  EXPECT_EQ(sum.Total(), 2);
}

TEST(SplitMean, HoldsMoreDigitsThanADouble) {
  // Near 2^53 the doubles are 2 apart: the mean of the three is 2^53 + 8/3.
  const double base = 9007199254740992;
  const SplitMean mean = MeanOf(std::vector<double>{base, base + 2, base + 6});
  EXPECT_NEAR((mean.high - base) + mean.low, 8.0 / 3, 1e-15);
  EXPECT_NEAR(mean.Deviation(base + 2), 2 - 8.0 / 3, 1e-15);
}

TEST(SplitMean, EqualNumbersDoNotDeviate) {
  for (size_t n = 1; n <= 50; ++n) {
    const std::vector<double> values(n, 0.1);
    const SplitMean mean = MeanOf(values);
    EXPECT_EQ(mean.Value(), 0.1) << n;
    EXPECT_EQ(SquaredDeviations(values, mean), 0) << n;
    EXPECT_EQ(mean.Deviation(MeanOf(std::vector<double>(3, 0.1))), 0) << n;
  }
}

}  // namespace
}  // namespace trena
