// SPDX-License-Identifier: Apache-2.0
#include "plan/stopping.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

// By the first runs that are made before anyone looks: simulated coverage of the worst case is then
// 0.944 or more (docs/methods/stopping.md has the table).
struct Calibration {
  int at_least;
  double confidence;
};
constexpr Calibration kCalibration[] = {{2, 0.98}, {3, 0.975}, {4, 0.9725},
                                        {5, 0.97}, {8, 0.965}, {15, 0.96}};

constexpr double kSure = 0.95;  // that more runs cannot help

// A deviation that the true one is above, that surely.
double LeastDeviation(double sd, double degrees) {
  boost::math::chi_squared_distribution<double> squares(degrees);
  return sd * std::sqrt(degrees / boost::math::quantile(squares, kSure));
}

// Whether even as many runs as allowed would leave the interval wider than asked.
bool CannotReach(const DesignOptions& design, const Summary& summary) {
  double most = design.stop->at_most;
  double degrees = static_cast<double>(summary.n) - 1;
  auto t = StudentQuantile((1 + IntervalConfidence(design)) / 2, most - 1);
  double width = *t * LeastDeviation(*summary.sd, degrees) / std::sqrt(most);
  return width > design.stop->half_width * std::abs(*summary.mean);
}

// Half-width of the interval for its cost; what has none yet comes first.
double Need(const Precision& precision, double cost) {
  if (!precision.half_width) return std::numeric_limits<double>::infinity();
  return *precision.half_width / std::max(cost, std::numeric_limits<double>::min());
}

}  // namespace

double IntervalConfidence(const DesignOptions& design) {
  double confidence = 0.95;
  if (!design.stop) return confidence;
  for (const Calibration& row : kCalibration) {
    if (design.replications >= row.at_least) confidence = row.confidence;
  }
  return confidence;
}

Precision JudgePrecision(const DesignOptions& design, size_t made, std::span<const double> values) {
  Summary summary = Summarize(values, IntervalConfidence(design));
  Precision precision{summary.n, std::nullopt, StopReason::kGoesOn};
  if (summary.low && *summary.mean != 0) {
    precision.half_width = (*summary.high - *summary.low) / 2 / std::abs(*summary.mean);
  }
  auto at_least = static_cast<size_t>(design.replications);
  if (made < at_least) return precision;
  bool narrow = precision.half_width && *precision.half_width <= design.stop->half_width;
  if (summary.n == 0) {
    precision.reason = StopReason::kNothingEnds;
  } else if (narrow && summary.n >= at_least) {
    precision.reason = StopReason::kReached;
  } else if (made >= static_cast<size_t>(design.stop->at_most)) {
    precision.reason = StopReason::kAtMost;
  } else if (precision.half_width && CannotReach(design, summary)) {
    precision.reason = StopReason::kCannotReach;
  }
  return precision;
}

std::optional<size_t> ChooseReference(const std::vector<ScenarioProgress>& scenarios) {
  std::optional<size_t> reference;
  for (size_t i = 0; i < scenarios.size(); ++i) {
    if (scenarios[i].values.empty()) continue;
    if (!reference || scenarios[i].cost < scenarios[*reference].cost) reference = i;
  }
  return reference;
}

std::vector<size_t> NextBlock(const DesignOptions& design,
                              const std::vector<ScenarioProgress>& scenarios,
                              std::optional<size_t> reference) {
  std::vector<std::pair<double, size_t>> open;  // by need, the greatest first
  for (size_t i = 0; i < scenarios.size(); ++i) {
    Precision precision = JudgePrecision(design, scenarios[i].made, scenarios[i].values);
    bool begun = scenarios[i].made > 0;  // else it is not of this machine
    if (!begun || precision.reason != StopReason::kGoesOn) continue;
    open.emplace_back(-Need(precision, scenarios[i].cost), i);
  }
  std::sort(open.begin(), open.end());
  std::vector<size_t> block;
  for (size_t i = 0; i < (open.size() + 1) / 2; ++i) block.push_back(open[i].second);
  bool known = !reference || std::find(block.begin(), block.end(), *reference) != block.end();
  if (!block.empty() && !known) block.push_back(*reference);
  std::sort(block.begin(), block.end());
  return block;
}

}  // namespace trena
