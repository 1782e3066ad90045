// SPDX-License-Identifier: Apache-2.0
// How a time grows with a size (batch, image, data) or shrinks with threads. Four laws:
//
//   constant       t = a
//   power law      t = a · x^b
//   linear         t = a + b · x        (a fixed overhead and a constant for each)
//   Amdahl         t = a + b / x        (a serial part and one that threads share; Amdahl, AFIPS
//   1967)
//
// All are fitted to the logarithm of the time (log_law.h), so that they are of one error model, and
// the law is chosen by AICc on that scale: a law is better for its shape alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "stats/comparisons/ratio_interval.h"
#include "stats/model/regression.h"

namespace trena {

enum class ScalingLaw { kConstant, kPower, kLinear, kAmdahl };

struct ScalingFit {
  ScalingLaw law = ScalingLaw::kLinear;
  // a, then b (0 of the constant law). Intervals are of the linearised fit, as R's nls has them; a
  // of the constant and the power law is taken back from its logarithm.
  Coefficient a;
  Coefficient b;
  // Of Amdahl, the serial share a ÷ (a + b) of the time on one thread, with Fieller's interval.
  std::optional<RatioInterval> serial;
  double residual_ss = 0;           // of the logarithms
  std::optional<double> r_squared;  // of the logarithms
  std::optional<double> aicc;       // missing below five observations, of the constant below four
  std::vector<double> fitted;       // on the scale of the times, in ascending order of sizes
};

struct ScalingAnalysis {
  std::vector<ScalingFit> fits;     // one per law, in the order above
  std::optional<size_t> best;       // of them, by AICc; nothing below five observations
  std::optional<double> advantage;  // AICc of the next less the best's: below 2, hardly any
};

// Fails with fewer than three observations, one size only, and sizes or times that are not finite
// and above zero.
Result<ScalingAnalysis> AnalyzeScaling(std::span<const double> sizes, std::span<const double> times,
                                       double confidence = 0.95);

struct ScalingChoice {
  ScalingLaw law = ScalingLaw::kConstant;
  std::optional<ScalingLaw> next;  // the second best, where it is hardly worse (less than 2)
};

// One law for several groups of observations, each with coefficients of its own and all with one
// error: by AICc of what the law leaves over in all of them. Nothing when there are too few.
std::optional<ScalingChoice> ChooseCommonLaw(std::span<const ScalingAnalysis* const> groups);

}  // namespace trena
