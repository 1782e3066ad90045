// SPDX-License-Identifier: Apache-2.0
// What an analysis of variance gives, whatever the design: the lines of its table, and effects.
//
// An effect is a deviation: of a level's mean from the grand mean, and for an interaction what the
// terms within it leave over. Effects of a term sum to zero over the levels of each of its factors.
// For factors of two levels Jain's q (1991, chapter 17) is the effect whose levels are all 1 (his
// +1).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace trena {

// A line of the table. What cannot be had is missing: ms without degrees of freedom; f and p of
// residuals, and of all terms when nothing is left to judge them by; percent when nothing varies.
struct AnovaRow {
  std::string term;             // factors joined by ':', a covariate, plots, or "residuals"
  std::vector<size_t> factors;  // indices, ascending; none for covariates, plots and residuals
  size_t df = 0;
  double ss = 0;
  std::optional<double> ms;
  std::optional<double> f;
  std::optional<double> p;
  std::optional<double> percent;  // of the total sum of squares
  // Percent of the variance that the term explains beyond what chance shows of as many degrees of
  // freedom (omega squared; Hays 1963, section 12.18), not below 0. Missing where there is no p.
  std::optional<double> omega_percent = {};
  // p for all terms together (Holm); set by whoever knows which they are.
  std::optional<double> adjusted_p = {};
  std::string error = {};               // the row that it is judged by; empty: the residuals
  std::optional<double> error_df = {};  // of a mixed model (reml.h); otherwise that of the row
};

struct Effect {
  std::string term;
  std::vector<size_t> factors;  // indices, ascending
  std::vector<size_t> levels;   // of those factors
  double effect = 0;
  std::optional<double> low;  // interval of the effect; missing where there is no error
  std::optional<double> high;
  double mean = 0;  // of all observations at these levels
};

struct GrandMean {
  double mean = 0;
  std::optional<double> low;
  std::optional<double> high;
};

// The squares of a term as a line, still without its test.
AnovaRow MakeRow(std::string term, std::vector<size_t> factors, size_t df, double ss,
                 double total_ss);

// omega_percent from the mean square of the row's error.
void SetOmega(double error_ms, double total_ss, AnovaRow& row);

}  // namespace trena
