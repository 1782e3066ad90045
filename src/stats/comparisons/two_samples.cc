// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/two_samples.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

// A sample's squared standard error of the mean.
double MeanVariance(const Summary& summary) {
  return *summary.sd * *summary.sd / static_cast<double>(summary.n);
}

double Degrees(const Summary& summary) { return static_cast<double>(summary.n) - 1; }

struct Groups {
  std::vector<std::vector<double>> distances;
  std::vector<double> all;
};

Groups DistancesFrom(std::span<const std::vector<double>> groups, SpreadCentre centre) {
  Groups result;
  for (const std::vector<double>& group : groups) {
    if (group.size() < 2) continue;
    const Summary summary = Summarize(group);
    const auto middle = centre == SpreadCentre::kMean ? summary.mean : summary.median;
    if (!middle) continue;
    std::vector<double> distances;
    for (double value : group) distances.push_back(std::abs(value - *middle));
    result.all.insert(result.all.end(), distances.begin(), distances.end());
    result.distances.push_back(std::move(distances));
  }
  return result;
}

}  // namespace

std::optional<MeanDifference> WelchTest(std::span<const double> first,
                                        std::span<const double> second, double confidence) {
  const Summary a = Summarize(first, confidence);
  const Summary b = Summarize(second, confidence);
  if (!a.sd || !b.sd) return std::nullopt;
  const double variance = MeanVariance(a) + MeanVariance(b);
  if (!(variance > 0)) return std::nullopt;
  MeanDifference result;
  result.difference = *a.mean - *b.mean;
  result.df = variance * variance /
              (MeanVariance(a) * MeanVariance(a) / Degrees(a) +
               MeanVariance(b) * MeanVariance(b) / Degrees(b));
  result.standard_error = std::sqrt(variance);
  result.t = result.difference / result.standard_error;
  const auto p = StudentTail(result.t, result.df);
  const auto critical = StudentQuantile((1 + confidence) / 2, result.df);
  if (!p || !critical) return std::nullopt;
  result.p = *p;
  result.low = result.difference - *critical * result.standard_error;
  result.high = result.difference + *critical * result.standard_error;
  return result;
}

std::optional<SpreadTest> CompareSpreads(std::span<const std::vector<double>> groups,
                                         SpreadCentre centre) {
  const Groups parts = DistancesFrom(groups, centre);
  if (parts.distances.size() < 2) return std::nullopt;
  const SplitMean grand = MeanOf(parts.all);
  double between = 0;
  double within = 0;
  for (const std::vector<double>& distances : parts.distances) {
    const SplitMean mean = MeanOf(distances);
    const double deviation = grand.Deviation(mean);
    between += static_cast<double>(distances.size()) * deviation * deviation;
    within += SquaredDeviations(distances, mean);
  }
  SpreadTest test;
  test.df1 = static_cast<double>(parts.distances.size()) - 1;
  test.df2 = static_cast<double>(parts.all.size() - parts.distances.size());
  if (!(within > 0)) return std::nullopt;
  test.f = between / test.df1 / (within / test.df2);
  const auto p = FTail(test.f, test.df1, test.df2);
  if (!p) return std::nullopt;
  test.p = *p;
  return test;
}

}  // namespace trena
