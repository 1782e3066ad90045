// SPDX-License-Identifier: Apache-2.0
#include "stats/survival.h"

#include <algorithm>
#include <vector>

namespace trena {
namespace {

constexpr double kHalf = 0.5;
constexpr double kRounding = 1e-12;

}  // namespace

std::optional<double> MedianLifetime(std::span<const Lifetime> lifetimes) {
  std::vector<Lifetime> sorted(lifetimes.begin(), lifetimes.end());
  // At the same time, what happened comes before what was still to happen.
  std::sort(sorted.begin(), sorted.end(), [](const Lifetime& a, const Lifetime& b) {
    return a.time != b.time ? a.time < b.time : a.censored < b.censored;
  });
  double survival = 1;
  std::optional<double> at_half;
  for (size_t i = 0; i < sorted.size();) {
    const double time = sorted[i].time;
    const auto at_risk = static_cast<double>(sorted.size() - i);
    double happened = 0;
    for (; i < sorted.size() && sorted[i].time == time; ++i) happened += !sorted[i].censored;
    if (happened == 0) continue;
    survival *= 1 - happened / at_risk;
    if (survival < kHalf - kRounding) return at_half ? (*at_half + time) / 2 : time;
    if (survival <= kHalf + kRounding) at_half = time;
  }
  return std::nullopt;
}

}  // namespace trena
