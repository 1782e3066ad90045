// SPDX-License-Identifier: Apache-2.0
// A summary that grows by one value at a time without keeping them (Welford 1962): the mean, the
// standard deviation and the interval; median, least and largest stay missing.
#pragma once

#include "stats/summary.h"

namespace trena {

class RunningSummary {
 public:
  // `value` must be finite.
  void Add(double value);
  Summary Now(double confidence = 0.95) const;

 private:
  size_t n_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations from the mean
};

}  // namespace trena
