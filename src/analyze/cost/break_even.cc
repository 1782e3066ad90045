// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/break_even.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyze/analysis.h"
#include "analyze/cost/pricing.h"
#include "analyze/metrics.h"
#include "stats/comparisons/ratio_interval.h"
#include "stats/distributions.h"

namespace trena {
namespace {

struct TimePair {
  const MetricAnalysis* time;     // on the environment
  const MetricAnalysis* against;  // on the other
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

const MetricAnalysis* TimeOf(const ScenarioAnalysis& scenario, const std::string& metric) {
  const MetricAnalysis* time = FindMetric(scenario, metric);
  return time != nullptr && time->summary.mean ? time : nullptr;
}

std::vector<TimePair> PairsOf(const Analysis& analysis, const std::string& environment,
                              const std::string& against) {
  std::vector<TimePair> pairs;
  for (const ScenarioAnalysis& a : analysis.scenarios) {
    const MetricAnalysis* time = TimeOf(a, analysis.time);
    if (a.environment != environment || time == nullptr) continue;
    const Values levels = OtherLevels(a, analysis);
    for (const ScenarioAnalysis& b : analysis.scenarios) {
      if (b.environment != against || OtherLevels(b, analysis) != levels) continue;
      if (const MetricAnalysis* other = TimeOf(b, analysis.time)) pairs.push_back({time, other});
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

// The whole plot of each run, by its folder; empty where runs are in none.
using PlotsOfRuns = std::map<std::string, int>;

PlotsOfRuns FindPlots(const Analysis& analysis) {
  PlotsOfRuns plots;
  if (!analysis.main.stated || !InPlots(*analysis.main.stated)) return plots;
  for (const RunRecord& run : analysis.runs) plots.emplace(run.folder, run.plot);
  return plots;
}

// A sum of means whose runs are in whole plots: runs of a plot are alike, so that plots are what is
// independent. What a plot adds to the sum beyond its share is d = Σ (y − mean) ÷ n over its runs;
// of r plots that the same scenarios are in, the sum's variance is r ÷ (r − 1) · Σ d², with r − 1
// degrees of freedom (Liang and Zeger, Biometrika 73, 1986, with the factor for few plots). Where
// every plot has every scenario that is the variance of the mean of plots.
class PlotSum {
 public:
  explicit PlotSum(const PlotsOfRuns& plots) : plots_(plots) {}

  void Add(const MetricAnalysis& time) {
    sum_.value += *time.summary.mean;
    std::optional<int> first;
    for (size_t i = 0; i < time.values.size(); ++i) {
      const auto plot = i < time.folders.size() ? plots_.find(time.folders[i]) : plots_.end();
      if (plot == plots_.end()) {
        sum_.varies = false;
        continue;
      }
      const double share =
          (time.values[i] - *time.summary.mean) / static_cast<double>(time.values.size());
      deviations_[plot->second] += share;
      kind_of_.try_emplace(plot->second, plot->second);
      if (first) Join(*first, plot->second);
      first = plot->second;
    }
  }

  MeanSum Take() {
    std::map<int, std::pair<double, double>> kinds;  // Σ d², plots
    for (const auto& [plot, deviation] : deviations_) {
      auto& kind = kinds[kind_of_.at(plot)];
      kind.first += deviation * deviation;
      kind.second += 1;
    }
    for (const auto& [name, kind] : kinds) {
      const auto& [squares, plots] = kind;
      sum_.varies = sum_.varies && plots > 1;
      if (!(plots > 1)) continue;
      const double variance = plots / (plots - 1) * squares;
      sum_.variance += variance;
      sum_.for_df += variance * variance / (plots - 1);
    }
    return sum_;
  }

 private:
  // Plots that a scenario is in are of one kind.
  void Join(int plot, int other) {
    const int from = kind_of_.at(other), to = kind_of_.at(plot);
    for (auto& [name, kind] : kind_of_) kind = kind == from ? to : kind;
  }

  const PlotsOfRuns& plots_;
  MeanSum sum_;
  std::map<int, double> deviations_;
  std::map<int, int> kind_of_;
};

MeanSum SumOf(const std::vector<TimePair>& pairs, const MetricAnalysis* TimePair::* side,
              const PlotsOfRuns& plots) {
  MeanSum sum;
  PlotSum in_plots(plots);
  for (const TimePair& pair : pairs) {
    sum.Add((pair.*side)->summary);
    if (!plots.empty()) in_plots.Add(*(pair.*side));
  }
  return plots.empty() ? sum : in_plots.Take();
}

// Of the other's times to the environment's.
std::optional<RatioInterval> TimeRatio(const std::vector<TimePair>& pairs, const PlotsOfRuns& plots,
                                       double confidence) {
  const MeanSum time = SumOf(pairs, &TimePair::time, plots);
  const MeanSum against = SumOf(pairs, &TimePair::against, plots);
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
  const auto ratio = TimeRatio(pairs, FindPlots(analysis), analysis.confidence);
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
    const double time = *pair.time->summary.mean;
    if (!(time > 0)) continue;
    const double single = *against_price * *pair.against->summary.mean / time;
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
