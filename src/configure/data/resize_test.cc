// SPDX-License-Identifier: Apache-2.0
#include "configure/data/resize.h"

#include <gtest/gtest.h>

#include <vector>

namespace trena {
namespace {

// Doubling puts the new centres at −¼, ¼, ¾ and 1¼ of the old ones, edges repeated: the weights of
// the second pixel are 0, ¼, ¾, 1 in both directions.
TEST(Resize, TwoByTwoToFourByFour) {
  std::vector<uint8_t> from{0, 64, 128, 240};
  std::vector<uint8_t> to(16);
  Resize(from, 2, to, 4, 1);
  EXPECT_EQ(to, (std::vector<uint8_t>{0, 16, 48, 64,      //
                                      32, 51, 89, 108,    // ¾ of the first row + ¼ of the last
                                      96, 121, 171, 196,  //
                                      128, 156, 212, 240}));
}

TEST(Resize, ChannelsStayApart) {
  std::vector<uint8_t> from{0, 100, 7, 64, 100, 7, 128, 100, 7, 240, 100, 7};
  std::vector<uint8_t> to(48);
  Resize(from, 2, to, 4, 3);
  EXPECT_EQ(to[3 * 5], 51);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(to[3 * i + 1], 100);
    EXPECT_EQ(to[3 * i + 2], 7);
  }
}

// Halving puts each new centre between four old pixels: their mean.
TEST(Resize, FourByFourToTwoByTwo) {
  std::vector<uint8_t> from{0, 4, 10, 10, 8, 12, 10, 10, 0, 0, 200, 204, 0, 0, 208, 212};
  std::vector<uint8_t> to(4);
  Resize(from, 4, to, 2, 1);
  EXPECT_EQ(to, (std::vector<uint8_t>{6, 10, 0, 206}));
}

}  // namespace
}  // namespace trena
