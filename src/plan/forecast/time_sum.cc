// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/time_sum.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"

namespace trena {

const char* ToString(TimeSource source) {
  switch (source) {
    case TimeSource::kNothing:
      return "nothing";
    case TimeSource::kRuns:
      return "runs";
    case TimeSource::kPilot:
      return "pilot";
    case TimeSource::kModel:
      return "model";
    case TimeSource::kGiven:
      return "given";
    case TimeSource::kOtherLength:
      return "other_length";
  }
  return "nothing";
}

void TimeSum::Add(const TimeEstimate& estimate, double runs, double sign) {
  double seconds = runs * estimate.seconds;
  value_ += sign * seconds;
  if (estimate.noise) {
    own_ += sign * seconds * estimate.seconds * *estimate.noise * *estimate.noise;
  } else {
    noise_ += sign * seconds * estimate.seconds;
    usual_ += sign * runs;
  }
  common_ += sign * seconds * estimate.common;
  if (estimate.processes > 0) {
    repeat_ += sign * seconds * seconds / static_cast<double>(estimate.processes);
  }
  if (estimate.own) own_ += sign * seconds * seconds * *estimate.own * *estimate.own;
  if (estimate.processes == 0 && !estimate.own) unsure_ += sign * runs;
}

void TimeSum::Add(const TimeSum& other, double scale) {
  double squared = scale * scale;
  value_ += scale * other.value_;
  noise_ += squared * other.noise_;
  repeat_ += squared * other.repeat_;
  own_ += squared * other.own_;
  common_ += scale * other.common_;
  unsure_ += other.unsure_;
  usual_ += other.usual_;
}

Estimated TimeSum::Now(const std::optional<RunDeviation>& deviation, double df) const {
  Estimated sum{std::max(0.0, value_), std::nullopt, std::nullopt};
  const bool usual = usual_ > 0.5;
  const bool unsure = unsure_ > 0.5 || (usual && !deviation);
  if (unsure || !(value_ > 0)) return sum;
  const RunDeviation apart = usual ? *deviation : RunDeviation{0, df};
  double of_runs = apart.relative * apart.relative * std::max(0.0, noise_ + repeat_);
  double of_others = std::max(0.0, own_) + common_ * common_;
  double variance = of_runs + of_others;
  // Satterthwaite (1946): the degrees of freedom of a sum of variances.
  double over = of_runs * of_runs / apart.df + (of_others > 0 ? of_others * of_others / df : 0);
  double joint = over > 0 ? variance * variance / over : apart.df;
  auto t = StudentQuantile((1 + kForecastConfidence) / 2, joint);
  if (!t) return sum;
  double factor = std::exp(*t * std::sqrt(variance) / value_);
  if (!std::isfinite(factor)) return sum;
  sum.low = value_ / factor;
  sum.high = value_ * factor;
  return sum;
}

}  // namespace trena
