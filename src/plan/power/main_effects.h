// SPDX-License-Identifier: Apache-2.0
// What one replication of a plan tells about main effects: the information matrix of its runs, as
// orthogonal contrasts of the levels that the plan has (Searle, Linear Models, 1971, chapter 5).
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace trena {

// A factor with the levels that the plan has.
struct PlanFactor {
  std::string name;
  std::vector<std::string> levels;
};

// Those with two levels or more that move on their own.
std::vector<PlanFactor> FactorsOf(const Study& study, const Plan& plan);

class MainEffects {
 public:
  MainEffects(const Plan& plan, std::vector<PlanFactor> factors);

  // The largest variance of a difference between two levels of a factor, in units of the error's;
  // missing where the plan cannot tell them apart.
  std::optional<double> WorstVariance(size_t factor) const;

 private:
  Eigen::VectorXd RowOf(const LevelIndices& point) const;
  Eigen::VectorXd RowOf(const Scenario& scenario) const;
  std::optional<double> VarianceOf(size_t factor, size_t a, size_t b) const;

  const std::vector<PlanFactor> factors_;
  std::vector<size_t> sizes_;  // levels of each
  Eigen::MatrixXd information_, inverse_;
};

}  // namespace trena
