// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/perturbation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

Arrays Weights() {
  std::vector<float> numbers(1000);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = 0.001F * static_cast<float>(i) - 0.3F;
  return {{"fc.weight", Array::Of<float>({10, 100}, numbers)},
          {"steps", Array::Of<int32_t>({2}, std::vector<int32_t>{3, 4})}};
}

TEST(Perturb, MovesByNoMoreThanRoundingAndMovesMost) {
  Arrays before = Weights();
  Arrays after = Perturbed(before, 1);
  const float* a = before.at("fc.weight").As<float>();
  const float* b = after.at("fc.weight").As<float>();
  int moved = 0;
  for (int i = 0; i < 1000; ++i) {
    // A float32 has a relative rounding of 2^-24 of its own.
    EXPECT_LE(std::abs(b[i] - a[i]), (kPerturbation + 6e-8) * std::abs(a[i]));
    if (b[i] != a[i]) ++moved;
  }
  EXPECT_GT(moved, 900);
  EXPECT_EQ(after.at("fc.weight").shape, before.at("fc.weight").shape);
  EXPECT_EQ(after.at("steps").As<int32_t>()[1], 4) << "counts are not weights";
}

TEST(Perturb, TheSameForTheSameSeed) {
  auto first = [](uint64_t seed) { return Perturbed(Weights(), seed).at("fc.weight").bytes; };
  EXPECT_EQ(first(1), first(1));
  EXPECT_NE(first(1), first(2));
}

}  // namespace
}  // namespace trena
