// SPDX-License-Identifier: Apache-2.0
// What a plan could see: for each factor the smallest difference between two of its levels, as a
// part of the mean, that its F test finds with 80 % power at 5 % significance, the other levels
// lying where they help least; and for a difference that is asked for, the replications.
//
// The test's non-centrality is the difference squared over the variance of its estimate, which
// comes from the main effects' model over the plan's own runs, so every design, with whatever is
// excluded, is judged by the same rule (Cohen 1988, chapter 8; Searle, Linear Models, 1971, chapter
// 5). With one factor it is R's power.anova.test. The error is judged by runs that repeat a
// scenario; where nothing is repeated, as the analysis will do it (stats/model/model_choice.h), and
// that is said.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "plan/forecast/noise_level.h"
#include "plan/plan.h"

namespace trena {

struct FactorPower {
  std::string factor;
  size_t levels = 0;
  // Of the estimated difference between its two worst-known levels, in units of the error's
  // variance and for one replication of the plan; missing where the plan cannot tell the levels
  // apart.
  std::optional<double> variance{};
  bool between_plots = false;  // hard to change: judged by how whole plots differ
  double error_df = 0;
  std::optional<double> smallest{};       // part of the mean; missing without error or variance
  std::optional<double> without_plots{};  // the same if it changed with every run
  std::optional<int> replications{};      // for the effect asked for; missing where none does
};

enum class ErrorBy {
  kReplications,        // runs that repeat a scenario; where none does …
  kPseudoError,         // … the effects judge each other (stats/lenth.h)
  kHighestInteraction,  // … it is taken for chance
  kRemainder            // … what the model leaves
};

struct PlanPower {
  double power = 0.8;
  double significance = 0.05;
  NoiseLevel noise;
  ErrorBy error_by = ErrorBy::kReplications;
  size_t pseudo_effects = 0;    // of kPseudoError
  std::optional<double> asked;  // effect, part of the mean
  std::vector<FactorPower> factors;

  // The largest of the factors' smallest effects; missing where one is, or nothing varies.
  std::optional<double> smallest() const;
  // The replications that find the asked effect of every factor.
  std::optional<int> replications() const;
};

// `asked` is an effect to find the replications for.
PlanPower FindPlanPower(const Study& study, const Plan& plan, const NoiseLevel& noise,
                        std::optional<double> asked = std::nullopt);

// In sentences, one a line.
Told Describe(const PlanPower& power, const Study& study, const Plan& plan);

Json ToJson(const PlanPower& power);

// 0.0312 → "3.1 %".
std::string RoughPercent(double part);

}  // namespace trena
