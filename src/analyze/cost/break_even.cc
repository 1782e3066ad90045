// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/break_even.h"

#include <algorithm>

#include "analyze/analysis.h"
#include "analyze/cost/pricing.h"
#include "analyze/metrics.h"
#include "stats/distributions.h"
#include "stats/ratio_interval.h"

namespace trena {
namespace {

struct TimePair {
  const Summary* time;     // on the environment
  const Summary* against;  // on the other
};

// Levels by which scenarios differ, beside the environment and what moves in step with it.
Values OtherLevels(const ScenarioAnalysis& scenario, const Analysis& analysis) {
  const auto& factors = analysis.main.factors;
  Values levels;
  for (const auto& [name, level] : scenario.levels) {
    const bool varies = std::find(factors.begin(), factors.end(), name) != factors.end();
    if (varies && name != "environment") levels.emplace_back(name, level);
  }
  return levels;
}

const Summary* TimeOf(const ScenarioAnalysis& scenario, const std::string& metric) {
  const MetricAnalysis* time = FindMetric(scenario, metric);
  return time != nullptr && time->summary.mean ? &time->summary : nullptr;
}

std::vector<TimePair> PairsOf(const Analysis& analysis, const std::string& environment,
                              const std::string& against) {
  std::vector<TimePair> pairs;
  for (const ScenarioAnalysis& a : analysis.scenarios) {
    const Summary* time = TimeOf(a, analysis.time);
    if (a.environment != environment || time == nullptr) continue;
    const Values levels = OtherLevels(a, analysis);
    for (const ScenarioAnalysis& b : analysis.scenarios) {
      if (b.environment != against || OtherLevels(b, analysis) != levels) continue;
      if (const Summary* other = TimeOf(b, analysis.time)) pairs.push_back({time, other});
    }
  }
  return pairs;
}

// A sum of means: its value, its variance, and Satterthwaite's Σ v² ÷ (n - 1).
struct MeanSum {
  double value = 0;
  double variance = 0;
  double for_df = 0;
  bool varies = true;  // every mean has a deviation

  void Add(const Summary& summary) {
    value += *summary.mean;
    varies = varies && summary.sd;
    if (!summary.sd) return;
    const auto n = static_cast<double>(summary.n);
    const double of_mean = *summary.sd * *summary.sd / n;
    variance += of_mean;
    for_df += of_mean * of_mean / (n - 1);
  }
};

// Of the other's times to the environment's.
std::optional<RatioInterval> TimeRatio(const std::vector<TimePair>& pairs, double confidence) {
  MeanSum time, against;
  for (const TimePair& pair : pairs) {
    time.Add(*pair.time);
    against.Add(*pair.against);
  }
  if (!(time.value > 0)) return std::nullopt;
  RatioInterval ratio{against.value / time.value, std::nullopt, std::nullopt};
  if (!time.varies || !against.varies) return ratio;
  const double r2 = ratio.ratio * ratio.ratio;
  const double variance = against.variance + r2 * time.variance;
  if (variance == 0) return ratio;  // nothing says how far chance goes
  const double df = variance * variance / (against.for_df + r2 * r2 * time.for_df);
  const auto t = StudentQuantile((1 + confidence) / 2, df);
  if (!t) return ratio;
  return PositiveRatio({.numerator = against.value,
                        .denominator = time.value,
                        .numerator_variance = against.variance,
                        .denominator_variance = time.variance,
                        .covariance = 0},
                       *t);
}

Standing StandingOf(const BreakEven& point) {
  if (!point.price) return Standing::kNoPrice;
  if (point.low && *point.price < *point.low) return Standing::kWins;
  if (point.high && *point.price > *point.high) return Standing::kLoses;
  return Standing::kCannotTell;
}

std::optional<BreakEven> Compare(const Analysis& analysis, const Pricing& pricing,
                                 const std::string& environment, const std::string& against) {
  const auto against_price = pricing.Cost(against, 3600);
  if (!against_price || *against_price <= 0) return std::nullopt;
  const std::vector<TimePair> pairs = PairsOf(analysis, environment, against);
  const auto ratio = TimeRatio(pairs, analysis.confidence);
  if (!ratio) return std::nullopt;
  BreakEven point;
  point.environment = environment;
  point.against = against;
  point.against_price = *against_price;
  point.price = pricing.Cost(environment, 3600);
  point.scenarios = pairs.size();
  point.below = *against_price * ratio->ratio;
  if (ratio->low) point.low = std::max(0.0, *against_price * *ratio->low);
  if (ratio->high) point.high = *against_price * *ratio->high;
  point.least = point.most = point.below;
  bool first = true;
  for (const TimePair& pair : pairs) {
    if (!(*pair.time->mean > 0)) continue;
    const double single = *against_price * *pair.against->mean / *pair.time->mean;
    point.least = first ? single : std::min(point.least, single);
    point.most = first ? single : std::max(point.most, single);
    first = false;
  }
  point.standing = StandingOf(point);
  return point;
}

}  // namespace

std::string ToString(Standing standing) {
  static constexpr const char* kNames[] = {"no_price", "wins", "loses", "cannot_tell"};
  return kNames[static_cast<size_t>(standing)];
}

std::vector<BreakEven> FindBreakEvens(const Analysis& analysis, const Pricing& pricing) {
  std::vector<std::string> environments;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const auto& name = scenario.environment;
    if (std::find(environments.begin(), environments.end(), name) == environments.end()) {
      environments.push_back(name);
    }
  }
  std::vector<BreakEven> points;
  for (const std::string& environment : environments) {
    for (const std::string& against : environments) {
      if (environment == against) continue;
      auto point = Compare(analysis, pricing, environment, against);
      if (point) points.push_back(std::move(*point));
    }
  }
  return points;
}

}  // namespace trena
