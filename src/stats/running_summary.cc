// SPDX-License-Identifier: Apache-2.0
#include "stats/running_summary.h"

#include <cmath>

#include "stats/distributions.h"

namespace trena {

void RunningSummary::Add(double value) {
  ++n_;
  double from_old = value - mean_;
  mean_ += from_old / static_cast<double>(n_);
  squares_ += from_old * (value - mean_);
}

Summary RunningSummary::Now(double confidence) const {
  Summary summary;
  summary.n = n_;
  summary.confidence = confidence;
  if (n_ == 0) return summary;
  summary.mean = mean_;
  if (n_ < 2) return summary;
  auto n = static_cast<double>(n_);
  summary.sd = std::sqrt(squares_ / (n - 1));
  auto t = StudentQuantile((1 + confidence) / 2, n - 1);
  if (!t || confidence <= 0) return summary;
  double half_width = *t * *summary.sd / std::sqrt(n);
  summary.low = mean_ - half_width;
  summary.high = mean_ + half_width;
  return summary;
}

}  // namespace trena
