// SPDX-License-Identifier: Apache-2.0
#include "configure/image_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace trena {
namespace {

std::vector<int32_t> Row(const std::vector<int32_t>& orders, int images, int epoch) {
  return {orders.begin() + epoch * images, orders.begin() + (epoch + 1) * images};
}

TEST(Order, EveryEpochIsAPermutation) {
  auto orders = EpochOrders(100, 5, 1);
  ASSERT_EQ(orders.size(), 500u);
  std::vector<int32_t> all(100);
  std::iota(all.begin(), all.end(), 0);
  for (int epoch = 0; epoch < 5; ++epoch) {
    auto row = Row(orders, 100, epoch);
    EXPECT_NE(row, all);
    std::sort(row.begin(), row.end());
    EXPECT_EQ(row, all);
  }
}

TEST(Order, EpochsAndSeedsDiffer) {
  auto orders = EpochOrders(100, 2, 1);
  EXPECT_NE(Row(orders, 100, 0), Row(orders, 100, 1));
  EXPECT_NE(orders, EpochOrders(100, 2, 2));
  EXPECT_EQ(orders, EpochOrders(100, 2, 1));
}

TEST(Order, FirstEpochsDoNotDependOnHowManyFollow) {
  EXPECT_EQ(EpochOrders(50, 1, 9), Row(EpochOrders(50, 4, 9), 50, 0));
}

TEST(Order, AllPermutationsAreEquallyLikely) {
  // 12,000 shuffles of 3: each of the 6 comes 2000 times, standard deviation sqrt(12000·5/36) = 41.
  auto orders = EpochOrders(3, 12'000, 5);
  std::map<std::vector<int32_t>, int> counts;
  for (int epoch = 0; epoch < 12'000; ++epoch) ++counts[Row(orders, 3, epoch)];
  EXPECT_EQ(counts.size(), 6u);
  for (const auto& [row, count] : counts) EXPECT_NEAR(count, 2000, 205);
}

TEST(Order, OneImage) { EXPECT_EQ(EpochOrders(1, 2, 1), (std::vector<int32_t>{0, 0})); }

}  // namespace
}  // namespace trena
