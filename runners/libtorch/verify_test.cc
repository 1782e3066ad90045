// SPDX-License-Identifier: Apache-2.0
// Mode verify: gradients against finite differences, optimizers against their formulas.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "libtorch/test_net.h"

namespace trena {
namespace {

// One image of one pixel, x = 1, two classes: the logits are the two weights themselves, so that
// everything that follows can be written down.
class Optimizers : public testing::Test {
 protected:
  static constexpr double kRate = 0.5;

  Optimizers() : net_({1, 1, 1}, 2) {
    net_.Add("fc1", "fc", {"input"}, {2}, {{"o", 2}}, {{"weight", {2, 1}, {0.5, -0.25}}});
    net_.SetImages(1, {255}, {0});
  }

  // Losses of twenty steps; `step(i, g, w)` gives weight i's change per unit of learning rate.
  using Step = std::function<double(int, double, double)>;
  static std::vector<double> Expected(const Step& step) {
    double w[2] = {0.5, -0.25};
    std::vector<double> losses;
    for (int s = 0; s < 20; ++s) {
      double rate = s < 10 ? kRate : kRate / 10;
      double p = 1 / (1 + std::exp(w[1] - w[0]));  // of class 0, the label
      losses.push_back(-std::log(p));
      double g[2] = {p - 1, 1 - p};
      for (int i = 0; i < 2; ++i) w[i] -= rate * step(i, g[i], w[i]);
    }
    return losses;
  }
  void ExpectLosses(const Json& scenario, const std::vector<double>& wanted) {
    std::map<std::string, Array> arrays = net_.Verify(scenario);
    ASSERT_TRUE(arrays.contains("losses"));
    std::vector<double> losses = Doubles(arrays.at("losses"));
    ASSERT_EQ(losses.size(), 20u);
    for (size_t i = 0; i < 20; ++i) EXPECT_NEAR(losses[i], wanted[i], 1e-12) << "step " << i;
  }
  TestNet net_;
};

TEST_F(Optimizers, SgdWithMomentumAndDecay) {
  double v[2] = {0, 0};
  ExpectLosses(
      {{"optimizer", "sgd"}, {"learning_rate", kRate}, {"momentum", 0.9}, {"weight_decay", 0.125}},
      Expected([&v](int i, double g, double w) { return v[i] = 0.9 * v[i] + g + 0.125 * w; }));
}

// The same weight twice, as a weight and a bias of an input of 1: their rates and decays differ.
TEST(OptimizerGroups, HaveTheirOwnRateAndDecay) {
  TestNet net({1, 1, 1}, 2);
  net.Add("fc1", "fc", {"input"}, {2}, {{"o", 2}, {"rates", {1, 2}}, {"decays", {1, 0}}},
          {{"weight", {2, 1}, {0.5, -0.25}}, {"bias", {2}, {0.125, 0.5}}});
  net.SetImages(1, {255}, {0});
  const Json scenario = {{"learning_rate", 0.5}, {"momentum", 0.9}, {"weight_decay", 0.125}};
  std::map<std::string, Array> arrays = net.Verify(scenario);
  ASSERT_TRUE(arrays.contains("losses"));
  double w[2] = {0.5, -0.25}, b[2] = {0.125, 0.5}, v[2] = {0, 0}, u[2] = {0, 0};
  for (int s = 0; s < 20; ++s) {
    const double rate = s < 10 ? 0.5 : 0.05;
    const double p = 1 / (1 + std::exp(w[1] + b[1] - w[0] - b[0]));
    EXPECT_NEAR(Doubles(arrays.at("losses"))[static_cast<size_t>(s)], -std::log(p), 1e-12) << s;
    const double g[2] = {p - 1, 1 - p};
    for (int i = 0; i < 2; ++i) {
      v[i] = 0.9 * v[i] + g[i] + 0.125 * w[i];
      u[i] = 0.9 * u[i] + g[i];
      w[i] -= rate * v[i];
      b[i] -= 2 * rate * u[i];
    }
  }
}

TEST_F(Optimizers, PlainSgd) {
  ExpectLosses({{"optimizer", "sgd"}, {"learning_rate", kRate}, {"momentum", 0}},
               Expected([](int, double g, double) { return g; }));
}

TEST_F(Optimizers, Adam) {
  double m[2] = {0, 0}, v[2] = {0, 0};
  int t[2] = {0, 0};
  ExpectLosses({{"optimizer", "adam"}, {"learning_rate", kRate}, {"weight_decay", 0.125}},
               Expected([&](int i, double g, double w) {
                 g += 0.125 * w;
                 ++t[i];
                 m[i] = 0.9 * m[i] + 0.1 * g;
                 v[i] = 0.999 * v[i] + 0.001 * g * g;
                 double mean = m[i] / (1 - std::pow(0.9, t[i]));
                 double square = v[i] / (1 - std::pow(0.999, t[i]));
                 return mean / (std::sqrt(square) + 1e-8);
               }));
}

// Eight images of 2×6×6 in three classes, and weights drawn at random.
class GradientTest : public testing::Test {
 protected:
  std::vector<float> Random(int64_t count) {
    std::vector<float> numbers(count);
    for (float& number : numbers) number = std::normal_distribution<float>(0, 0.5)(engine_);
    return numbers;
  }
  GradientTest() : net_({2, 6, 6}, 3) {}
  void SetImages() {
    std::vector<uint8_t> pixels(8 * 72);
    for (uint8_t& pixel : pixels) pixel = static_cast<uint8_t>(engine_() % 256);
    net_.SetImages(8, pixels, {0, 1, 2, 0, 1, 2, 0, 1});
  }
  double FirstLoss() { return Doubles(net_.Verify({{"batch", 4}}).at("losses"))[0]; }
  using Gradient = std::map<std::string, Array>;
  Gradient All() { return net_.Verify({{"batch", 4}}); }
  // Of the weight `name`, at `index`.
  void ExpectSlope(const Gradient& all, const std::string& name, int index) {
    const std::vector<double> gradients = Doubles(all.at("grad/" + name));
    auto it = std::find_if(net_.weights().begin(), net_.weights().end(),
                           [&name](const auto& weight) { return weight.first == name; });
    ASSERT_NE(it, net_.weights().end());
    float* weight = reinterpret_cast<float*>(it->second.bytes.data()) + index;
    const float middle = *weight, high = middle + 1e-3f, low = middle - 1e-3f;
    *weight = high;
    double above = FirstLoss();
    *weight = low;
    double below = FirstLoss();
    *weight = middle;
    double slope = (above - below) / (static_cast<double>(high) - static_cast<double>(low));
    EXPECT_NEAR(gradients[index], slope, 1e-4 * std::abs(slope) + 1e-7) << name;
    EXPECT_GT(std::abs(slope), 1e-5) << name << " would prove nothing";
  }

  std::mt19937 engine_{1};
  TestNet net_;
};

// A bit of everything with a gradient.
class Gradients : public GradientTest {
 protected:
  Gradients() {
    net_.Add("conv1", "conv", {"input"}, {3, 6, 6}, {{"k", 3}, {"s", 1}, {"p", 1}, {"o", 3}},
             {{"weight", {3, 2, 3, 3}, Random(54)}, {"bias", {3}, Random(3)}})
        .Add("norm1", "batch_norm", {"conv1"}, {3, 6, 6}, Json::object(),
             {{"scale", {3}, {1, 0.5, 2}}, {"shift", {3}, {0, 0.25, -0.25}}})
        .Add("relu1", "relu", {"norm1"}, {3, 6, 6})
        .Add("avg1", "avg_pool", {"relu1"}, {3, 3, 3}, {{"k", 2}, {"s", 2}, {"p", 0}})
        .Add("max1", "max_pool", {"norm1"}, {3, 3, 3}, {{"k", 2}, {"s", 2}, {"p", 0}})
        .Add("sum", "add", {"avg1", "max1"}, {3, 3, 3})
        .Add("cat", "concat", {"sum", "avg1"}, {6, 3, 3})
        .Add("fc1", "fc", {"cat"}, {3}, {{"o", 3}},
             {{"weight", {3, 54}, Random(162)}, {"bias", {3}, Random(3)}});
    SetImages();
  }
};

TEST_F(Gradients, AgreeWithFiniteDifferences) {
  const Gradient all = All();
  ExpectSlope(all, "conv1.weight", 31);
  ExpectSlope(all, "norm1.scale", 1);
  ExpectSlope(all, "fc1.weight", 100);
}

// Groups, windows of two sizes, uneven padding, pooling that rounds up, lrn, a norm without a scale
// and a second head; rates and decays, which are no part of a gradient.
class GradientsOfTheRest : public GradientTest {
 protected:
  GradientsOfTheRest() {
    const Json two_sizes = {{"k", {3, 1}}, {"s", {2, 1}},     {"p", {1, 2, 0, 1}}, {"o", 4},
                            {"groups", 2}, {"rates", {3, 2}}, {"decays", {0.5, 0}}};
    // Height: ⌊(6 + 1 + 2 - 3) ÷ 2⌋ + 1; width: 6 + 0 + 1 - 1 + 1.
    net_.Add("conv1", "conv", {"input"}, {4, 4, 7}, two_sizes,
             {{"weight", {4, 1, 3, 1}, Random(12)}, {"bias", {4}, Random(4)}})
        .Add("lrn1", "lrn", {"conv1"}, {4, 4, 7},
             {{"n", 3}, {"alpha", 2.0}, {"beta", 0.75}, {"k", 1.5}})
        .Add("norm1", "batch_norm", {"lrn1"}, {4, 4, 7}, {{"epsilon", 0.001}},
             {{"shift", {4}, Random(4)}})
        .Add("avg1", "avg_pool", {"norm1"}, {4, 2, 4},
             {{"k", 2}, {"s", 2}, {"p", 0}, {"rounding", "up"}})
        .Add("early", "fc", {"avg1"}, {3}, {{"o", 3}}, {{"weight", {3, 32}, Random(96)}})
        .Add("max1", "max_pool", {"lrn1"}, {4, 2, 4},
             {{"k", 3}, {"s", 2}, {"p", {0, 1, 1, 1}}, {"rounding", "down"}})
        .Add("fc1", "fc", {"max1"}, {3}, {{"o", 3}, {"rates", {10}}},
             {{"weight", {3, 32}, Random(96)}})
        .Set("losses", {{{"layer", "early"}, {"weight", 0.3}}});
    SetImages();
  }
  void ExpectSlopes() {
    const Gradient all = All();
    ExpectSlope(all, "conv1.weight", 7);
    ExpectSlope(all, "conv1.bias", 2);
    ExpectSlope(all, "norm1.shift", 1);
    ExpectSlope(all, "early.weight", 50);
    ExpectSlope(all, "fc1.weight", 70);
  }
};

TEST_F(GradientsOfTheRest, AgreeWithFiniteDifferences) { ExpectSlopes(); }

TEST_F(GradientsOfTheRest, AgreeWithFiniteDifferencesOfAHinge) {
  net_.Set("loss", "hinge");
  ExpectSlopes();
}

TEST_F(Gradients, VerifyWritesAllItPromises) {
  RunnerRun run = net_.Run("verify", {{"batch", 3}});
  EXPECT_EQ(run.Order(), "start setup verify end");
  EXPECT_EQ(run.Find("verify")["parameters"], 54 + 3 + 6 + 162 + 3);
  std::map<std::string, Array> arrays = ReadNpz(net_.folder() / "verify.npz").value();
  EXPECT_EQ(arrays.at("logits").shape, (Shape{3, 3}));
  EXPECT_EQ(arrays.at("logits").dtype, DType::kFloat32);
  EXPECT_EQ(arrays.at("losses").shape, (Shape{20}));
  EXPECT_EQ(arrays.at("grad/conv1.weight").shape, (Shape{3, 2, 3, 3}));
  EXPECT_EQ(arrays.size(), 3u + 6u);
  // Eight images make two batches of three; the order runs backwards.
  const Array& indices = arrays.at("indices");
  ASSERT_EQ(indices.shape, (Shape{6}));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(indices.As<int32_t>()[i], 7 - i);
}

TEST_F(Gradients, Float32IsNearFloat64) {
  double exact = FirstLoss();
  net_.Run("verify", {{"batch", 4}, {"precision", "float32"}});
  std::map<std::string, Array> arrays = ReadNpz(net_.folder() / "verify.npz").value();
  EXPECT_NEAR(Doubles(arrays.at("losses"))[0], exact, 1e-5);
}

}  // namespace
}  // namespace trena
