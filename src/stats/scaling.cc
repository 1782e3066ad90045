// SPDX-License-Identifier: Apache-2.0
#include "stats/scaling.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include "stats/distributions.h"

namespace trena {
namespace {

constexpr double kBelievedGain = 2;

struct Points {
  std::vector<double> x;
  std::vector<double> y;
};

// -2 log L of normal errors at their best, with the correction for few observations. Parameters
// count the error's variance.
std::optional<double> Aicc(double residual_ss, size_t observations, double parameters) {
  const double n = static_cast<double>(observations);
  if (!(residual_ss > 0) || n - parameters - 1 <= 0) return std::nullopt;
  const double deviance = n * (std::log(2 * std::numbers::pi * residual_ss / n) + 1);
  return deviance + 2 * parameters + 2 * parameters * (parameters + 1) / (n - parameters - 1);
}

Result<Regression> FitLine(const std::vector<double>& x, const std::vector<double>& y,
                           double confidence) {
  return FitRegression({.names = {"x"}, .columns = {x}, .y = y}, confidence);
}

void TakeBack(Coefficient& coefficient) {
  coefficient.value = std::exp(coefficient.value);
  if (coefficient.low) coefficient.low = std::exp(*coefficient.low);
  if (coefficient.high) coefficient.high = std::exp(*coefficient.high);
  coefficient.standard_error.reset();  // of the logarithm
  coefficient.p.reset();
}

ScalingFit FitOf(ScalingLaw law, const Regression& line) {
  ScalingFit fit;
  fit.law = law;
  fit.a = line.coefficients[0];
  fit.b = line.coefficients[1];
  fit.r_squared = line.r_squared;
  fit.aicc = Aicc(line.residual_ss, line.n, 3);
  fit.fitted = line.fitted;
  return fit;
}

Result<ScalingFit> FitPower(const Points& points, double confidence) {
  Points logs;
  double sum = 0;
  for (size_t i = 0; i < points.x.size(); ++i) {
    logs.x.push_back(std::log(points.x[i]));
    logs.y.push_back(std::log(points.y[i]));
    sum += logs.y.back();
  }
  TRENA_ASSIGN(const Regression line, FitLine(logs.x, logs.y, confidence));
  ScalingFit fit = FitOf(ScalingLaw::kPower, line);
  TakeBack(fit.a);
  if (fit.aicc) *fit.aicc += 2 * sum;  // the density of t is that of log t over t
  for (double& value : fit.fitted) value = std::exp(value);
  return fit;
}

// The serial share a / (a + b).
std::optional<RatioInterval> SerialShare(const Regression& line) {
  if (!line.residual_sd) return std::nullopt;
  const auto t = StudentQuantile((1 + line.confidence) / 2, static_cast<double>(line.df));
  if (!t) return std::nullopt;
  const double s2 = *line.residual_sd * *line.residual_sd;
  const double a2 = line.covariance[0] * s2;
  const double ab = line.covariance[1] * s2;
  const double b2 = line.covariance[3] * s2;
  return FiellerRatio({.numerator = line.coefficients[0].value,
                       .denominator = line.coefficients[0].value + line.coefficients[1].value,
                       .numerator_variance = a2,
                       .denominator_variance = a2 + 2 * ab + b2,
                       .covariance = a2 + ab},
                      *t);
}

Result<ScalingFit> FitAmdahl(const Points& points, double confidence) {
  std::vector<double> shares;
  for (double x : points.x) shares.push_back(1 / x);
  TRENA_ASSIGN(const Regression line, FitLine(shares, points.y, confidence));
  ScalingFit fit = FitOf(ScalingLaw::kAmdahl, line);
  fit.serial = SerialShare(line);
  return fit;
}

Status CheckPoints(std::span<const double> sizes, std::span<const double> times) {
  if (sizes.size() != times.size()) return InputError("sizes and times differ in number");
  if (sizes.size() < 3) return InputError("scaling needs at least three observations");
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!std::isfinite(times[i])) return InputError("a time is not finite");
    if (!std::isfinite(sizes[i]) || !(sizes[i] > 0)) return InputError("a size is not above zero");
  }
  if (std::all_of(sizes.begin(), sizes.end(), [&](double size) { return size == sizes[0]; })) {
    return InputError("all sizes are the same: nothing scales");
  }
  return Done{};
}

void Choose(ScalingAnalysis& analysis) {
  std::vector<std::pair<double, size_t>> ranking;
  for (size_t i = 0; i < analysis.fits.size(); ++i) {
    if (analysis.fits[i].aicc) ranking.emplace_back(*analysis.fits[i].aicc, i);
  }
  std::sort(ranking.begin(), ranking.end());
  if (ranking.empty()) return;
  analysis.best = ranking[0].second;
  if (ranking.size() > 1) analysis.advantage = ranking[1].first - ranking[0].first;
}

Points Sorted(std::span<const double> sizes, std::span<const double> times) {
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return sizes[a] < sizes[b]; });
  Points points;
  for (size_t i : order) {
    points.x.push_back(sizes[i]);
    points.y.push_back(times[i]);
  }
  return points;
}

Points Slice(const Points& points, size_t from, size_t to) {
  const auto part = [&](const std::vector<double>& values) {
    return std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(from),
                               values.begin() + static_cast<std::ptrdiff_t>(to));
  };
  return {.x = part(points.x), .y = part(points.y)};
}

bool IsSide(const Points& side) { return side.x.size() >= 3 && side.x.front() < side.x.back(); }

}  // namespace

Result<ScalingAnalysis> AnalyzeScaling(std::span<const double> sizes, std::span<const double> times,
                                       double confidence) {
  TRENA_CHECK(CheckPoints(sizes, times));
  const Points points = Sorted(sizes, times);
  ScalingAnalysis analysis;
  if (std::all_of(points.y.begin(), points.y.end(), [](double time) { return time > 0; })) {
    TRENA_ASSIGN(ScalingFit power, FitPower(points, confidence));
    analysis.fits.push_back(std::move(power));
  }
  TRENA_ASSIGN(const Regression line, FitLine(points.x, points.y, confidence));
  analysis.fits.push_back(FitOf(ScalingLaw::kLinear, line));
  TRENA_ASSIGN(ScalingFit amdahl, FitAmdahl(points, confidence));
  analysis.fits.push_back(std::move(amdahl));
  Choose(analysis);
  return analysis;
}

Result<std::optional<ChangePoint>> FindChangePoint(std::span<const double> sizes,
                                                   std::span<const double> times,
                                                   double confidence) {
  TRENA_CHECK(CheckPoints(sizes, times));
  const Points points = Sorted(sizes, times);
  TRENA_ASSIGN(const Regression whole, FitLine(points.x, points.y, confidence));
  const auto one_line = Aicc(whole.residual_ss, whole.n, 3);
  std::optional<ChangePoint> best;
  double least = 0;
  for (size_t i = 1; i < points.x.size(); ++i) {
    const Points left = Slice(points, 0, i);
    const Points right = Slice(points, i, points.x.size());
    if (points.x[i] == points.x[i - 1] || !IsSide(left) || !IsSide(right)) continue;
    TRENA_ASSIGN(Regression before, FitLine(left.x, left.y, confidence));
    TRENA_ASSIGN(Regression after, FitLine(right.x, right.y, confidence));
    const double left_over = before.residual_ss + after.residual_ss;
    if (best && left_over >= least) continue;
    least = left_over;
    best = ChangePoint{.last_before = points.x[i - 1],
                       .first_after = points.x[i],
                       .before = std::move(before),
                       .after = std::move(after),
                       .aicc_gain = 0};
  }
  if (!best || !one_line) return std::optional<ChangePoint>();
  // Two lines are four parameters, the place of the change a fifth, the variance a sixth. When they
  // leave nothing at all they stand at the rounding of the times.
  const auto two_lines = Aicc(std::max(least, 1e-24 * whole.total_ss), points.x.size(), 6);
  if (!two_lines) return std::optional<ChangePoint>();
  best->aicc_gain = *one_line - *two_lines;
  if (best->aicc_gain <= kBelievedGain) return std::optional<ChangePoint>();
  return best;
}

}  // namespace trena
