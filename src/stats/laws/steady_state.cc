// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/steady_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/summary.h"

namespace trena {
namespace {

constexpr size_t kFewestForError = 3;
constexpr double kLargestCorrelation = 0.9;
constexpr double kByChance = 2;  // standard errors

double Mean(std::span<const double> values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Sum of (x_i - mean)(x_{i+lag} - mean).
double LaggedProducts(std::span<const double> values, double mean, size_t lag) {
  double sum = 0;
  for (size_t i = 0; i + lag < values.size(); ++i) {
    sum += (values[i] - mean) * (values[i + lag] - mean);
  }
  return sum;
}

// Whether those before the cut are larger than the others by more than chance. Of a few noisy
// observations MSER cuts some off where there is no warm-up at all.
bool IsWarmUp(std::span<const double> values, size_t cut) {
  if (cut == 0) return false;
  std::span<const double> rest = values.subspan(cut);
  double early = static_cast<double>(cut), late = static_cast<double>(rest.size());
  double mean = Mean(rest);
  double variance = LaggedProducts(rest, mean, 0) / std::max(1.0, late - 1);
  double error = std::sqrt(variance * (1 / early + 1 / late));
  return Mean(values.first(cut)) - mean > kByChance * error;
}

size_t FindWarmUp(std::span<const double> values) {
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t cut = 0; 2 * cut <= values.size(); ++cut) {
    if (cut > 0 && cut + kFewestForError > values.size()) break;
    std::span<const double> rest = values.subspan(cut);
    double n = static_cast<double>(rest.size());
    double squared_error = LaggedProducts(rest, Mean(rest), 0) / (n * n);
    // One that is no better than rounding is no better.
    if (squared_error < least * (1 - 1e-9)) {
      least = squared_error;
      best = cut;
    }
  }
  return IsWarmUp(values, best) ? best : 0;
}

// A short series shows less correlation than there is: by (1 + 3 r) / n (Kendall 1954).
double Autocorrelation(std::span<const double> values, double mean) {
  double squares = LaggedProducts(values, mean, 0);
  if (!(squares > 0)) return 0;
  double n = static_cast<double>(values.size());
  double seen = LaggedProducts(values, mean, 1) / squares;
  double corrected = n > 4 ? (n * seen + 1) / (n - 3) : seen;
  return std::clamp(corrected, 0.0, kLargestCorrelation);
}

}  // namespace

std::optional<SteadyState> SteadyStateAfter(std::span<const double> values, size_t warm_up) {
  if (warm_up >= values.size()) return std::nullopt;
  SteadyState state;
  state.warm_up = warm_up;
  std::span<const double> rest = values.subspan(state.warm_up);
  state.observations = rest.size();
  double n = static_cast<double>(rest.size());
  state.mean = Mean(rest);
  state.correlation = Autocorrelation(rest, state.mean);
  state.effective_n = std::max(1.0, n * (1 - state.correlation) / (1 + state.correlation));
  state.spread = LaggedProducts(rest, state.mean, 0) / n;
  if (rest.size() > 1) {
    size_t half = rest.size() / 2;
    state.halves = std::pow((Mean(rest.first(half)) - Mean(rest.last(half))) / 2, 2);
  }
  if (rest.size() < kFewestForError) return state;
  // It is too small by the variance of the mean.
  double variance = state.spread / std::max(0.5, 1 - 1 / state.effective_n);
  state.error = std::sqrt(variance / state.effective_n);
  return state;
}

size_t CommonWarmUp(const std::vector<std::vector<double>>& series) {
  if (series.empty()) return 0;
  size_t shortest = std::numeric_limits<size_t>::max();
  for (const auto& one : series) shortest = std::min(shortest, one.size());
  std::vector<double> sums(shortest);
  for (const auto& one : series) {
    double usual = Summarize(one).median.value_or(0);
    if (!(usual > 0)) return 0;
    for (size_t i = 0; i < shortest; ++i) sums[i] += one[i] / usual;
  }
  return FindWarmUp(sums);
}

}  // namespace trena
