// SPDX-License-Identifier: Apache-2.0
#include "stats/model/regression.h"

#include <cmath>

#include "stats/distributions.h"
#include "stats/model/ordered_basis.h"
#include "stats/summary.h"

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Status CheckData(const RegressionData& data, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    return InputError("a confidence must be between 0 and 1");
  }
  if (data.y.empty()) return InputError("there are no observations for a regression");
  if (data.names.size() != data.columns.size()) return InputError("a predictor lacks its name");
  const auto finite = [](const std::vector<double>& values) {
    for (double value : values) {
      if (!std::isfinite(value)) return false;
    }
    return true;
  };
  for (const auto& column : data.columns) {
    if (column.size() != data.y.size())
      return InputError("predictor and response differ in length");
    if (!finite(column)) return InputError("a predictor is not finite");
  }
  if (!finite(data.y)) return InputError("the response is not finite");
  return Done{};
}

// The constant's column, then each predictor less its mean: far from zero they would look alike.
MatrixXd CentredColumns(const RegressionData& data, std::vector<double>& means) {
  const Index rows = static_cast<Index>(data.y.size());
  MatrixXd columns(rows, static_cast<Index>(data.columns.size()) + 1);
  columns.col(0).setOnes();
  for (size_t j = 0; j < data.columns.size(); ++j) {
    const SplitMean mean = MeanOf(data.columns[j]);
    means.push_back(mean.Value());
    for (size_t i = 0; i < data.y.size(); ++i) {
      columns(static_cast<Index>(i), static_cast<Index>(j) + 1) =
          mean.Deviation(data.columns[j][i]);
    }
  }
  return columns;
}

// Each row makes a coefficient, of predictors as they were given, from those of centred ones: only
// the constant differs, by the means.
MatrixXd Uncentre(const std::vector<double>& kept_means) {
  const Index size = static_cast<Index>(kept_means.size()) + 1;
  MatrixXd transform = MatrixXd::Identity(size, size);
  for (Index j = 1; j < size; ++j) transform(0, j) = -kept_means[static_cast<size_t>(j - 1)];
  return transform;
}

void AddCoefficients(const RegressionData& data, const OrderedFit& fit, const MatrixXd& inverse,
                     const SplitMean& mean, Regression& result) {
  const VectorXd values = inverse * fit.y;
  const MatrixXd covariance = inverse * inverse.transpose();
  const double df = static_cast<double>(result.df);
  const auto t = StudentQuantile((1 + result.confidence) / 2, df);
  for (Index i = 0; i < values.size(); ++i) {
    const size_t column = static_cast<size_t>(fit.kept[static_cast<size_t>(i)]);
    Coefficient coefficient;
    coefficient.name = column == 0 ? "(constant)" : data.names[column - 1];
    coefficient.value = values[i] + (i == 0 ? mean.Value() : 0);
    if (t && result.residual_sd) {
      const double error = *result.residual_sd * std::sqrt(covariance(i, i));
      coefficient.standard_error = error;
      if (error > 0) {  // else nothing says how far chance goes
        coefficient.low = coefficient.value - *t * error;
        coefficient.high = coefficient.value + *t * error;
        coefficient.p = StudentTail(coefficient.value / error, df);
      }
    }
    result.coefficients.push_back(std::move(coefficient));
  }
  result.covariance.assign(covariance.data(), covariance.data() + covariance.size());
}

void AddExplained(const OrderedFit& fit, Regression& result) {
  const double predictors = static_cast<double>(fit.kept.size()) - 1;
  const double df = static_cast<double>(result.df);
  if (result.df > 0) result.residual_sd = std::sqrt(result.residual_ss / df);
  if (!(result.total_ss > 0)) return;
  result.r_squared = 1 - result.residual_ss / result.total_ss;
  if (result.df == 0) return;
  const double n = static_cast<double>(result.n);
  result.adjusted_r_squared = 1 - (1 - *result.r_squared) * (n - 1) / df;
  if (!(predictors > 0 && result.residual_ss > 0)) return;
  const double explained = fit.y.tail(fit.y.size() - 1).squaredNorm();
  result.f = explained / predictors / (result.residual_ss / df);
  result.p = FTail(*result.f, predictors, df);
}

}  // namespace

Result<Regression> FitRegression(const RegressionData& data, double confidence) {
  TRENA_CHECK(CheckData(data, confidence));
  const SplitMean mean = MeanOf(data.y);
  VectorXd y(static_cast<Index>(data.y.size()));
  for (size_t i = 0; i < data.y.size(); ++i) y[static_cast<Index>(i)] = mean.Deviation(data.y[i]);
  std::vector<double> means;
  const MatrixXd columns = CentredColumns(data, means);
  const OrderedFit fit = FitInOrder(columns, y);
  Regression result;
  result.confidence = confidence;
  result.n = data.y.size();
  result.df = data.y.size() - fit.kept.size();
  result.total_ss = y.squaredNorm();
  result.residual_ss = fit.residuals.squaredNorm();
  if (result.df == 0 || result.residual_ss <= 1e-27 * result.total_ss) result.residual_ss = 0;
  for (Index column : fit.aliased)
    result.aliased.push_back(data.names[static_cast<size_t>(column - 1)]);
  AddExplained(fit, result);
  const Index rank = fit.columns.rows();
  MatrixXd triangle(rank, rank);
  std::vector<double> kept_means;
  for (Index i = 0; i < rank; ++i) {
    const Index column = fit.kept[static_cast<size_t>(i)];
    triangle.col(i) = fit.columns.col(column);
    if (column > 0) kept_means.push_back(means[static_cast<size_t>(column - 1)]);
  }
  const MatrixXd root =
      triangle.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(rank, rank));
  AddCoefficients(data, fit, Uncentre(kept_means) * root, mean, result);
  for (Index i = 0; i < y.size(); ++i) {
    result.residuals.push_back(fit.residuals[i]);
    result.fitted.push_back(mean.high + (mean.low + (y[i] - fit.residuals[i])));
  }
  return result;
}

Result<Prediction> Predict(const Regression& regression, const std::vector<double>& at) {
  const size_t size = regression.coefficients.size();
  if (at.size() + 1 != size) return InputError("a prediction needs one number per predictor");
  VectorXd point(static_cast<Index>(size));
  point[0] = 1;
  Prediction prediction;
  prediction.value = regression.coefficients[0].value;
  for (size_t i = 0; i < at.size(); ++i) {
    point[static_cast<Index>(i) + 1] = at[i];
    prediction.value += at[i] * regression.coefficients[i + 1].value;
  }
  const auto t =
      StudentQuantile((1 + regression.confidence) / 2, static_cast<double>(regression.df));
  if (!t || !regression.residual_sd) return prediction;
  const Eigen::Map<const MatrixXd> covariance(regression.covariance.data(), point.size(),
                                              point.size());
  const double variance = std::max(0.0, point.dot(covariance * point));
  const double of_mean = *t * *regression.residual_sd * std::sqrt(variance);
  const double of_one = *t * *regression.residual_sd * std::sqrt(1 + variance);
  prediction.mean_low = prediction.value - of_mean;
  prediction.mean_high = prediction.value + of_mean;
  prediction.low = prediction.value - of_one;
  prediction.high = prediction.value + of_one;
  return prediction;
}

}  // namespace trena
