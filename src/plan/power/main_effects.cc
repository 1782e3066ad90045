// SPDX-License-Identifier: Apache-2.0
#include "plan/power/main_effects.h"

#include <algorithm>
#include <set>
#include <utility>

#include "plan/designs/information.h"
#include "study/axes.h"

namespace trena {
namespace {

// Of a contrast's length, that may lie outside what is estimable.
constexpr double kEstimable = 1e-8;

bool IsCentre(const Scenario& scenario) { return scenario.id == "C0"; }

}  // namespace

std::vector<PlanFactor> FactorsOf(const Study& study, const Plan& plan) {
  std::vector<PlanFactor> factors;
  for (const Factor& factor : study.factors) {
    if (Follows(study, factor.name)) continue;
    PlanFactor found{factor.name, {}};
    std::set<std::string> seen;
    for (const Scenario& scenario : plan.scenarios) {
      std::string level = Find(scenario.levels, factor.name)->ToString();
      if (!IsCentre(scenario) && seen.insert(level).second) found.levels.push_back(level);
    }
    if (found.levels.size() > 1) factors.push_back(std::move(found));
  }
  return factors;
}

MainEffects::MainEffects(const Plan& plan, std::vector<PlanFactor> factors)
    : factors_(std::move(factors)) {
  for (const PlanFactor& factor : factors_) sizes_.push_back(factor.levels.size());
  auto size = static_cast<Eigen::Index>(CountParameters(sizes_, false));
  information_ = Eigen::MatrixXd::Zero(size, size);
  std::vector<double> count(plan.scenarios.size(), 0);
  for (const PlannedRun& run : plan.runs) ++count[run.scenario];
  for (size_t i = 0; i < plan.scenarios.size(); ++i) {
    if (IsCentre(plan.scenarios[i])) continue;
    Eigen::VectorXd row = RowOf(plan.scenarios[i]);
    information_ += count[i] / plan.replications * row * row.transpose();
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(information_);
  inverse_ = decomposition.pseudoInverse();
}

std::optional<double> MainEffects::WorstVariance(size_t factor) const {
  double worst = 0;
  for (size_t a = 0; a < sizes_[factor]; ++a) {
    for (size_t b = a + 1; b < sizes_[factor]; ++b) {
      auto variance = VarianceOf(factor, a, b);
      if (!variance) return std::nullopt;
      worst = std::max(worst, *variance);
    }
  }
  return worst;
}

Eigen::VectorXd MainEffects::RowOf(const LevelIndices& point) const {
  std::vector<double> row = ModelRow(sizes_, false, point);
  return Eigen::Map<Eigen::VectorXd>(row.data(), static_cast<Eigen::Index>(row.size()));
}

Eigen::VectorXd MainEffects::RowOf(const Scenario& scenario) const {
  LevelIndices point;
  for (const PlanFactor& factor : factors_) {
    std::string level = Find(scenario.levels, factor.name)->ToString();
    auto at = std::find(factor.levels.begin(), factor.levels.end(), level);
    point.push_back(static_cast<size_t>(at - factor.levels.begin()));
  }
  return RowOf(point);
}

std::optional<double> MainEffects::VarianceOf(size_t factor, size_t a, size_t b) const {
  LevelIndices at_a(sizes_.size(), 0), at_b(sizes_.size(), 0);
  at_a[factor] = a;
  at_b[factor] = b;
  Eigen::VectorXd contrast = RowOf(at_a) - RowOf(at_b);
  Eigen::VectorXd outside = contrast - information_ * (inverse_ * contrast);
  if (outside.norm() > kEstimable * contrast.norm()) return std::nullopt;
  return contrast.dot(inverse_ * contrast);
}

}  // namespace trena
