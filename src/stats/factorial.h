// SPDX-License-Identifier: Apache-2.0
// Analysis of variance of a balanced full factorial design with r replications: any number of
// factors and levels, all interactions (Jain 1991, chapters 17, 18 and 20 to 23). Pure functions.
//
// An effect is a deviation: of a level's mean from the grand mean, and for an interaction what the
// terms within it leave over. Effects of a term sum to zero over the levels of each of its factors.
// For factors of two levels Jain's q is the effect whose levels are all 1 (his +1).
//
//   TRENA_ASSIGN(FactorialAnalysis analysis, AnalyzeFactorial(data));
//   for (const AnovaRow& row : analysis.rows) Print(row.term, row.ss, row.percent);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "stats/factorial_data.h"

namespace trena {

// A line of the table. What cannot be had is missing: ms without degrees of freedom; f and p of
// the residuals, and of all terms when r = 1 or when replications do not differ at all; percent
// when nothing varies.
struct AnovaRow {
  std::string term;             // factors joined by ':', or "residuals"
  std::vector<size_t> factors;  // indices, ascending; none for the residuals
  size_t df = 0;
  double ss = 0;
  std::optional<double> ms;
  std::optional<double> f;
  std::optional<double> p;
  std::optional<double> percent;  // of the total sum of squares
};

struct Effect {
  std::string term;
  std::vector<size_t> factors;  // indices, ascending
  std::vector<size_t> levels;   // of those factors
  double effect = 0;
  std::optional<double> low;  // interval of the effect; missing when r = 1
  std::optional<double> high;
  double mean = 0;  // of all observations at these levels
};

struct GrandMean {
  double mean = 0;
  std::optional<double> low;
  std::optional<double> high;
};

struct FactorialAnalysis {
  double confidence = 0.95;
  size_t replications = 0;
  GrandMean grand_mean;
  std::vector<AnovaRow> rows;     // main effects, then two-way, three-way, …; last, the residuals
  std::vector<Effect> effects;    // of main effects, then of two-way interactions
  std::vector<double> fitted;     // per observation, as in the data: the mean of its cell
  std::vector<double> residuals;  // per observation: y - fitted
  double total_ss = 0;            // of deviations from the grand mean
  size_t residual_df = 0;
  std::optional<double> residual_sd;  // missing when r = 1
};

// Fails for what CheckBalance refuses, for cells with unequal counts (UnbalancedError), a factor
// of one level, a confidence outside (0, 1), and numbers whose squares are too large for a double.
// O(observations + terms × cells) at most.
Result<FactorialAnalysis> AnalyzeFactorial(const FactorialData& data, double confidence = 0.95);

}  // namespace trena
