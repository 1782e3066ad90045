// SPDX-License-Identifier: Apache-2.0
// Losses other than one softmax, by numbers worked out by hand: images are one pixel, x = 1.
#include <gtest/gtest.h>

#include <cmath>

#include "libtorch/test_net.h"

namespace trena {
namespace {

using Numbers = std::vector<double>;

void ExpectNumbers(const Array& seen, const Numbers& wanted) {
  const Numbers numbers = Doubles(seen);
  ASSERT_EQ(numbers.size(), wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(numbers[i], wanted[i], 1e-12) << i;
}

// Of two classes, the first one the label's: its probability.
double Probability(double of_label, double other) { return 1 / (1 + std::exp(other - of_label)); }

// Labels 0 and 2, logits (0.5, -0.25, 1.5, -2) for both:
//   1 - 0.5, 1 - 0.25, 1 + 1.5, max(0, 1 - 2): 3.75, slopes -1, 1, 1, 0;
//   1 + 0.5, 1 - 0.25, max(0, 1 - 1.5), 0: 2.25, slopes 1, 1, 0, 0.
TEST(Losses, HingeIsOneAgainstAllMeanOverTheBatch) {
  TestNet net({1, 1, 1}, 4);
  net.Add("fc1", "fc", {"input"}, {4}, {{"o", 4}}, {{"weight", {4, 1}, {0.5, -0.25, 1.5, -2}}})
      .Set("loss", "hinge");
  net.SetImages(2, {255, 255}, {0, 2});
  const auto arrays = net.Verify({{"batch", 2}, {"learning_rate", 0.1}, {"momentum", 0}});
  ASSERT_TRUE(arrays.contains("losses"));
  ExpectNumbers(arrays.at("grad/fc1.weight"), {0, 1, 0.5, 0});
  const Numbers losses = Doubles(arrays.at("losses"));
  EXPECT_NEAR(losses[0], 3, 1e-12);
  // From (0.5, -0.35, 1.45, -2): 0.5 + 0.65 + 2.45 and 1.5 + 0.65.
  EXPECT_NEAR(losses[1], 2.875, 1e-12);
}

// What both heads take is 2; the loss is the last one's and 0.3 times the other's.
class WeightedHead : public testing::Test {
 protected:
  WeightedHead() : net_({1, 1, 1}, 2) {
    net_.Add("trunk", "fc", {"input"}, {1}, {{"o", 1}}, {{"weight", {1, 1}, {2}}})
        .Add("early", "fc", {"trunk"}, {2}, {{"o", 2}}, {{"weight", {2, 1}, {0.75, -0.5}}})
        .Add("last", "fc", {"trunk"}, {2}, {{"o", 2}}, {{"weight", {2, 1}, {0.125, 0.25}}})
        .Set("losses", {{{"layer", "early"}, {"weight", 0.3}}});
    net_.SetImages(1, {255}, {0});
  }
  TestNet net_;
};

TEST_F(WeightedHead, OfASoftmax) {
  const auto arrays = net_.Verify();
  ASSERT_TRUE(arrays.contains("losses"));
  const double early = Probability(1.5, -1), last = Probability(0.25, 0.5);
  EXPECT_NEAR(Doubles(arrays.at("losses"))[0], -std::log(last) - 0.3 * std::log(early), 1e-12);
  ExpectNumbers(arrays.at("logits"), {0.25, 0.5});
  ExpectNumbers(arrays.at("grad/last.weight"), {2 * (last - 1), 2 * (1 - last)});
  ExpectNumbers(arrays.at("grad/early.weight"), {0.6 * (early - 1), 0.6 * (1 - early)});
  ExpectNumbers(arrays.at("grad/trunk.weight"),
                {(last - 1) * (0.125 - 0.25) + 0.3 * (early - 1) * (0.75 + 0.5)});
}

// With a trunk of 1.5, early gives (1.125, -0.75): of its own it takes 0 and 1 - 0.75; last gives
// (0.1875, 0.375): 1 - 0.1875 and 1 + 0.375.
TEST_F(WeightedHead, OfAHinge) {
  *reinterpret_cast<float*>(net_.weights()[0].second.bytes.data()) = 1.5f;
  net_.Set("loss", "hinge");
  const auto arrays = net_.Verify();
  ASSERT_TRUE(arrays.contains("losses"));
  EXPECT_NEAR(Doubles(arrays.at("losses"))[0], (1 - 0.1875) + (1 + 0.375) + 0.3 * (1 - 0.75),
              1e-12);
  ExpectNumbers(arrays.at("grad/last.weight"), {-1.5, 1.5});
  ExpectNumbers(arrays.at("grad/early.weight"), {0, 0.3 * 1.5});
  ExpectNumbers(arrays.at("grad/trunk.weight"), {-0.125 + 0.25 + 0.3 * -0.5});
}

}  // namespace
}  // namespace trena
