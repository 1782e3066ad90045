// SPDX-License-Identifier: Apache-2.0
#include "report/compare/comparison_json.h"

#include "analyze/compare/study_match.h"
#include "analyze/measured/run_values.h"
#include "core/json.h"
#include "core/text/text.h"
#include "report/compare/comparison_words.h"
#include "report/formats/model_json.h"

namespace trena {
namespace {

constexpr int kComparisonFormat = 1;

const char* CodeOf(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kSetting:
      return "setting";
    case DifferenceKind::kEnvironment:
      return "environment";
    case DifferenceKind::kFramework:
      return "framework";
    case DifferenceKind::kPackage:
      return "package";
    case DifferenceKind::kMachine:
      return "machine";
    case DifferenceKind::kInput:
      return "input";
    case DifferenceKind::kSeed:
      return "seed";
    case DifferenceKind::kPrice:
      return "price";
    case DifferenceKind::kTrena:
      break;
  }
  return "trena";
}

const char* CodeOf(NoCost why) {
  switch (why) {
    case NoCost::kNone:
      return "compared";
    case NoCost::kNotAsked:
      return "not_asked";
    case NoCost::kSameAsTime:
      return "same_as_time";
    case NoCost::kNoPrice:
      return "no_price";
    case NoCost::kNoRate:
      return "no_rate";
    case NoCost::kOtherTime:
      break;
  }
  return "other_time";
}

Json GuardJson(ThresholdVerdict guard) {
  switch (guard) {
    case ThresholdVerdict::kNotAsked:
      return nullptr;
    case ThresholdVerdict::kKept:
      return "kept";
    case ThresholdVerdict::kCrossed:
      return "crossed";
    case ThresholdVerdict::kCannotJudge:
      break;
  }
  return "cannot_judge";
}

const char* CodeOf(GuardReason reason) {
  switch (reason) {
    case GuardReason::kAbove:
      return "above";
    case GuardReason::kNeverEndsWell:
      return "never_ends_well";
    case GuardReason::kFailsMore:
      return "fails_more";
    case GuardReason::kMissing:
      return "missing";
    case GuardReason::kFewRuns:
      return "few_runs";
    case GuardReason::kWide:
      return "cannot_tell";
    case GuardReason::kCostUnknown:
      break;
  }
  return "cost_unknown";
}

// Why the threshold is not kept; `scenario` is the first's, null where it is all of them.
Json FindingsJson(const StudyComparison& comparison) {
  Json json = Json::array();
  for (const GuardFinding& finding : comparison.guard_findings) {
    const bool of_metric = finding.reason == GuardReason::kAbove ||
                           finding.reason == GuardReason::kFewRuns ||
                           finding.reason == GuardReason::kWide;
    Json scenario;
    if (finding.item) {
      const bool missing = finding.reason == GuardReason::kMissing;
      scenario = missing ? comparison.match.only_first[*finding.item].scenario->id
                         : comparison.match.pairs[*finding.item].first.scenario->id;
    }
    json.push_back(
        {{"reason", CodeOf(finding.reason)},
         {"metric", of_metric ? Json(comparison.metrics[finding.metric].metric) : Json()},
         {"scenario", scenario}});
  }
  return json;
}

Json SideJson(const StudyComparison& comparison, const StudySide& side,
              MeasuredScenario MatchedPair::* which) {
  const auto runs = ComparedRuns(comparison.match, side.analysis, which);
  bool simulated = false, synthetic = false, stand_in = false;
  for (const RunRecord* run : runs) {
    simulated = simulated || run->simulated;
    synthetic = synthetic || run->synthetic;
    stand_in = stand_in || !run->stand_in.empty();
  }
  const std::string& currency = side.analysis.cost.currency;
  return {{"name", side.name},
          {"study", side.analysis.study},
          {"runs", runs.size()},
          {"other_runs", side.other_runs},
          {"set_aside", side.analysis.set_aside},
          {"currency", currency.empty() ? Json() : Json(currency)},
          {"other_prices", side.other_prices},
          {"simulated", simulated},
          {"synthetic", synthetic},
          {"stand_in", stand_in}};
}

Json IntervalJson(const RatioInterval& interval) {
  return {{"ratio", OrNull(interval.ratio)},
          {"low", OrNull(interval.low)},
          {"high", OrNull(interval.high)}};
}

Json ChangeJson(const ScenarioChange& change, const MatchedPair& pair) {
  Json json = {{"first", pair.first.scenario->id},
               {"second", pair.second.scenario->id},
               {"values", ToJson(ValuesOf(*pair.first.run))},
               {"first_n", change.first_n},
               {"second_n", change.second_n},
               {"first_mean", OrNull(change.first_mean)},
               {"second_mean", OrNull(change.second_mean)}};
  if (change.ratio) {
    json.update(IntervalJson(change.ratio->interval));
  } else {
    json.update(Json{{"ratio", nullptr}, {"low", nullptr}, {"high", nullptr}});
  }
  json["p"] = OrNull(change.p);
  json["verdict"] = CodeOf(change.verdict);
  json["detectable"] = OrNull(change.detectable);
  json["crossed"] = change.crossed;
  return json;
}

Json MetricJson(const StudyComparison& comparison, const MetricChange& metric) {
  Json overall;
  if (metric.overall) {
    overall = IntervalJson(*metric.overall);
    overall["n"] = metric.ratios;
    overall["spread_of"] = metric.by_scenarios ? "scenarios" : "runs";
    overall["verdict"] = CodeOf(metric.verdict);
    overall["detectable"] = OrNull(metric.detectable);
    overall["crossed"] = metric.crossed;
  }
  Json scenarios = Json::array();
  for (const ScenarioChange& change : metric.scenarios) {
    scenarios.push_back(ChangeJson(change, comparison.match.pairs[change.pair]));
  }
  return {{"metric", metric.metric},
          {"currency", metric.currency.empty() ? Json() : Json(metric.currency)},
          {"tested", metric.tested},
          {"overall", overall},
          {"scenarios", scenarios}};
}

Json MissingJson(const std::vector<MeasuredScenario>& scenarios) {
  Json json = Json::array();
  for (const MeasuredScenario& measured : scenarios) {
    json.push_back({{"id", measured.scenario->id}, {"values", ToJson(ValuesOf(*measured.run))}});
  }
  return json;
}

Json FailedJson(const StudyComparison& comparison, const std::vector<size_t>& pairs,
                MeasuredScenario MatchedPair::* which) {
  Json json = Json::array();
  for (size_t i : pairs) json.push_back((comparison.match.pairs[i].*which).scenario->id);
  return json;
}

Json DifferencesJson(const StudyComparison& comparison) {
  Json json = Json::array();
  for (const SideDifference& difference : comparison.differences) {
    json.push_back({{"kind", CodeOf(difference.kind)},
                    {"name", difference.name},
                    {"first", difference.first},
                    {"second", difference.second}});
  }
  return json;
}

Json RateJson(const std::optional<ExchangeRate>& rate) {
  if (!rate) return nullptr;
  return {{"currency", rate->currency}, {"rate", rate->rate}, {"date", *rate->date}};
}

}  // namespace

std::string ComparisonJson(const StudyComparison& comparison, const ReportContext& context) {
  const ComparisonText text = ComparisonInWords(comparison, Words(context.language));
  Json metrics = Json::array();
  for (const MetricChange& metric : comparison.metrics) {
    metrics.push_back(MetricJson(comparison, metric));
  }
  const auto& match = comparison.match;
  const Json json = {
      {"format", kComparisonFormat},
      {"trena", context.trena_version},
      {"generated", context.generated},
      {"language", CodeOf(context.language)},
      {"first", SideJson(comparison, comparison.first, &MatchedPair::first)},
      {"second", SideJson(comparison, comparison.second, &MatchedPair::second)},
      {"confidence", comparison.first.analysis.confidence},
      {"same_within", comparison.request.same_within},
      {"threshold", OrNull(comparison.request.threshold)},
      {"across", comparison.request.across},
      {"metrics", metrics},
      {"cost", CodeOf(comparison.no_cost)},
      {"rate", RateJson(comparison.rate)},
      {"missing",
       {{"first", MissingJson(match.only_second)}, {"second", MissingJson(match.only_first)}}},
      {"failed",
       {{"first", FailedJson(comparison, comparison.failed_first, &MatchedPair::first)},
        {"second", FailedJson(comparison, comparison.failed_second, &MatchedPair::second)}}},
      {"differences", DifferencesJson(comparison)},
      {"speed", OrNull(comparison.speed)},
      {"guard", GuardJson(comparison.guard)},
      {"guard_findings", FindingsJson(comparison)},
      {"answer", Join(text.answer, " ")}};
  return Dump(json, 2) + "\n";
}

}  // namespace trena
