// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/counter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trena {
namespace {

constexpr double kSlightlyMore = 110;

bool Counts(Reading value) { return value && std::isfinite(*value) && *value >= 0; }

}  // namespace

Reading Counter::Growth(Reading value) {
  if (!Counts(value)) return std::nullopt;
  Reading before = std::exchange(last_, value);
  if (!before) return std::nullopt;
  double growth = *value - *before;
  bool wrapped = growth < 0 && range_ && *before <= *range_;
  if (wrapped) growth += *range_;
  return growth >= 0 ? Reading(growth) : std::nullopt;
}

Reading Counter::Rate(double now, Reading value) {
  if (!Counts(value)) return std::nullopt;
  double seconds = now - std::exchange(last_time_, now);
  Reading growth = Growth(value);
  return growth && seconds > 0 ? Reading(*growth / seconds) : std::nullopt;
}

void Total::Forget() {
  counter_.Forget();
  begun_ = false;
  total_ = 0;
}

Reading Total::Since(Reading value, bool charged) {
  if (!Counts(value)) return std::nullopt;
  bool first = !std::exchange(begun_, true);
  Reading growth = counter_.Growth(value);
  if (!growth && !first) return std::nullopt;
  if (growth && charged) total_ += *growth;
  return total_;
}

Reading SanePercent(Reading percent) {
  bool sane = percent && std::isfinite(*percent) && *percent >= 0 && *percent <= kSlightlyMore;
  return sane ? Reading(std::min(100.0, *percent)) : std::nullopt;
}

bool Pace::Due(double now) {
  if (last_ && now >= *last_ && now - *last_ < period_) return false;
  last_ = now;
  return true;
}

}  // namespace trena
