// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/threshold_guard.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

bool EndedWell(const MeasuredScenario& measured) {
  return measured.scenario->outcomes.contains(Outcome::kOk);
}

size_t FailedRuns(const MeasuredScenario& measured) {
  size_t failed = 0;
  for (const auto& [outcome, count] : measured.scenario->outcomes) {
    if (outcome != Outcome::kOk) failed += static_cast<size_t>(count);
  }
  return failed;
}

class GuardJudge {
 public:
  explicit GuardJudge(const StudyComparison& comparison) : comparison_(comparison) {}

  std::vector<GuardFinding> Findings() {
    for (size_t m = 0; m < comparison_.metrics.size(); ++m) AddMetric(m);
    AddFailures();
    for (size_t i = 0; i < comparison_.match.only_first.size(); ++i) {
      if (EndedWell(comparison_.match.only_first[i])) Add(GuardReason::kMissing, 0, i);
    }
    if (CostIsUnknown()) Add(GuardReason::kCostUnknown, 0, std::nullopt);
    return std::move(findings_);
  }

 private:
  void Add(GuardReason reason, size_t metric, std::optional<size_t> item) {
    findings_.push_back({reason, metric, item});
  }

  void AddMetric(size_t index) {
    const MetricChange& metric = comparison_.metrics[index];
    if (metric.crossed && metric.ratios > 1) Add(GuardReason::kAbove, index, std::nullopt);
    for (const ScenarioChange& change : metric.scenarios) {
      if (const auto reason = ReasonOf(change)) Add(*reason, index, change.pair);
    }
  }

  std::optional<GuardReason> ReasonOf(const ScenarioChange& change) const {
    if (change.crossed) return GuardReason::kAbove;
    const MatchedPair& pair = comparison_.match.pairs[change.pair];
    // What ended well on one side alone, or on none, is told by AddFailures, or did not change.
    if (!EndedWell(pair.first) || !EndedWell(pair.second)) return std::nullopt;
    if (!change.ratio || !change.ratio->interval.high) return GuardReason::kFewRuns;
    const bool kept = *change.ratio->interval.high <= 1 + *comparison_.request.threshold;
    return kept ? std::nullopt : std::optional(GuardReason::kWide);
  }

  void AddFailures() {
    for (size_t i = 0; i < comparison_.match.pairs.size(); ++i) {
      const MatchedPair& pair = comparison_.match.pairs[i];
      if (!EndedWell(pair.first)) continue;
      if (!EndedWell(pair.second)) {
        Add(GuardReason::kNeverEndsWell, 0, i);
      } else if (FailedRuns(pair.first) == 0 && FailedRuns(pair.second) > 0) {
        Add(GuardReason::kFailsMore, 0, i);
      }
    }
  }

  // One side has a price, or a rate is missing: "dearer" was asked for and is not known.
  bool CostIsUnknown() const {
    switch (comparison_.no_cost) {
      case NoCost::kNoPrice:
        return comparison_.first.analysis.cost.currency !=
               comparison_.second.analysis.cost.currency;
      case NoCost::kNoRate:
      case NoCost::kOtherTime:
        return true;
      default:
        return false;
    }
  }

  const StudyComparison& comparison_;
  std::vector<GuardFinding> findings_;
};

}  // namespace

bool IsCrossing(GuardReason reason) {
  return reason == GuardReason::kAbove || reason == GuardReason::kNeverEndsWell ||
         reason == GuardReason::kFailsMore;
}

void JudgeThreshold(StudyComparison& comparison) {
  if (!comparison.request.threshold) return;
  comparison.guard_findings = GuardJudge(comparison).Findings();
  const auto& findings = comparison.guard_findings;
  const bool crossed =
      std::any_of(findings.begin(), findings.end(),
                  [](const GuardFinding& finding) { return IsCrossing(finding.reason); });
  comparison.guard = crossed            ? ThresholdVerdict::kCrossed
                     : findings.empty() ? ThresholdVerdict::kKept
                                        : ThresholdVerdict::kCannotJudge;
}

std::optional<double> SmallestDetectable(const RatioInterval& interval) {
  if (!interval.low || !interval.high || !(*interval.low > 0)) return std::nullopt;
  // Half the interval of the logarithm.
  return std::sqrt(*interval.high / *interval.low) - 1;
}

std::optional<double> DetectableEverywhere(const StudyComparison& comparison) {
  std::optional<double> largest;
  for (const MetricChange& metric : comparison.metrics) {
    for (const ScenarioChange& change : metric.scenarios) {
      if (change.detectable) largest = std::max(largest.value_or(0), *change.detectable);
    }
  }
  return largest;
}

}  // namespace trena
