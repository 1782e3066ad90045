// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/change_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/distributions.h"
#include "stats/laws/log_law.h"

namespace trena {
namespace {

constexpr double kBelievedGain = 2;
constexpr double kHopelesslyBehind = 10;
constexpr size_t kFewestSizes = 5;

enum class Smooth { kConstant, kPower, kParabola, kLinear, kAmdahl };
constexpr std::array kSmooth = {Smooth::kConstant, Smooth::kPower, Smooth::kParabola,
                                Smooth::kLinear, Smooth::kAmdahl};

size_t CoefficientsOf(Smooth law) {
  if (law == Smooth::kConstant) return 1;
  return law == Smooth::kParabola ? 3 : 2;
}

// The constant and the power law are parabolas.
bool IsAsked(Smooth law) { return law != Smooth::kConstant && law != Smooth::kPower; }

LogFit FitSmooth(Smooth law, const LogPoints& points, size_t split) {
  std::vector<double> logs, squares, shares;
  for (double x : points.x) {
    logs.push_back(std::log(x));
    squares.push_back(logs.back() * logs.back());
    shares.push_back(1 / x);
  }
  switch (law) {
    case Smooth::kConstant:
      return FitLogColumns(points, {}, split);
    case Smooth::kPower:
      return FitLogColumns(points, {logs}, split);
    case Smooth::kParabola:
      return FitLogColumns(points, {logs, squares}, split);
    case Smooth::kLinear:
      return FitLogMixture(points, points.x, split).fit;
    case Smooth::kAmdahl:
      return FitLogMixture(points, shares, split).fit;
  }
  return {};
}

std::vector<size_t> SplitsOf(const LogPoints& points) {
  std::vector<size_t> splits;
  for (size_t i = 1; i < points.x.size(); ++i) {
    if (points.x[i] != points.x[i - 1]) splits.push_back(i);
  }
  return splits;
}

// A law without a step, and with one at its best place.
struct Rivals {
  Smooth law = Smooth::kConstant;
  double smooth_ss = 0;
  double smooth_aicc = 0;
  LogFit stepped;
  double stepped_aicc = 0;
  size_t split = 0;
};

std::optional<Rivals> RivalsOf(Smooth law, const LogPoints& points,
                               const std::vector<size_t>& splits) {
  Rivals rivals;
  rivals.law = law;
  rivals.smooth_ss = FitSmooth(law, points, 0).residual_ss;
  for (size_t split : splits) {
    const LogFit fit = FitSmooth(law, points, split);
    if (rivals.split != 0 && fit.residual_ss >= rivals.stepped.residual_ss) continue;
    rivals.stepped = fit;
    rivals.split = split;
  }
  // The error's variance is a parameter; so are a step and its place.
  const double smooth = static_cast<double>(CoefficientsOf(law)) + 1;
  const auto without = LogAicc(rivals.smooth_ss, points.x.size(), smooth);
  const auto with = LogAicc(rivals.stepped.residual_ss, points.x.size(), smooth + 2);
  if (!without || !with) return std::nullopt;
  rivals.smooth_aicc = *without;
  rivals.stepped_aicc = *with;
  return rivals;
}

// Of a parabola that of the constant and the power law as well, which are parabolas.
double BestWithStep(Smooth law, const std::vector<Rivals>& all) {
  double best = std::numeric_limits<double>::infinity();
  for (const Rivals& rivals : all) {
    const bool is_it = rivals.law == law || (law == Smooth::kParabola && !IsAsked(rivals.law));
    if (is_it) best = std::min(best, rivals.stepped_aicc);
  }
  return best;
}

// p of no step at any place, were this law true.
double StepP(const Rivals& rivals, size_t observations, size_t places) {
  const double n = static_cast<double>(observations);
  const double df = n - static_cast<double>(CoefficientsOf(rivals.law)) - 1;
  const double left_over = std::max(rivals.stepped.residual_ss, n * 1e-24);
  const double explained = std::max(0.0, rivals.smooth_ss - left_over);
  const auto p = FTail(explained / (left_over / df), 1, df);
  return p ? std::min(1.0, *p * static_cast<double>(places)) : 1;
}

}  // namespace

Result<std::optional<ChangePoint>> FindChangePoint(std::span<const double> sizes,
                                                   std::span<const double> times,
                                                   double significance) {
  TRENA_ASSIGN(const LogPoints points, MakeLogPoints(sizes, times));
  const std::vector<size_t> splits = SplitsOf(points);
  if (splits.size() + 1 < kFewestSizes) return std::optional<ChangePoint>();
  std::vector<Rivals> all;
  for (Smooth law : kSmooth) {
    auto rivals = RivalsOf(law, points, splits);
    if (!rivals) return std::optional<ChangePoint>();
    all.push_back(*rivals);
  }
  const auto smooth = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.smooth_aicc < b.smooth_aicc;
  });
  const auto stepped = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.stepped_aicc < b.stepped_aicc;
  });
  ChangePoint change{.last_before = points.x[stepped->split - 1],
                     .first_after = points.x[stepped->split],
                     .ratio = std::exp(stepped->stepped.step),
                     .p = 0,
                     .aicc_gain = smooth->smooth_aicc - stepped->stepped_aicc};
  for (const Rivals& rivals : all) {
    if (!IsAsked(rivals.law)) continue;
    if (rivals.smooth_aicc - smooth->smooth_aicc > kHopelesslyBehind) continue;
    const bool hopeless_with_step =
        BestWithStep(rivals.law, all) - stepped->stepped_aicc > kHopelesslyBehind;
    if (change.aicc_gain > kHopelesslyBehind && hopeless_with_step) continue;
    change.p = std::max(change.p, StepP(rivals, points.x.size(), splits.size()));
  }
  if (change.aicc_gain <= kBelievedGain || change.p > significance) {
    return std::optional<ChangePoint>();
  }
  return std::optional<ChangePoint>(change);
}

}  // namespace trena
