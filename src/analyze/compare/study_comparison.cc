// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/study_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analyze/compare/study_match.h"
#include "analyze/compare/threshold_guard.h"
#include "analyze/measured/run_values.h"
#include "analyze/metrics.h"
#include "core/text/text.h"

namespace trena {
namespace {

// Ratios nearer than this differ by rounding alone.
constexpr double kRounding = 1e-9;

using Metrics = ComparisonRequest::Metrics;

std::vector<double> ValuesIn(const MeasuredScenario& measured, const std::string& metric,
                             double times) {
  const MetricAnalysis* found = FindMetric(*measured.scenario, metric);
  std::vector<double> values = found == nullptr ? std::vector<double>{} : found->values;
  for (double& value : values) value *= times;
  return values;
}

// What the two sides' values of one metric are in each pair.
struct Samples {
  std::vector<double> first;
  std::vector<double> second;
  bool Tested() const { return first.size() > 1 && second.size() > 1; }
};

ScenarioChange ChangeOf(size_t pair, const Samples& samples, double confidence,
                        const ComparisonRequest& request) {
  ScenarioChange change;
  change.pair = pair;
  change.first_n = samples.first.size();
  change.second_n = samples.second.size();
  if (const auto mean = GeometricMean(samples.first)) change.first_mean = mean->ratio;
  if (const auto mean = GeometricMean(samples.second)) change.second_mean = mean->ratio;
  change.ratio = RatioOfSamples(samples.first, samples.second, confidence);
  if (!change.ratio) return change;
  const RatioInterval& interval = change.ratio->interval;
  change.p = change.ratio->p;
  change.verdict = VerdictOf(interval.low, interval.high, request.same_within);
  change.detectable = SmallestDetectable(interval);
  change.crossed = request.threshold && interval.low && *interval.low > 1 + *request.threshold;
  return change;
}

// The interval is of how runs spread where every ratio has one, else of how the ratios do.
void AddOverall(double confidence, const ComparisonRequest& request, MetricChange& metric) {
  std::vector<SampleRatio> ratios;
  std::vector<double> plain;
  for (const ScenarioChange& change : metric.scenarios) {
    if (!change.ratio) continue;
    ratios.push_back(*change.ratio);
    plain.push_back(change.ratio->interval.ratio);
  }
  metric.ratios = ratios.size();
  const auto mean = MeanOfRatios(ratios, confidence);
  if (!mean) return;
  metric.by_scenarios = !mean->interval.low;
  metric.overall = metric.by_scenarios ? GeometricMean(plain, confidence) : mean->interval;
  const RatioInterval& overall = *metric.overall;
  metric.verdict = VerdictOf(overall.low, overall.high, request.same_within);
  metric.detectable = SmallestDetectable(overall);
  metric.crossed = request.threshold && overall.low && *overall.low > 1 + *request.threshold;
}

class Comparer {
 public:
  explicit Comparer(StudyComparison& comparison)
      : comparison_(comparison),
        confidence_(std::max(comparison.first.confidence, comparison.second.confidence)) {}

  MetricChange Compare(const std::string& metric, const SharedCurrency& currency) const {
    std::vector<Samples> samples;
    for (const MatchedPair& pair : comparison_.match.pairs) {
      samples.push_back({ValuesIn(pair.first, metric, currency.first_times),
                         ValuesIn(pair.second, metric, currency.second_times)});
    }
    MetricChange change;
    change.metric = metric;
    change.currency = currency.currency;
    change.tested = static_cast<size_t>(
        std::count_if(samples.begin(), samples.end(), [](const Samples& s) { return s.Tested(); }));
    const auto family = static_cast<double>(std::max<size_t>(1, change.tested));
    for (size_t i = 0; i < samples.size(); ++i) {
      change.scenarios.push_back(
          ChangeOf(i, samples[i], 1 - (1 - confidence_) / family, comparison_.request));
    }
    AdjustByHolm(change.scenarios);
    AddOverall(confidence_, comparison_.request, change);
    return change;
  }

  // Whether every ratio is the same in both.
  static bool SameRatios(const MetricChange& a, const MetricChange& b) {
    for (size_t i = 0; i < a.scenarios.size(); ++i) {
      const auto& one = a.scenarios[i].ratio;
      const auto& other = b.scenarios[i].ratio;
      if (one.has_value() != other.has_value()) return false;
      if (one && std::abs(one->interval.ratio / other->interval.ratio - 1) > kRounding) {
        return false;
      }
    }
    return true;
  }

 private:
  const StudyComparison& comparison_;
  double confidence_;
};

// The training, unless one of the two tells the whole run alone.
std::string SharedTime(const StudyComparison& comparison) {
  const std::string& time = comparison.first.analysis.time;
  return time == comparison.second.analysis.time ? time : "wall_s";
}

Status CostAsked(const StudyComparison& comparison) {
  const StudySide &a = comparison.first, &b = comparison.second;
  const std::string& from = a.analysis.cost.currency;
  const std::string& to = b.analysis.cost.currency;
  switch (comparison.no_cost) {
    case NoCost::kNoPrice:
      return InputError(ForTerminal(fmt::format(
          "{} has no price, so costs cannot be compared; write `price` into its environments",
          from.empty() ? a.name : b.name)));
    case NoCost::kNoRate:
      return InputError(ForTerminal(
          fmt::format("{} is in {} and {} in {}; write a dated rate into one of the studies: "
                      "`report: {{ currency: {}, rate: {{ {}: …, date: … }} }}`",
                      a.name, from, b.name, to, from, to)));
    case NoCost::kOtherTime:
      return InputError(
          ForTerminal(fmt::format("the costs are of different times: of {} in {}, of {} in {}",
                                  a.analysis.time, a.name, b.analysis.time, b.name)));
    default:
      return Done{};
  }
}

void AddCost(const Comparer& comparer, StudyComparison& comparison) {
  const StudySide &a = comparison.first, &b = comparison.second;
  const bool asked = comparison.request.metrics == Metrics::kCost;
  if (a.analysis.cost.currency.empty() || b.analysis.cost.currency.empty()) {
    comparison.no_cost = NoCost::kNoPrice;
    return;
  }
  if (a.analysis.time != b.analysis.time) {
    comparison.no_cost = NoCost::kOtherTime;
    return;
  }
  const auto currency = ShareCurrency({a.analysis.cost, a.report}, {b.analysis.cost, b.report});
  if (!currency) {
    comparison.no_cost = NoCost::kNoRate;
    return;
  }
  comparison.rate = currency->rate;
  MetricChange cost = comparer.Compare("cost", *currency);
  if (!asked && Comparer::SameRatios(comparison.metrics.front(), cost)) {
    comparison.no_cost = NoCost::kSameAsTime;
    return;
  }
  comparison.metrics.push_back(std::move(cost));
}

void AddFailures(StudyComparison& comparison) {
  const auto ended_well = [](const MeasuredScenario& measured) {
    return measured.scenario->outcomes.contains(Outcome::kOk);
  };
  for (size_t i = 0; i < comparison.match.pairs.size(); ++i) {
    const MatchedPair& pair = comparison.match.pairs[i];
    if (ended_well(pair.first) == ended_well(pair.second)) continue;
    (ended_well(pair.first) ? comparison.failed_second : comparison.failed_first).push_back(i);
  }
}

// In the order in which the first study has them.
std::vector<std::string> VaryingNames(const StudyMatch& match) {
  std::vector<std::string> names;
  const Values reference = ValuesOf(*match.pairs.front().first.run);
  for (const auto& [name, value] : reference) {
    const auto differs = [&, &name = name, &value = value](const MatchedPair& pair) {
      const Values values = ValuesOf(*pair.first.run);
      const Value* own = Find(values, name);
      return own == nullptr || !(*own == value);
    };
    if (std::any_of(match.pairs.begin(), match.pairs.end(), differs)) names.push_back(name);
  }
  return names;
}

}  // namespace

Result<StudyComparison> CompareStudies(StudySide first, StudySide second,
                                       const ComparisonRequest& request) {
  StudyComparison comparison;
  comparison.first = std::move(first);
  comparison.second = std::move(second);
  comparison.request = request;
  const Analysis& a = comparison.first.analysis;
  const Analysis& b = comparison.second.analysis;
  TRENA_ASSIGN(comparison.match, MatchStudies(a, b, request.across));
  comparison.varying = VaryingNames(comparison.match);
  const Comparer comparer(comparison);
  if (request.metrics != Metrics::kCost) {
    comparison.metrics.push_back(comparer.Compare(SharedTime(comparison), {}));
  }
  comparison.no_cost = NoCost::kNotAsked;
  if (request.metrics != Metrics::kTime) {
    comparison.no_cost = NoCost::kNone;
    AddCost(comparer, comparison);
  }
  if (request.metrics == Metrics::kCost) TRENA_CHECK(CostAsked(comparison));
  AddFailures(comparison);
  comparison.differences = FindDifferences(comparison.match, a, b);
  comparison.speed = SpeedRatio(comparison.match, a, b);
  JudgeThreshold(comparison);
  return comparison;
}

}  // namespace trena
