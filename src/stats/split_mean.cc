// SPDX-License-Identifier: Apache-2.0
#include "stats/split_mean.h"

namespace trena {

SplitMean MeanOf(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  CompensatedSum sum;
  for (double value : values) sum.Add(value);
  const double high = sum.Total() / n;
  CompensatedSum rest;
  for (double value : values) rest.Add(value - high);
  return {.high = high, .low = rest.Total() / n};
}

double SquaredDeviations(std::span<const double> values, const SplitMean& mean) {
  CompensatedSum sum;
  for (double value : values) {
    const double deviation = mean.Deviation(value);
    sum.Add(deviation * deviation);
  }
  return sum.Total();
}

}  // namespace trena
