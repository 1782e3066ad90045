// SPDX-License-Identifier: Apache-2.0
// Every type of layer against numbers worked out by hand. Pixels p enter as p/255, so what a linear
// layer gives is written here as a multiple of 1/255.
#include <gtest/gtest.h>

#include <cmath>

#include "libtorch/test_net.h"

namespace trena {
namespace {

constexpr double kTolerance = 1e-12;

// The logits of one image, times 255.
std::vector<double> Logits(TestNet& net, const std::vector<uint8_t>& pixels) {
  net.SetImages(1, pixels, {0});
  std::map<std::string, Array> arrays = net.Verify();
  if (!arrays.contains("logits")) return {};
  std::vector<double> logits = Doubles(arrays.at("logits"));
  for (double& logit : logits) logit *= 255;
  return logits;
}

void ExpectNear(const std::vector<double>& seen, const std::vector<double>& wanted) {
  ASSERT_EQ(seen.size(), wanted.size());
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_NEAR(seen[i], wanted[i], 255 * kTolerance) << i;
}

const std::vector<uint8_t> kOneToNine = {1, 2, 3, 4, 5, 6, 7, 8, 9};

TEST(Layers, ConvolutionIsCrossCorrelationWithBias) {
  TestNet net({1, 3, 3}, 4);
  net.Add("conv1", "conv", {"input"}, {1, 2, 2}, {{"k", 2}, {"s", 1}, {"p", 0}, {"o", 1}},
          {{"weight", {1, 1, 2, 2}, {1, 2, 3, 4}}, {"bias", {1}, {0.5}}})
      .Show("conv1");
  // 1·1 + 2·2 + 3·4 + 4·5 = 37, …
  ExpectNear(Logits(net, kOneToNine), {37 + 127.5, 47 + 127.5, 67 + 127.5, 77 + 127.5});
}

TEST(Layers, ConvolutionWithStridePaddingAndChannels) {
  TestNet net({2, 2, 2}, 4);
  // One tap in the middle of a 3×3 kernel: channel 0 once, channel 1 ten times.
  std::vector<float> weight(18, 0);
  weight[4] = 1;
  weight[13] = 10;
  net.Add("conv1", "conv", {"input"}, {1, 2, 2}, {{"k", 3}, {"s", 1}, {"p", 1}, {"o", 1}},
          {{"weight", {1, 2, 3, 3}, weight}})
      .Show("conv1");
  // H, W, C: (1, 2), (3, 4), (5, 6), (7, 8).
  ExpectNear(Logits(net, {1, 2, 3, 4, 5, 6, 7, 8}), {21, 43, 65, 87});
}

TEST(Layers, ConvolutionInGroups) {
  TestNet net({2, 1, 1}, 2);
  // Each output sees its own channel alone.
  net.Add("conv1", "conv", {"input"}, {2, 1, 1},
          {{"k", 1}, {"s", 1}, {"p", 0}, {"o", 2}, {"groups", 2}},
          {{"weight", {2, 1, 1, 1}, {10, 100}}})
      .Show("conv1");
  ExpectNear(Logits(net, {3, 4}), {30, 400});
}

TEST(Layers, WindowsOfTwoSizesPaddedUnevenly) {
  TestNet net({1, 3, 3}, 4);
  // Sums of two neighbours in every other row and column, with a column of zeros on the right.
  net.Add("conv1", "conv", {"input"}, {1, 2, 2},
          {{"k", {1, 2}}, {"s", {2, 2}}, {"p", {0, 0, 0, 1}}, {"o", 1}},
          {{"weight", {1, 1, 1, 2}, {1, 1}}})
      .Show("conv1");
  ExpectNear(Logits(net, kOneToNine), {1 + 2, 3, 7 + 8, 9});
}

TEST(Layers, MaxPoolPaddedUnevenlySeesTheImageAlone) {
  TestNet net({1, 3, 3}, 4);
  // Of negative numbers a padding of zeros would be the maximum.
  net.Add("minus", "conv", {"input"}, {1, 3, 3}, {{"k", 1}, {"s", 1}, {"p", 0}, {"o", 1}},
          {{"weight", {1, 1, 1, 1}, {-1}}})
      .Add("pool1", "max_pool", {"minus"}, {1, 2, 2},
           {{"k", 2}, {"s", 2}, {"p", {0, 1, 0, 1}}, {"rounding", "down"}})
      .Show("pool1");
  ExpectNear(Logits(net, kOneToNine), {-1, -3, -7, -9});
}

TEST(Layers, LocalResponseNormalisationOverNeighbouringChannels) {
  TestNet net({3, 1, 1}, 3);
  // x ÷ sqrt(1 + 3 ÷ 3 × the sum of the squares of the channel and its neighbours).
  net.Add("lrn1", "lrn", {"input"}, {3, 1, 1},
          {{"n", 3}, {"alpha", 3.0}, {"beta", 0.5}, {"k", 1.0}})
      .Show("lrn1");
  const double a = 51.0 / 255, b = 102.0 / 255, c = 204.0 / 255;
  ExpectNear(Logits(net, {51, 102, 204}),
             {51 / std::sqrt(1 + a * a + b * b), 102 / std::sqrt(1 + a * a + b * b + c * c),
              204 / std::sqrt(1 + b * b + c * c)});
}

TEST(Layers, FcFlattensChannelsFirst) {
  TestNet net({2, 2, 2}, 8);
  net.Show("input");
  ExpectNear(Logits(net, {1, 2, 3, 4, 5, 6, 7, 8}), {1, 3, 5, 7, 2, 4, 6, 8});
}

TEST(Layers, MaxPoolRoundsUpOrDown) {
  TestNet up({1, 3, 3}, 4);
  up.Add("pool1", "max_pool", {"input"}, {1, 2, 2},
         {{"k", 2}, {"s", 2}, {"p", 0}, {"rounding", "up"}})
      .Show("pool1");
  ExpectNear(Logits(up, kOneToNine), {5, 6, 8, 9});
  TestNet down({1, 3, 3}, 1);
  down.Add("pool1", "max_pool", {"input"}, {1, 1, 1},
           {{"k", 2}, {"s", 2}, {"p", 0}, {"rounding", "down"}})
      .Show("pool1");
  ExpectNear(Logits(down, kOneToNine), {5});
}

TEST(Layers, AvgPoolDoesNotCountPadding) {
  TestNet padded({1, 2, 2}, 4);
  padded.Add("pool1", "avg_pool", {"input"}, {1, 2, 2}, {{"k", 2}, {"s", 2}, {"p", 1}})
      .Show("pool1");
  ExpectNear(Logits(padded, {1, 2, 3, 4}), {1, 2, 3, 4});
  TestNet up({1, 3, 3}, 4);
  up.Add("pool1", "avg_pool", {"input"}, {1, 2, 2},
         {{"k", 2}, {"s", 2}, {"p", 0}, {"rounding", "up"}})
      .Show("pool1");
  ExpectNear(Logits(up, kOneToNine), {3, 4.5, 7.5, 9});
}

TEST(Layers, GlobalPoolIsTheMeanOfEachChannel) {
  TestNet net({2, 2, 2}, 2);
  net.Add("pool1", "global_pool", {"input"}, {2}).Show("pool1");
  ExpectNear(Logits(net, {1, 2, 3, 4, 5, 6, 7, 8}), {4, 5});
}

TEST(Layers, ConcatAndAdd) {
  TestNet net({1, 1, 2}, 6);
  net.Add("sum", "add", {"input", "input"}, {1, 1, 2})
      .Add("all", "concat", {"input", "sum", "input"}, {3, 1, 2})
      .Show("all");
  ExpectNear(Logits(net, {3, 7}), {3, 7, 6, 14, 3, 7});
}

// relu works in place where it may; here its input is needed again.
TEST(Layers, ReluLeavesASharedInputAlone) {
  TestNet net({1, 1, 2}, 2);
  net.Add("fc1", "fc", {"input"}, {2}, {{"o", 2}}, {{"weight", {2, 2}, {-1, 0, 0, 1}}})
      .Add("relu1", "relu", {"fc1"}, {2})
      .Add("sum", "add", {"fc1", "relu1"}, {2})
      .Show("sum");
  ExpectNear(Logits(net, {3, 7}), {-3, 14});
}

TEST(Layers, DropoutIsOffAndRelusMayFollowEachOther) {
  TestNet net({1, 1, 2}, 2);
  net.Add("fc1", "fc", {"input"}, {2}, {{"o", 2}}, {{"weight", {2, 2}, {-1, 0, 0, 1}}})
      .Add("relu1", "relu", {"fc1"}, {2})
      .Add("drop1", "dropout", {"relu1"}, {2}, {{"rate", 0.9}})
      .Add("relu2", "relu", {"drop1"}, {2})
      .Show("relu2");
  ExpectNear(Logits(net, {3, 7}), {0, 7});
}

TEST(Layers, BatchNormUsesTheBatchsOwnStatistics) {
  TestNet net({1, 1, 1}, 1);
  net.Add("norm1", "batch_norm", {"input"}, {1, 1, 1}, Json::object(),
          {{"scale", {1}, {2}}, {"shift", {1}, {0.5}}})
      .Show("norm1");
  net.SetImages(2, {10, 20}, {0, 0});
  std::map<std::string, Array> arrays = net.Verify({{"batch", 2}});
  // Mean 15/255, variance (5/255)², epsilon 1e-5; the order is backwards.
  double half = 5.0 / 255;
  double high = 2 * half / std::sqrt(half * half + 1e-5) + 0.5;
  double low = -2 * half / std::sqrt(half * half + 1e-5) + 0.5;
  std::vector<double> logits = Doubles(arrays.at("logits"));
  EXPECT_NEAR(logits[0], high, kTolerance);
  EXPECT_NEAR(logits[1], low, kTolerance);
}

TEST(Layers, ABatchNormThatOnlyShiftsWithAnEpsilonOfItsOwn) {
  TestNet net({1, 1, 1}, 1);
  net.Add("norm1", "batch_norm", {"input"}, {1, 1, 1}, {{"epsilon", 0.001}, {"momentum", 0.5}},
          {{"shift", {1}, {0.5}}})
      .Show("norm1");
  net.SetImages(2, {10, 20}, {0, 0});
  std::vector<double> logits = Doubles(net.Verify({{"batch", 2}}).at("logits"));
  double half = 5.0 / 255;
  EXPECT_NEAR(logits[0], half / std::sqrt(half * half + 0.001) + 0.5, kTolerance);
  EXPECT_NEAR(logits[1], -half / std::sqrt(half * half + 0.001) + 0.5, kTolerance);
}

TEST(Layers, AShapeThatNetworkJsonDoesNotSayIsRefused) {
  TestNet net({1, 3, 3}, 1);
  net.Add("pool1", "max_pool", {"input"}, {1, 1, 1},
          {{"k", 2}, {"s", 2}, {"p", 0}, {"rounding", "up"}})
      .Show("pool1");
  net.SetImages(1, kOneToNine, {0});
  RunnerRun run = net.Run("verify");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.Find("error")["message"],
            "layer pool1 gives [1, 2, 2], network.json says [1, 1, 1]");
}

}  // namespace
}  // namespace trena
