// SPDX-License-Identifier: Apache-2.0
#include "stats/pairs.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "stats/summary.h"

namespace trena {

double PseudoMedian(std::span<const double> values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  }
  return Summarize(means).median.value_or(std::numeric_limits<double>::quiet_NaN());
}

double GiniDeviation(std::span<const double> values) {
  double sum = 0, pairs = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i + 1; j < values.size(); ++j) {
      sum += std::abs(values[i] - values[j]);
      ++pairs;
    }
  }
  return std::sqrt(std::numbers::pi) / 2 * sum / pairs;
}

}  // namespace trena
