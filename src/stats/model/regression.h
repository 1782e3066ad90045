// SPDX-License-Identifier: Apache-2.0
// Linear regression of a response on numbers (Jain 1991, chapters 14 and 15): coefficients with
// intervals, how much is explained, predictions with intervals, residuals for the checks of
// diagnostics.h.
//
//   TRENA_ASSIGN(Regression fit, FitRegression({.names = {"batch"}, .columns = {batch}, .y = y}));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

struct RegressionData {
  std::vector<std::string> names;            // of the predictors
  std::vector<std::vector<double>> columns;  // one per predictor, as long as y
  std::vector<double> y;
};

struct Coefficient {
  std::string name;  // a predictor's, or "(constant)"
  double value = 0;
  std::optional<double> standard_error;  // these are missing without degrees of freedom, and all
                                         // but this one where nothing is left over
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> p;
};

struct Regression {
  double confidence = 0.95;
  std::vector<Coefficient> coefficients;  // the constant first
  std::vector<std::string> aliased;       // predictors that the others already say: left out
  size_t n = 0;
  size_t df = 0;  // of the residuals
  double total_ss = 0;
  double residual_ss = 0;
  std::optional<double> residual_sd;
  std::optional<double> r_squared;  // missing when y does not vary
  std::optional<double> adjusted_r_squared;
  std::optional<double> f;
  std::optional<double> p;
  std::vector<double> fitted;
  std::vector<double> residuals;
  // The coefficients' variances and covariances are residual_sd² times this (row-major).
  std::vector<double> covariance;
};

// Fails for no values, lengths that differ, and numbers that are not finite.
Result<Regression> FitRegression(const RegressionData& data, double confidence = 0.95);

struct Prediction {
  double value = 0;
  std::optional<double> mean_low;  // where the mean of many observations is
  std::optional<double> mean_high;
  std::optional<double> low;  // where one more observation would be
  std::optional<double> high;
};

// `at` holds one number per predictor that was kept, in the coefficients' order. Fails when it does
// not.
Result<Prediction> Predict(const Regression& regression, const std::vector<double>& at);

}  // namespace trena
