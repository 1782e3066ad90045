// SPDX-License-Identifier: Apache-2.0
// What changed between two studies (before and after an upgrade, two machines, two people),
// scenario by scenario and on the whole (docs/compare.md). The ratio is the second's geometric mean
// over the first's (stats/comparisons/ratio_interval.h). Intervals of scenarios are Bonferroni's,
// so that all of them hold together, and p-values Holm's; the verdict is read from the interval as
// in stats/model/comparisons.h. Plain data, drawn by report/comparison_*.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/compare/side_differences.h"
#include "analyze/compare/study_match.h"
#include "analyze/cost/shared_currency.h"
#include "core/result.h"
#include "stats/comparisons/ratio_interval.h"
#include "stats/model/comparisons.h"

namespace trena {

// One of the two.
struct StudySide {
  std::string name;  // as the person named it
  Analysis analysis;
  ReportOptions report = {};
  double confidence = 0.95;   // what intervals called 95 % take (plan/stopping.h)
  size_t other_runs = 0;      // in its folder, of no scenario of the study
  bool other_prices = false;  // it has none of its own: the other study's
};

struct ComparisonRequest {
  enum class Metrics { kBoth, kTime, kCost };
  Metrics metrics = Metrics::kBoth;
  double same_within = 0.05;
  std::optional<double> threshold = {};  // more than this is too much
  std::vector<std::string> across = {};
};

// One metric of a pair of scenarios.
struct ScenarioChange {
  size_t pair = 0;  // of StudyMatch
  size_t first_n = 0;
  size_t second_n = 0;
  std::optional<double> first_mean;  // geometric
  std::optional<double> second_mean;
  std::optional<SampleRatio> ratio;  // missing without values above zero on both sides
  std::optional<double> p;           // Holm's
  PairVerdict verdict = PairVerdict::kCannotTell;
  // A change of this much or more would have been seen: its interval leaves out 1. Missing without
  // an interval.
  std::optional<double> detectable;
  bool crossed = false;  // the threshold, with certainty
};

// One metric of all pairs.
struct MetricChange {
  std::string metric;  // train_s, wall_s or cost
  std::string currency;
  std::vector<ScenarioChange> scenarios;  // one for each pair
  size_t tested = 0;                      // of them, with an interval
  size_t ratios = 0;                      // behind `overall`
  std::optional<RatioInterval> overall;   // geometric mean of the ratios
  bool by_scenarios = false;  // its interval is of how ratios differ: a run alone has no spread
  PairVerdict verdict = PairVerdict::kCannotTell;
  std::optional<double> detectable;  // as that of a scenario
  bool crossed = false;
};

// Why costs are not compared.
enum class NoCost {
  kNone,  // they are
  kNotAsked,
  kSameAsTime,  // their ratios are those of time
  kNoPrice,     // one side has none
  kNoRate,      // no dated rate between the currencies
  kOtherTime    // one side's is of training, the other's of the whole run
};

// What is left of a threshold that was asked for: kept only where every scenario is known to keep
// it (threshold_guard.h).
enum class ThresholdVerdict { kNotAsked, kKept, kCrossed, kCannotJudge };

// Why a threshold is not kept. The first three are a crossing, the others leave it open.
enum class GuardReason {
  kAbove,          // a scenario, or all together, with certainty
  kNeverEndsWell,  // it did in the first
  kFailsMore,      // runs of it failed, and none did in the first
  kMissing,        // not measured in the second
  kFewRuns,        // no interval: a single run on a side
  kWide,           // the interval has both what keeps the threshold and what crosses it
  kCostUnknown     // costs cannot be compared, and were not left out by asking for times
};

struct GuardFinding {
  GuardReason reason = GuardReason::kAbove;
  size_t metric = 0;           // of StudyComparison::metrics, where the reason is one of a metric
  std::optional<size_t> item;  // a pair, or one of only_first where it is missing; none: all
};

struct StudyComparison {
  StudySide first;
  StudySide second;
  ComparisonRequest request;
  StudyMatch match;                  // points into the two analyses
  std::vector<std::string> varying;  // names of values that differ between pairs
  std::vector<MetricChange> metrics;
  NoCost no_cost = NoCost::kNone;
  std::optional<ExchangeRate> rate;  // costs were converted by
  std::vector<size_t> failed_first;  // pairs with runs that ended well on the other side alone
  std::vector<size_t> failed_second;
  std::vector<SideDifference> differences;
  std::optional<double> speed;  // of the second's machine against the first's, by the yardstick
  ThresholdVerdict guard = ThresholdVerdict::kNotAsked;
  std::vector<GuardFinding> guard_findings;  // none where it is kept or not asked

  StudyComparison() = default;
  StudyComparison(StudyComparison&&) = default;  // the analyses' scenarios stay where they are
  StudyComparison& operator=(StudyComparison&&) = default;
  StudyComparison(const StudyComparison&) = delete;
};

// An InputError where nothing can be matched (study_match.h), or costs alone are asked for and
// cannot be compared.
Result<StudyComparison> CompareStudies(StudySide first, StudySide second,
                                       const ComparisonRequest& request);

}  // namespace trena
