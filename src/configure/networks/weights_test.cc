// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>

namespace trena {
namespace {

struct Moments {
  double mean = 0, deviation = 0, within_one = 0;
};

Moments MomentsOf(const std::vector<float>& numbers, double scale) {
  Moments moments;
  auto n = static_cast<double>(numbers.size());
  for (float number : numbers) moments.mean += number / n;
  for (float number : numbers) {
    moments.deviation += (number - moments.mean) * (number - moments.mean) / n;
    moments.within_one += std::abs(number) < scale ? 1 / n : 0;
  }
  moments.deviation = std::sqrt(moments.deviation);
  return moments;
}

TEST(Weights, GeneratorIsTheStandards) {
  // [rand.predef] of the C++ standard: the 10000th output of a default mt19937_64.
  boost::random::mt19937_64 generator;
  generator.discard(9999);
  EXPECT_EQ(generator(), 9981545732273789042u);
}

TEST(Weights, HeNormal) {
  // 256 × 1024: the standard error of the mean is d / 512, that of the deviation d / 724; five of
  // each are allowed. 68.27 % of a normal lie within one deviation (standard error 0.09 %).
  const double deviation = std::sqrt(2.0 / 1024);
  auto arrays = InitialWeights({{"fc1.weight", {256, 1024}}}, {.seed = 3});
  ASSERT_EQ(arrays[0].numbers.size(), 256u * 1024);
  Moments moments = MomentsOf(arrays[0].numbers, deviation);
  EXPECT_NEAR(moments.mean, 0, 5 * deviation / 512);
  EXPECT_NEAR(moments.deviation, deviation, 5 * deviation / 724);
  EXPECT_NEAR(moments.within_one, 0.6827, 0.0046);
}

TEST(Weights, FanInOfAConvolutionCountsItsKernel) {
  // [64, 32, 3, 3]: fan-in 288, 18,432 numbers.
  const double deviation = std::sqrt(2.0 / 288);
  auto arrays = InitialWeights({{"conv1.weight", {64, 32, 3, 3}}}, {.seed = 4});
  EXPECT_NEAR(MomentsOf(arrays[0].numbers, deviation).deviation, deviation, 5 * deviation / 192);
}

const std::vector<NamedShape> kMixed{
    {"a.weight", {4, 2}}, {"a.bias", {500}}, {"n.scale", {500}}, {"n.shift", {500}}};

TEST(Weights, BiasesStartAtZeroAndScalesAtOne) {
  auto arrays = InitialWeights(kMixed, {.seed = 1});
  auto all = [&](size_t i, float value) {
    const auto& numbers = arrays[i].numbers;
    return std::all_of(numbers.begin(), numbers.end(), [&](float x) { return x == value; });
  };
  EXPECT_EQ(arrays[2].name, "n.scale");
  EXPECT_TRUE(all(1, 0));
  EXPECT_TRUE(all(2, 1));
  EXPECT_TRUE(all(3, 0));
}

TEST(Weights, RandomBiasesForVerify) {
  auto arrays = InitialWeights(kMixed, {.seed = 1, .random_biases = true});
  for (size_t i = 1; i < 4; ++i) {
    auto [least, most] = std::minmax_element(arrays[i].numbers.begin(), arrays[i].numbers.end());
    float centre = i == 2 ? 1 : 0;
    // 500 numbers in ±0.1 come within 0.01 of both ends but for a chance of 2·0.95^500 < 1e-10.
    EXPECT_GE(*least, centre - 0.1001f);
    EXPECT_LE(*least, centre - 0.09f);
    EXPECT_GE(*most, centre + 0.09f);
    EXPECT_LE(*most, centre + 0.1001f);
  }
}

TEST(Weights, SeedDecides) {
  auto numbers = [](uint64_t seed) { return InitialWeights(kMixed, {.seed = seed})[0].numbers; };
  EXPECT_EQ(numbers(7), numbers(7));
  EXPECT_NE(numbers(7), numbers(8));
}

}  // namespace
}  // namespace trena
