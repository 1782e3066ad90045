// SPDX-License-Identifier: Apache-2.0
// When is a scenario's mean known well enough? `replications: {at_least, at_most, until}` goes on
// until the interval of the mean is as narrow as asked (Chow & Robbins 1965), and looks after every
// block. Looking so often, and ending on a lucky narrow one, makes intervals cover less than they
// say (Starr 1966): so those of such a study take a higher quantile, chosen by simulation so that
// what is called 95 % covers 95 % (docs/methods/stopping.md). Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/study.h"

namespace trena {

enum class StopReason {
  kGoesOn,
  kReached,      // as narrow as asked
  kAtMost,       // as many runs as allowed
  kCannotReach,  // so noisy that as many as allowed would not do either
  kNothingEnds,  // no run of it ended well
  kBudget,       // it would go on, but the next run would pass the budget
  kDeadline,     // likewise, but it would end after the deadline
};

struct Precision {
  size_t n = 0;                      // runs that ended well
  std::optional<double> half_width;  // of the interval of the mean, as a part of the mean
  StopReason reason = StopReason::kGoesOn;
};

// What Student's t takes for intervals that are called 95 %, after a stop rule with so many first
// runs; 0.95 without one.
double IntervalConfidence(const DesignOptions& design);

// `made` counts all runs of the scenario, `values` are those that ended well.
Precision JudgePrecision(const DesignOptions& design, size_t made, std::span<const double> values);

struct ScenarioProgress {
  std::vector<double> values;  // of runs that ended well
  size_t made = 0;             // all runs
  double cost = 1;             // of one run, in any unit that all have
};

// The scenario that every added block repeats, so that drift shows: the cheapest that ends well.
std::optional<size_t> ChooseReference(const std::vector<ScenarioProgress>& scenarios);

// The next block: of the scenarios that go on, the half whose intervals are widest for their cost,
// and the reference. Empty where all have stopped.
std::vector<size_t> NextBlock(const DesignOptions& design,
                              const std::vector<ScenarioProgress>& scenarios,
                              std::optional<size_t> reference);

}  // namespace trena
