// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/time_model.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace trena {
namespace {

constexpr size_t kMostColumns = 200;
constexpr double kTolerance = 1e-7;

// The levels of a factor that occur in the plan.
std::vector<Value> LevelsInPlan(const Plan& plan, const std::string& factor) {
  std::vector<Value> levels;
  for (const Scenario& scenario : plan.scenarios) {
    const Value* value = Find(scenario.levels, factor);
    bool is_new =
        value != nullptr && std::find(levels.begin(), levels.end(), *value) == levels.end();
    if (is_new) levels.push_back(*value);
    if (levels.size() > kMostColumns) break;
  }
  return levels;
}

bool ArePositive(const std::vector<Value>& levels) {
  return std::all_of(levels.begin(), levels.end(),
                     [](const Value& level) { return level.number().value_or(0) > 0; });
}

std::vector<double> WithConstant(std::vector<double> row) {
  row.insert(row.begin(), 1);
  return row;
}

Eigen::Map<const Eigen::VectorXd> AsVector(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

// An orthonormal basis of what the rows span.
std::vector<std::vector<double>> SpanOf(const std::vector<std::vector<double>>& rows) {
  Eigen::MatrixXd transposed(static_cast<Eigen::Index>(rows[0].size()),
                             static_cast<Eigen::Index>(rows.size()));
  for (size_t i = 0; i < rows.size(); ++i) {
    transposed.col(static_cast<Eigen::Index>(i)) = AsVector(rows[i]);
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(transposed);
  decomposition.setThreshold(kTolerance);
  const Eigen::MatrixXd basis = decomposition.householderQ() *
                                Eigen::MatrixXd::Identity(transposed.rows(), decomposition.rank());
  std::vector<std::vector<double>> columns;
  for (Eigen::Index i = 0; i < basis.cols(); ++i) {
    columns.emplace_back(basis.col(i).data(), basis.col(i).data() + basis.rows());
  }
  return columns;
}

}  // namespace

void TimeModel::FindColumns() {
  if (columns_found_) return;
  columns_found_ = true;
  for (const auto& [factor, value] : plan_.scenarios[0].levels) {
    if (std::find(ignored_.begin(), ignored_.end(), factor) != ignored_.end()) continue;
    std::vector<Value> levels = LevelsInPlan(plan_, factor);
    if (levels.size() < 2) continue;
    if (ArePositive(levels)) {
      columns_.push_back({factor, std::nullopt, factor});
      continue;
    }
    for (size_t i = 1; i < levels.size(); ++i) {
      columns_.push_back({factor, levels[i], factor + " " + levels[i].ToString()});
    }
  }
}

std::vector<double> TimeModel::Row(const Scenario& scenario) const {
  std::vector<double> row;
  for (const Column& column : columns_) {
    const Value& value = *Find(scenario.levels, column.factor);
    bool slope = !column.level;
    row.push_back(slope ? std::log(value.number().value_or(1)) : (value == *column.level ? 1 : 0));
  }
  return row;
}

void TimeModel::Fit(const std::vector<TimeObservation>& observed) {
  fit_.reset();
  kept_.clear();
  if (observed.empty()) return;
  FindColumns();
  if (columns_.size() > kMostColumns) return;
  RegressionData data;
  for (const Column& column : columns_) data.names.push_back(column.name);
  data.columns.resize(data.names.size());
  std::vector<std::vector<double>> rows;
  for (const TimeObservation& one : observed) {
    rows.push_back(WithConstant(Row(plan_.scenarios[one.scenario])));
    for (size_t i = 0; i < data.columns.size(); ++i) data.columns[i].push_back(rows.back()[i + 1]);
    data.y.push_back(one.log_seconds);
  }
  Result<Regression> fit = FitRegression(data);
  if (!fit.ok()) return;
  fit_ = std::move(fit).value();
  const auto& aliased = fit_->aliased;
  for (size_t i = 0; i < data.names.size(); ++i) {
    bool kept = std::find(aliased.begin(), aliased.end(), data.names[i]) == aliased.end();
    if (kept) kept_.push_back(i);
  }
  combinations_ = SpanOf(rows);
}

bool TimeModel::CanTell(const std::vector<double>& row) const {
  Eigen::VectorXd rest = AsVector(row);
  for (const auto& combination : combinations_) {
    rest -= AsVector(combination).dot(AsVector(row)) * AsVector(combination);
  }
  return rest.norm() <= 100 * kTolerance * AsVector(row).norm();
}

std::optional<ModelledTime> TimeModel::At(const Scenario& scenario) const {
  if (!fit_) return std::nullopt;
  std::vector<double> row = Row(scenario);
  if (!CanTell(WithConstant(row))) return std::nullopt;
  std::vector<double> at;
  for (size_t column : kept_) at.push_back(row[column]);
  Result<Prediction> prediction = Predict(*fit_, at);
  if (!prediction.ok()) return std::nullopt;
  ModelledTime told;
  told.log_seconds = prediction.value().value;
  if (!fit_->residual_sd) return told;
  const std::vector<double> with_constant = WithConstant(at);
  const auto point = AsVector(with_constant);
  const Eigen::Map<const Eigen::MatrixXd> covariance(fit_->covariance.data(), point.size(),
                                                     point.size());
  told.common = *fit_->residual_sd * std::sqrt(std::max(0.0, point.dot(covariance * point)));
  told.own = fit_->residual_sd;
  return told;
}

}  // namespace trena
