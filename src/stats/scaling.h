// SPDX-License-Identifier: Apache-2.0
// How a time grows with a size (batch, image, data) or shrinks with threads. Three laws:
//
//   power law      t = a · x^b          (a line in logarithms: errors multiply)
//   linear         t = a + b · x        (a constant and a part that grows)
//   Amdahl         t = a + b / x        (a serial part and one that threads share; Amdahl, AFIPS
//   1967)
//
// The law is chosen by AICc (Hurvich and Tsai, Biometrika 76, 1989), the power law's likelihood
// taken back to the scale of the times so that the three compare. A change point, where the time
// jumps or turns, is found by trying every split into two lines.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "stats/model/regression.h"
#include "stats/ratio_interval.h"

namespace trena {

enum class ScalingLaw { kPower, kLinear, kAmdahl };

struct ScalingFit {
  ScalingLaw law = ScalingLaw::kLinear;
  // Linear and Amdahl: a, then b. Power: a (taken back from its logarithm), then the exponent b.
  Coefficient a;
  Coefficient b;
  // Of Amdahl, the serial share a ÷ (a + b) of the time on one thread, with Fieller's interval.
  std::optional<RatioInterval> serial;
  std::optional<double> r_squared;  // on the scale of the fit
  std::optional<double> aicc;       // missing below five observations, or for a perfect fit
  std::vector<double> fitted;       // on the scale of the times
};

struct ScalingAnalysis {
  std::vector<ScalingFit> fits;     // one per law that could be fitted
  std::optional<size_t> best;       // of them, by AICc
  std::optional<double> advantage;  // AICc of the next less the best's: below 2, hardly any
};

// Fails with fewer than three observations, one size only, sizes not above zero, or numbers that
// are not finite. The power law is left out when a time is not above zero.
Result<ScalingAnalysis> AnalyzeScaling(std::span<const double> sizes, std::span<const double> times,
                                       double confidence = 0.95);

struct ChangePoint {
  double last_before = 0;  // the sizes between which it changes
  double first_after = 0;
  Regression before;
  Regression after;
  double aicc_gain = 0;  // one line's AICc less the two lines': above 2 the change is believed
};

// The split, with at least three observations of at least two sizes on each side, that leaves the
// least; nothing when none is better than one line by more than 2 of AICc.
Result<std::optional<ChangePoint>> FindChangePoint(std::span<const double> sizes,
                                                   std::span<const double> times,
                                                   double confidence = 0.95);

}  // namespace trena
