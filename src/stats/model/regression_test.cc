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

}  // namespace
}  // namespace trena
