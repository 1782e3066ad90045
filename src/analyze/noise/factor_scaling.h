// SPDX-License-Identifier: Apache-2.0
// How the time grows with a factor that is a number (batch, image, images, threads): the laws of
// stats/laws/scaling.h, fitted over the runs of each combination of the other factors, the best by
// AICc; one law for all combinations together, with one exponent where it is the power law; and
// where the time per image jumps, at the last level too, and whether swapping is the cause.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/value.h"
#include "stats/laws/change_point.h"
#include "stats/laws/scaling.h"

namespace trena {

struct Analysis;
struct Study;

// The runs that differ by the factor alone (and by replication).
struct ScalingGroup {
  Values others;  // levels of the other factors that vary
  size_t runs = 0;
  ScalingAnalysis time;               // fits of the time
  std::optional<ChangePoint> change;  // of the time per image
  // Most runs from the change on swap (bottlenecks.h), and most of those before it do not.
  bool swapping = false;
};

struct FactorScaling {
  std::string factor;
  std::vector<double> levels;  // in ascending order
  std::vector<ScalingGroup> groups;
  // b of time ∝ level^b, with each group at its own height; of the power law alone.
  std::optional<Coefficient> exponent;
  std::optional<ScalingChoice> law;  // for all groups; missing with too few runs
};

// Factors with at least three levels, all numbers above 0, in the study's order. Needs the
// analysis' scenarios, time and confidence.
std::vector<FactorScaling> FindScaling(const Study& study, const Analysis& analysis);

}  // namespace trena
