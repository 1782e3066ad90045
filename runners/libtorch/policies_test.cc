// SPDX-License-Identifier: Apache-2.0
// Policies of the learning rate as Caffe's SGDSolver::GetLearningRate has them, through the built
// runner: one image of one pixel, x = 1, two classes, so that the logits are the two weights.
#include <gtest/gtest.h>

#include <cmath>

#include "libtorch/test_net.h"

namespace trena {
namespace {

struct Policy {
  Json learning_rate;
  double (*rate)(double step, double steps);
};

const std::vector<Policy> kPolicies = {
    {{{"policy", "fixed"}, {"base", 0.5}}, [](double, double) { return 0.5; }},
    {{{"policy", "step"}, {"base", 0.5}, {"gamma", 0.25}, {"stepsize", 3}},
     [](double step, double) { return 0.5 * std::pow(0.25, std::floor(step / 3)); }},
    {{{"policy", "inv"}, {"base", 0.5}, {"gamma", 0.125}, {"power", 0.75}},
     [](double step, double) { return 0.5 * std::pow(1 + 0.125 * step, -0.75); }},
    {{{"policy", "poly"}, {"base", 0.5}, {"power", 2}},
     [](double step, double steps) { return 0.5 * std::pow(1 - step / steps, 2); }}};

class Policies : public testing::Test {
 protected:
  Policies() : net_({1, 1, 1}, 2) {
    net_.Add("fc1", "fc", {"input"}, {2}, {{"o", 2}}, {{"weight", {2, 1}, {0.5, -0.25}}});
    net_.SetImages(2, {255, 255}, {0, 0});
  }
  // The losses of SGD with momentum 0.9, at `rates` step by step.
  static std::vector<double> Expected(const std::vector<double>& rates) {
    double w[2] = {0.5, -0.25}, v[2] = {0, 0};
    std::vector<double> losses;
    for (const double rate : rates) {
      const double p = 1 / (1 + std::exp(w[1] - w[0]));
      losses.push_back(-std::log(p));
      const double g[2] = {p - 1, 1 - p};
      for (int i = 0; i < 2; ++i) w[i] -= rate * (v[i] = 0.9 * v[i] + g[i]);
    }
    return losses;
  }
  static void ExpectLosses(const std::vector<double>& seen, const std::vector<double>& wanted,
                           const Json& policy) {
    ASSERT_EQ(seen.size(), wanted.size()) << policy;
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_NEAR(seen[i], wanted[i], 1e-12) << policy << " step " << i;
    }
  }
  TestNet net_;
};

// The whole policy in the twenty steps of a verification, and a tenth of it from the tenth step on.
TEST_F(Policies, OfAVerification) {
  for (const Policy& policy : kPolicies) {
    std::vector<double> rates;
    for (int step = 0; step < 20; ++step) {
      rates.push_back(policy.rate(step, 20) / (step < 10 ? 1 : 10));
    }
    const auto arrays = net_.Verify({{"learning_rate", policy.learning_rate}});
    ASSERT_TRUE(arrays.contains("losses"));
    ExpectLosses(Doubles(arrays.at("losses")), Expected(rates), policy.learning_rate);
  }
}

// Four epochs of two steps: the steps are counted through all of them.
TEST_F(Policies, OfATraining) {
  for (const Policy& policy : kPolicies) {
    std::vector<double> rates, losses;
    for (int step = 0; step < 8; ++step) rates.push_back(policy.rate(step, 8));
    const RunnerRun run = net_.Run("train", {{"learning_rate", policy.learning_rate},
                                             {"precision", "float64"},
                                             {"detail", "step"},
                                             {"epochs", 4}});
    ASSERT_EQ(run.exit_code, 0) << run.text;
    for (const Json& event : run.events) {
      if (event["event"] == "step") losses.push_back(event["loss"]);
    }
    ExpectLosses(losses, Expected(rates), policy.learning_rate);
  }
}

}  // namespace
}  // namespace trena
