// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/log_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace trena {
namespace {

constexpr double kTimeRounding = 1e-12;  // of a time, relative
constexpr double kLeastStep = 1e-11;
constexpr int kMostBetterLaws = 100;
constexpr int kStarts = 9;

double Product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void CentrePart(std::vector<double>& values, size_t from, size_t to) {
  if (from == to) return;
  double mean = 0;
  for (size_t i = from; i < to; ++i) mean += values[i];
  mean /= static_cast<double>(to - from);
  for (size_t i = from; i < to; ++i) values[i] -= mean;
}

// A height on each side of the split is the mean of that side.
std::vector<double> Centred(std::vector<double> values, size_t split) {
  CentrePart(values, 0, split);
  CentrePart(values, split, values.size());
  return values;
}

double StepOf(const std::vector<double>& heights, size_t split) {
  if (split == 0) return 0;
  const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(split);
  const double before = std::accumulate(heights.begin(), middle, 0.0);
  const double after = std::accumulate(middle, heights.end(), 0.0);
  return after / static_cast<double>(heights.size() - split) - before / static_cast<double>(split);
}

struct MixtureRange {
  double low = 0;
  double high = 0;
};

class Mixture {
 public:
  Mixture(const LogPoints& points, const std::vector<double>& z, size_t split)
      : points_(points), split_(split) {
    double sum = 0;
    for (double value : z) sum += std::log(value);
    z_mean_ = std::exp(sum / static_cast<double>(z.size()));
    for (double value : z) ratios_.push_back(value / z_mean_);
    const auto [least, greatest] = std::minmax_element(ratios_.begin(), ratios_.end());
    least_ = *least;
    greatest_ = *greatest;
  }

  LogMixture Fit() const {
    std::optional<LogMixture> best;
    for (double start : Starts()) {
      LogMixture at = At(start);
      if (!best || at.fit.residual_ss < best->fit.residual_ss) best = std::move(at);
    }
    for (int i = 0; i < kMostBetterLaws; ++i) {
      auto next = Next(*best);
      if (!next) break;
      best = std::move(next);
    }
    return *best;
  }

 private:
  // Weights from what is all z to what is all constant, and one beyond each end.
  std::vector<double> Starts() const {
    const MixtureRange range = Range();
    std::vector<double> starts = {0, range.low / 2, (1 + range.high) / 2};
    const double low = std::log(least_), high = std::log(greatest_);
    for (int i = 0; i < kStarts; ++i) {
      const double odds = std::exp(low + (high - low) * i / (kStarts - 1));
      starts.push_back(1 / (1 + odds));
    }
    return starts;
  }

  // Beyond these a time would not be above zero.
  MixtureRange Range() const { return {-1 / (greatest_ - 1), 1 / (1 - least_)}; }

  LogMixture At(double weight) const {
    LogMixture mixture;
    mixture.weight = weight;
    mixture.z_mean = z_mean_;
    std::vector<double> rest;
    for (size_t i = 0; i < ratios_.size(); ++i) {
      const double share = 1 + weight * (ratios_[i] - 1);
      mixture.shape.push_back(std::log(share));
      mixture.tangent.push_back((ratios_[i] - 1) / share);
      rest.push_back(points_.log_t[i] - mixture.shape[i]);
    }
    mixture.fit.step = StepOf(rest, split_);
    rest = Centred(std::move(rest), split_);
    mixture.fit.residual_ss = Product(rest, rest);
    return mixture;
  }

  // A Gauss-Newton step, halved until it helps; nothing when none does.
  std::optional<LogMixture> Next(const LogMixture& now) const {
    std::vector<double> rest;
    for (size_t i = 0; i < ratios_.size(); ++i) rest.push_back(points_.log_t[i] - now.shape[i]);
    rest = Centred(std::move(rest), split_);
    const std::vector<double> tangent = Centred(now.tangent, split_);
    const double square = Product(tangent, tangent);
    if (!(square > 0)) return std::nullopt;
    const MixtureRange range = Range();
    const double width = range.high - range.low;
    for (double step = Product(tangent, rest) / square; std::abs(step) > kLeastStep * width;
         step /= 2) {
      const double weight = now.weight + step;
      if (weight <= range.low + 1e-9 * width || weight >= range.high - 1e-9 * width) continue;
      LogMixture next = At(weight);
      if (next.fit.residual_ss < now.fit.residual_ss) return next;
    }
    return std::nullopt;
  }

  const LogPoints& points_;
  size_t split_;
  std::vector<double> ratios_;
  double z_mean_ = 1;
  double least_ = 1;
  double greatest_ = 1;
};

}  // namespace

Result<LogPoints> MakeLogPoints(std::span<const double> sizes, std::span<const double> times) {
  if (sizes.size() != times.size()) return InputError("sizes and times differ in number");
  if (sizes.size() < 3) return InputError("scaling needs at least three observations");
  const auto usable = [](double value) { return std::isfinite(value) && value > 0; };
  if (!std::all_of(times.begin(), times.end(), usable))
    return InputError("a time is not above zero");
  if (!std::all_of(sizes.begin(), sizes.end(), usable))
    return InputError("a size is not above zero");
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return sizes[a] < sizes[b]; });
  LogPoints points;
  for (size_t i : order) {
    points.x.push_back(sizes[i]);
    points.log_t.push_back(std::log(times[i]));
  }
  if (points.x.front() == points.x.back())
    return InputError("all sizes are the same: nothing scales");
  return points;
}

std::optional<double> LogAicc(double residual_ss, size_t observations, double parameters) {
  const double n = static_cast<double>(observations);
  if (n - parameters - 1 <= 0) return std::nullopt;
  const double variance = std::max(residual_ss / n, kTimeRounding * kTimeRounding);
  const double deviance = n * (std::log(2 * std::numbers::pi * variance) + 1);
  return deviance + 2 * parameters + 2 * parameters * (parameters + 1) / (n - parameters - 1);
}

LogFit FitLogColumns(const LogPoints& points, std::vector<std::vector<double>> columns,
                     size_t split) {
  // Gram and Schmidt: each column loses what those before it say, then the times lose it. What the
  // column takes from the heights is what it takes from the times.
  std::vector<double> heights = points.log_t;
  std::vector<double> rest = Centred(points.log_t, split);
  std::vector<std::vector<double>> raw = columns;
  for (size_t j = 0; j < columns.size(); ++j) {
    std::vector<double>& column = columns[j];
    column = Centred(std::move(column), split);
    const double whole = Product(column, column);
    for (size_t k = 0; k < j; ++k) {
      const double square = Product(columns[k], columns[k]);
      if (!(square > 0)) continue;
      const double share = Product(columns[k], column) / square;
      for (size_t i = 0; i < column.size(); ++i) {
        column[i] -= share * columns[k][i];
        raw[j][i] -= share * raw[k][i];
      }
    }
    const double square = Product(column, column);
    if (!(square > 1e-20 * whole)) {
      std::fill(column.begin(), column.end(), 0.0);
      continue;
    }
    const double slope = Product(column, rest) / square;
    for (size_t i = 0; i < column.size(); ++i) {
      rest[i] -= slope * column[i];
      heights[i] -= slope * raw[j][i];
    }
  }
  return {.residual_ss = Product(rest, rest), .step = StepOf(heights, split)};
}

LogMixture FitLogMixture(const LogPoints& points, const std::vector<double>& z, size_t split) {
  return Mixture(points, z, split).Fit();
}

}  // namespace trena
