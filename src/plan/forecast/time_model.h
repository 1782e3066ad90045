// SPDX-License-Identifier: Apache-2.0
// How long a run of a scenario takes, told from other scenarios of the plan: main effects on the
// logarithm of the time, because effects on a training's time multiply (Jain 1991, section 18.8;
// predictions with intervals: section 14.6). A factor whose levels are all numbers above 0 has one
// slope, a power law; any other has an effect per level.
//
//   TimeModel model(plan);
//   model.Fit({{0, std::log(12.5)}, {3, std::log(48.1)}, …});
//   auto told = model.At(plan.scenarios[7]);
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "stats/model/regression.h"

namespace trena {

struct TimeObservation {
  size_t scenario = 0;  // index into Plan::scenarios
  double log_seconds = 0;
};

// Errors are standard errors of the logarithm, so relative ones. Missing without degrees of
// freedom: as many effects as scenarios were seen.
struct ModelledTime {
  double log_seconds = 0;
  std::optional<double> common;  // of the effects, which all scenarios share
  std::optional<double> own;     // by how much a scenario differs from what its effects say
};

class TimeModel {
 public:
  // The plan must outlive it. Factors that are `ignored` have no effect: the times observed are
  // without it.
  explicit TimeModel(const Plan& plan, std::vector<std::string> ignored = {})
      : plan_(plan), ignored_(std::move(ignored)) {}

  // Anew, with one observation per scenario. Tells nothing without any, nor where the factors have
  // too many levels.
  void Fit(const std::vector<TimeObservation>& observed);

  // Empty where what was observed does not tell: a level that was never seen, or only together
  // with another.
  std::optional<ModelledTime> At(const Scenario& scenario) const;

  size_t observations() const { return fit_ ? fit_->n : 0; }
  size_t df() const { return fit_ ? fit_->df : 0; }
  std::optional<double> residual_sd() const { return fit_ ? fit_->residual_sd : std::nullopt; }

 private:
  // A column of the model: the logarithm of a factor's number, or whether it is at that level.
  struct Column {
    std::string factor;
    std::optional<Value> level;
    std::string name;
  };

  void FindColumns();
  std::vector<double> Row(const Scenario& scenario) const;
  bool CanTell(const std::vector<double>& row) const;

  const Plan& plan_;
  std::vector<std::string> ignored_;
  bool columns_found_ = false;
  std::vector<Column> columns_;
  std::optional<Regression> fit_;
  std::vector<size_t> kept_;  // of the columns: the others follow from these
  // Orthonormal, spanning the rows observed, the constant first.
  std::vector<std::vector<double>> combinations_;
};

}  // namespace trena
