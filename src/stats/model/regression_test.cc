// SPDX-License-Identifier: Apache-2.0
// Against R's lm, confint and predict: models_r_test.cc.
#include "stats/model/regression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

// Jain (1991), example 14.1: CPU time of seven programs on their disk accesses.
TEST(Regression, Jain14) {
  const auto fit = FitRegression({.names = {"accesses"},
                                  .columns = {{14, 16, 27, 42, 39, 50, 83}},
                                  .y = {2, 5, 7, 9, 10, 13, 20}},
                                 0.9);
  ASSERT_TRUE(fit.ok());
  const Regression& regression = fit.value();
  EXPECT_NEAR(regression.coefficients[0].value, -0.0083, 0.0005);
  EXPECT_NEAR(regression.coefficients[1].value, 0.2438, 0.0001);
  EXPECT_NEAR(*regression.r_squared, 0.9715, 0.0001);
  EXPECT_NEAR(*regression.residual_sd, 1.0834, 0.0005);
}

TEST(Regression, ExactLineFarFromZero) {
  const auto fit = FitRegression(
      {.names = {"x"}, .columns = {{1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4}}, .y = {3, 5, 7, 9}});
  ASSERT_TRUE(fit.ok());
  EXPECT_NEAR(fit.value().coefficients[1].value, 2, 1e-12);
  EXPECT_EQ(fit.value().residual_ss, 0);
  EXPECT_FALSE(fit.value().p);  // nothing is left to judge it by
  EXPECT_NEAR(*fit.value().r_squared, 1, 1e-12);
}

TEST(Regression, AliasedPredictorsAreNamed) {
  const auto fit = FitRegression({.names = {"x", "twice", "constant"},
                                  .columns = {{1, 2, 3, 4}, {2, 4, 6, 8}, {5, 5, 5, 5}},
                                  .y = {1, 2, 2, 4}});
  ASSERT_TRUE(fit.ok());
  EXPECT_EQ(fit.value().aliased, (std::vector<std::string>{"twice", "constant"}));
  EXPECT_EQ(fit.value().coefficients.size(), 2u);
  EXPECT_EQ(fit.value().df, 2u);
  EXPECT_TRUE(Predict(fit.value(), {5}).ok());
  EXPECT_FALSE(Predict(fit.value(), {5, 10, 5}).ok());
}

TEST(Regression, Edges) {
  EXPECT_FALSE(FitRegression({}).ok());
  EXPECT_FALSE(FitRegression({.names = {"x"}, .columns = {{1}}, .y = {1, 2}}).ok());
  EXPECT_FALSE(FitRegression({.names = {"x"}, .columns = {{NAN}}, .y = {1}}).ok());
  const auto one = FitRegression({.names = {"x"}, .columns = {{3}}, .y = {7}});
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(one.value().coefficients[0].value, 7);
  EXPECT_FALSE(one.value().residual_sd || one.value().r_squared);
  const auto two = FitRegression({.names = {"x"}, .columns = {{1, 2}}, .y = {1, 3}});
  EXPECT_EQ(two.value().df, 0u);
  EXPECT_FALSE(two.value().coefficients[1].low);
  const auto flat = FitRegression({.names = {"x"}, .columns = {{1, 2, 3}}, .y = {4, 4, 4}});
  EXPECT_FALSE(flat.value().r_squared);
}

// x 1 to 5, y 2, 4, 5, 4, 5: x̄ = 3, ȳ = 4, Sxx = 10, Sxy = 6, residual squares 2.4 with three
// degrees of freedom, for which t at 97.5 % is 3.182446.
TEST(Regression, AStraightLineByHand) {
  const auto fit =
      FitRegression({.names = {"x"}, .columns = {{1, 2, 3, 4, 5}}, .y = {2, 4, 5, 4, 5}});
  ASSERT_TRUE(fit.ok());
  const Regression& line = fit.value();
  EXPECT_EQ(line.n, 5u);
  EXPECT_EQ(line.df, 3u);
  EXPECT_NEAR(line.total_ss, 6, 1e-12);
  EXPECT_NEAR(line.residual_ss, 2.4, 1e-12);
  EXPECT_NEAR(line.coefficients[0].value, 2.2, 1e-12);
  EXPECT_NEAR(line.coefficients[1].value, 0.6, 1e-12);
  EXPECT_EQ(line.coefficients[0].name, "(constant)");
  EXPECT_EQ(line.coefficients[1].name, "x");
  const double sd = std::sqrt(0.8);
  EXPECT_NEAR(*line.coefficients[1].standard_error, sd / std::sqrt(10.0), 1e-12);
  EXPECT_NEAR(*line.coefficients[0].standard_error, sd * std::sqrt(1 / 5.0 + 9 / 10.0), 1e-12);
  EXPECT_NEAR(*line.coefficients[1].high, 0.6 + 3.182446 * sd / std::sqrt(10.0), 1e-5);
  EXPECT_NEAR(*line.coefficients[1].low, 0.6 - 3.182446 * sd / std::sqrt(10.0), 1e-5);
  EXPECT_NEAR(*line.r_squared, 0.6, 1e-12);
  EXPECT_NEAR(*line.adjusted_r_squared, 1 - 0.4 * 4 / 3, 1e-12);
  EXPECT_NEAR(*line.f, 4.5, 1e-12);
  // With three degrees P(|T| > t) = 1 − 2 (θ + sin θ cos θ) ÷ π, tan θ = t ÷ √3, and t² = F.
  const double theta = std::atan(std::sqrt(4.5 / 3));
  EXPECT_NEAR(*line.p, 1 - 2 * (theta + std::sin(theta) * std::cos(theta)) / std::acos(-1.0),
              1e-10);
  EXPECT_NEAR(*line.coefficients[1].p, *line.p, 1e-12);
  EXPECT_NEAR(line.fitted[0], 2.8, 1e-12);
  EXPECT_NEAR(line.residuals[2], 1, 1e-12);
}

TEST(Regression, PredictionsAndWhereOneMoreWouldBe) {
  const auto fit =
      FitRegression({.names = {"x"}, .columns = {{1, 2, 3, 4, 5}}, .y = {2, 4, 5, 4, 5}});
  const auto at_six = Predict(fit.value(), {6});
  ASSERT_TRUE(at_six.ok());
  EXPECT_NEAR(at_six.value().value, 5.8, 1e-12);
  const double half = 3.182446 * std::sqrt(0.8);
  EXPECT_NEAR(*at_six.value().mean_high, 5.8 + half * std::sqrt(1.1), 1e-5);  // 1/5 + 9/10
  EXPECT_NEAR(*at_six.value().mean_low, 5.8 - half * std::sqrt(1.1), 1e-5);
  EXPECT_NEAR(*at_six.value().high, 5.8 + half * std::sqrt(2.1), 1e-5);
  EXPECT_NEAR(*at_six.value().low, 5.8 - half * std::sqrt(2.1), 1e-5);
  EXPECT_FALSE(Predict(fit.value(), {}).ok());
  EXPECT_FALSE(Predict(fit.value(), {1, 2}).ok());
}

TEST(Regression, OfNoPredictorsIsTheMean) {
  const auto fit = FitRegression({.names = {}, .columns = {}, .y = {1, 2, 6}});
  ASSERT_TRUE(fit.ok());
  EXPECT_NEAR(fit.value().coefficients.at(0).value, 3, 1e-12);
  EXPECT_EQ(fit.value().df, 2u);
  EXPECT_NEAR(*fit.value().r_squared, 0, 1e-12);
  EXPECT_FALSE(fit.value().f) << "nothing that explains";
  EXPECT_NEAR(Predict(fit.value(), {}).value().value, 3, 1e-12);
}

TEST(Regression, WhatIsRefused) {
  const auto error = [](const RegressionData& data, double confidence = 0.95) {
    const auto fit = FitRegression(data, confidence);
    return fit.ok() ? "" : fit.error().message();
  };
  const RegressionData good{.names = {"x"}, .columns = {{1, 2, 3}}, .y = {1, 2, 4}};
  EXPECT_EQ(error(good), "");
  for (double wrong : {0.0, 1.0, -0.5, 1.5, std::nan("")}) {
    EXPECT_EQ(error(good, wrong), "a confidence must be between 0 and 1") << wrong;
  }
  RegressionData bad = good;
  bad.names = {};
  EXPECT_EQ(error(bad), "a predictor lacks its name");
  bad = good;
  bad.columns[0].push_back(4);
  EXPECT_EQ(error(bad), "predictor and response differ in length");
  bad = good;
  bad.y[1] = std::nan("");
  EXPECT_EQ(error(bad), "the response is not finite");
  bad = good;
  bad.columns[0][0] = INFINITY;
  EXPECT_EQ(error(bad), "a predictor is not finite");
  EXPECT_EQ(error({}), "there are no observations for a regression");
}

}  // namespace
}  // namespace trena
