// SPDX-License-Identifier: Apache-2.0
#include "stats/diagnostics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/distributions.h"
#include "stats/laws/trend.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr size_t kLeastForNormal = 5;
constexpr size_t kMostForNormal = 5000;
constexpr double kBelievable = 1e-10;  // of the level: residuals below it are rounding

struct Placed {
  double value;
  size_t place;
};

std::vector<Placed> InOrder(std::span<const double> values) {
  std::vector<Placed> order;
  order.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i) order.push_back({values[i], i});
  std::sort(order.begin(), order.end(),
            [](const Placed& a, const Placed& b) { return a.value < b.value; });
  return order;
}

// Royston's normal approximation of log(1 - W').
std::optional<double> FranciaP(double w, size_t n) {
  if (n < kLeastForNormal || n > kMostForNormal) return std::nullopt;
  const double u = std::log(static_cast<double>(n));
  const double v = std::log(u);
  const double mean = -1.2725 + 1.0521 * (v - u);
  const double sd = 1.0308 - 0.26758 * (v + 2 / u);
  if (w >= 1) return 1;
  const double z = (std::log(1 - w) - mean) / sd;
  return std::erfc(z / std::numbers::sqrt2) / 2;
}

// Weighted sums of a straight line.
struct Line {
  double weight = 0;
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  double yy = 0;
};

struct LogCell {
  double weight;
  double level;
  double spread;
};

// Nothing when a mean is not above zero: such a response has no logarithm.
std::optional<std::vector<LogCell>> LogCells(const Cells& cells) {
  std::vector<LogCell> points;
  for (const Cell& cell : cells.cells) {
    if (!(cell.mean > 0)) return std::nullopt;
    if (cell.n < 2) continue;
    const double sd = std::sqrt(cell.squares / (cell.n - 1));
    if (!(sd > kBelievable * cell.mean)) continue;
    points.push_back({.weight = cell.n - 1, .level = std::log(cell.mean), .spread = std::log(sd)});
  }
  return points;
}

Line SumsOf(const std::vector<LogCell>& points) {
  Line line;
  for (const LogCell& point : points) {
    line.weight += point.weight;
    line.x += point.weight * point.level;
    line.y += point.weight * point.spread;
  }
  line.x /= line.weight;
  line.y /= line.weight;
  for (const LogCell& point : points) {
    const double dx = point.level - line.x;
    const double dy = point.spread - line.y;
    line.xx += point.weight * dx * dx;
    line.xy += point.weight * dx * dy;
    line.yy += point.weight * dy * dy;
  }
  return line;
}

}  // namespace

std::vector<double> RanksOf(std::span<const double> values) {
  const std::vector<Placed> order = InOrder(values);
  std::vector<double> ranks(values.size());
  for (size_t i = 0; i < order.size();) {
    size_t end = i + 1;
    while (end < order.size() && order[end].value == order[i].value) ++end;
    const double rank = static_cast<double>(i + end + 1) / 2;
    for (; i < end; ++i) ranks[order[i].place] = rank;
  }
  return ranks;
}

NormalCheck CheckNormal(std::span<const double> residuals) {
  NormalCheck check;
  const double n = static_cast<double>(residuals.size());
  std::vector<double> normal;
  std::vector<double> sorted(residuals.begin(), residuals.end());
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    const double position = (static_cast<double>(i) + 1 - 0.375) / (n + 0.25);
    normal.push_back(NormalQuantile(position).value_or(0));
    check.points.push_back({.normal = normal.back(), .residual = sorted[i]});
  }
  if (sorted.size() < 3) return check;
  const auto correlation = Correlation(sorted, normal);
  if (!correlation) return check;
  check.w = *correlation * *correlation;
  check.p = FranciaP(*check.w, sorted.size());
  return check;
}

std::optional<RankCorrelation> CorrelateRanks(std::span<const double> a,
                                              std::span<const double> b) {
  if (a.size() != b.size() || a.size() < 4) return std::nullopt;
  const auto rho = Correlation(RanksOf(a), RanksOf(b));
  if (!rho) return std::nullopt;
  RankCorrelation result{.rho = *rho, .p = 0};
  const double df = static_cast<double>(a.size()) - 2;
  const double rest = 1 - *rho * *rho;
  if (rest > 0) result.p = StudentTail(*rho / std::sqrt(rest / df), df).value_or(0);
  return result;
}

std::optional<RankCorrelation> CheckOrder(std::span<const double> residuals,
                                          std::span<const double> order) {
  return CorrelateRanks(residuals, order);
}

std::optional<RankCorrelation> CheckSpread(std::span<const double> residuals,
                                           std::span<const double> fitted) {
  std::vector<double> sizes;
  for (double residual : residuals) sizes.push_back(std::abs(residual));
  return CorrelateRanks(sizes, fitted);
}

std::optional<SpreadLevel> CheckSpreadLevel(const Cells& cells, double confidence) {
  const auto points = LogCells(cells);
  if (!points || points->size() < 3) return std::nullopt;
  const Line line = SumsOf(*points);
  if (!(line.xx > 1e-12 * line.weight)) return std::nullopt;
  SpreadLevel result;
  result.cells = points->size();
  result.slope = line.xy / line.xx;
  const double df = static_cast<double>(points->size()) - 2;
  const double left = std::max(0.0, line.yy - result.slope * line.xy);
  const auto t = StudentQuantile((1 + confidence) / 2, df);
  if (!t) return std::nullopt;
  const double half_width = *t * std::sqrt(left / df / line.xx);
  result.low = result.slope - half_width;
  result.high = result.slope + half_width;
  result.recommend_log = result.low > 0 && result.low <= 1 && result.high >= 1;
  return result;
}

}  // namespace trena
