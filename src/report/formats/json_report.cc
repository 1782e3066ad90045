// SPDX-License-Identifier: Apache-2.0
#include "report/formats/json_report.h"

#include "core/json.h"
#include "report/answer/answer.h"
#include "report/answer/bottleneck_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/target_words.h"
#include "report/formats/model_json.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

Json Strings(const std::vector<std::string>& strings) { return Json(strings); }

Json OrNullText(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

Json MetricJson(const MetricAnalysis& metric) {
  const Summary& s = metric.summary;
  Json values = Json::array();
  for (double value : metric.values) values.push_back(OrNull(value));
  return {{"n", s.n},
          {"mean", OrNull(s.mean)},
          {"sd", OrNull(s.sd)},
          {"low", OrNull(s.low)},
          {"high", OrNull(s.high)},
          {"median", OrNull(s.median)},
          {"min", OrNull(s.min)},
          {"max", OrNull(s.max)},
          {"values", values}};
}

Json ScenarioJson(const ScenarioAnalysis& scenario) {
  Json metrics = Json::object();
  for (const auto& [name, metric] : scenario.metrics) metrics[name] = MetricJson(metric);
  Json outcomes = Json::object();
  for (const auto& [outcome, count] : scenario.outcomes) outcomes[ToString(outcome)] = count;
  return {{"id", scenario.id},
          {"key", scenario.key},
          {"levels", ToJson(scenario.levels)},
          {"environment", scenario.environment},
          {"price", PriceJson(scenario.price)},
          {"stand_in", scenario.stand_in},
          {"planned", scenario.planned},
          {"outcomes", outcomes},
          {"metrics", metrics}};
}

Json LargestBatchesJson(const Analysis& analysis) {
  Json list = Json::array();
  for (const LargestBatch& one : analysis.largest_batches) {
    list.push_back({{"levels", ToJson(one.others)},
                    {"fits", OrNull(one.fits)},
                    {"does_not", OrNull(one.does_not)}});
  }
  return list;
}

Json AnovaJson(const ResponseAnalysis& response) {
  return response.stated ? AnovaJson(response.stated->model.rows) : Json::array();
}

LevelsAsJson LevelsIn(const ResponseAnalysis& response) {
  return [&](const std::vector<size_t>& factors, const std::vector<uint32_t>& levels) {
    Values values;
    for (size_t i = 0; i < factors.size(); ++i) {
      values.emplace_back(response.factors[factors[i]], response.levels[factors[i]][levels[i]]);
    }
    return ToJson(values);
  };
}

Json EffectsJson(const ResponseAnalysis& response) {
  Json effects = Json::array();
  if (!response.stated) return effects;
  for (const Effect& effect : response.stated->model.effects) {
    const std::vector<uint32_t> levels(effect.levels.begin(), effect.levels.end());
    effects.push_back(EffectJson(effect, LevelsIn(response)(effect.factors, levels)));
  }
  return effects;
}

Json GrandMeanJson(const ResponseAnalysis& response) {
  if (!response.stated) return nullptr;
  const GrandMean& grand = response.stated->model.grand_mean;
  return {{"mean", OrNull(grand.mean)}, {"low", OrNull(grand.low)}, {"high", OrNull(grand.high)}};
}

// How the response was analysed, and what it found; nothing where it was not.
void AddModel(const ResponseAnalysis& response, Json& json) {
  if (!response.stated) return;
  json["model"] = ModelJson(*response.stated);
  json["model"]["scale"] = response.scale;
  json["means"] = MeansJson(*response.stated, LevelsIn(response));
}

// Why there is no analysis of variance; null where there is one.
Json WhyNotJson(const ResponseAnalysis& response) {
  if (response.stated || response.why_not.empty()) return nullptr;
  return {{"code", response.why_not}, {"details", Strings(response.why_not_details)}};
}

Json ResponsesJson(const Analysis& analysis) {
  Json responses = Json::object();
  for (const ResponseAnalysis& response : analysis.others) {
    responses[response.metric] = {{"unit", response.unit},
                                  {"grand_mean", GrandMeanJson(response)},
                                  {"anova", AnovaJson(response)},
                                  {"effects", EffectsJson(response)},
                                  {"why_not", WhyNotJson(response)}};
    AddModel(response, responses[response.metric]);
    if (response.stated && response.stated->baseline) {
      responses[response.metric]["baseline"] = BaselineJson(*response.stated);
    }
  }
  return responses;
}

Json EqualJson(const std::vector<EqualTrainings>& all) {
  Json list = Json::array();
  for (const EqualTrainings& equal : all) {
    Json json = {{"scenario", equal.scenario},
                 {"twin", equal.twin},
                 {"metric", equal.metric},
                 {"planned", equal.planned},
                 {"pairs", equal.pairs},
                 {"ratio", nullptr},
                 {"low", nullptr},
                 {"high", nullptr},
                 {"unseen", nullptr},
                 {"false_alarm", nullptr}};
    if (equal.ratio) {
      json["ratio"] = equal.ratio->ratio;
      json["low"] = equal.ratio->low;
      json["high"] = equal.ratio->high;
      json["unseen"] = equal.ratio->Unseen();
      json["false_alarm"] = equal.ratio->IsFalseAlarm();
    }
    list.push_back(json);
  }
  return list;
}

Json MachineSpeedJson(const Analysis& analysis) {
  Json all = Json::array();
  for (const MachineSpeed& speed : analysis.machine_speed) {
    Json runs = Json::array();
    for (const SpeedPoint& point : speed.points) {
      runs.push_back({{"run", point.folder},
                      {"scenario", point.scenario},
                      {"order", point.order},
                      {"speed", OrNull(point.speed)},
                      {"compute", OrNull(point.compute)},
                      {"memory", OrNull(point.memory)},
                      {"far", point.far}});
    }
    all.push_back({{"environment", speed.environment},
                   {"slowest", OrNull(speed.slowest)},
                   {"fastest", OrNull(speed.fastest)},
                   {"correlation", OrNull(speed.correlation)},
                   {"correlated", speed.correlated},
                   {"runs", runs}});
  }
  return all;
}

Json RunsJson(const Analysis& analysis) {
  Json outcomes = Json::object();
  for (const RunRecord& run : analysis.runs) {
    Json& count = outcomes[ToString(run.outcome)];
    count = count.is_null() ? 1 : count.get<int>() + 1;
  }
  return {{"planned", analysis.planned_runs},
          {"finished", analysis.finished_runs},
          {"attempts", analysis.runs.size()},
          {"outcomes", outcomes},
          {"pending_environments", Strings(analysis.pending_environments)},
          {"set_aside", Strings(analysis.set_aside)}};
}

Json RatesJson(const CostAnalysis& cost) {
  Json rates = Json::array();
  for (const ExchangeRate& rate : cost.rates) {
    rates.push_back({{"currency", rate.currency},
                     {"rate", OrNull(rate.rate)},
                     {"date", OrNullText(rate.date)}});
  }
  return rates;
}

Json RepricedJson(const CostAnalysis& cost) {
  Json repriced = Json::array();
  for (const Repricing& one : cost.repriced) {
    repriced.push_back({{"environment", one.environment},
                        {"price", PriceJson(one.now)},
                        {"study_price", PriceJson(one.before)}});
  }
  return repriced;
}

Json InvoiceJson(const std::optional<InvoiceGap>& gap) {
  if (!gap) return nullptr;
  return {{"amount", OrNull(gap->invoice)},
          {"gap", OrNull(gap->gap)},
          {"hypothesis",
           {{"seconds_per_attempt", OrNull(gap->seconds_per_attempt)},
            {"percent_of_time", OrNull(gap->percent_of_time)}}}};
}

Json BillJson(const BillAnalysis& bill) {
  Json lines = Json::array();
  for (const BillLine& line : bill.lines) {
    const bool expected = line.item == BillItem::kInterruptions;
    const char* source = line.setting.empty() ? "measured" : expected ? "expected" : "study";
    lines.push_back({{"environment", line.environment},
                     {"item", ToString(line.item)},
                     {"attempts", line.attempts},
                     {"seconds", OrNull(line.seconds)},
                     {"amount", OrNull(line.amount)},
                     {"source", source},
                     {"setting", line.setting.empty() ? Json() : Json(line.setting)}});
  }
  return {{"attempts", bill.attempts},
          {"total", OrNull(bill.total)},
          {"lines", lines},
          {"invoice", InvoiceJson(bill.invoice)}};
}

Json BreakEvensJson(const CostAnalysis& cost) {
  Json points = Json::array();
  for (const BreakEven& point : cost.break_evens) {
    points.push_back({{"environment", point.environment},
                      {"price", OrNull(point.price)},
                      {"against", point.against},
                      {"against_price", OrNull(point.against_price)},
                      {"below", OrNull(point.below)},
                      {"low", OrNull(point.low)},
                      {"high", OrNull(point.high)},
                      {"least", OrNull(point.least)},
                      {"most", OrNull(point.most)},
                      {"scenarios", point.scenarios},
                      {"standing", ToString(point.standing)}});
  }
  return points;
}

}  // namespace

std::string JsonReport(const Analysis& analysis, const ReportContext& context) {
  Words words(context.language);
  Json json = {{"format", kAnalysisFormat},
               {"trena", context.trena_version},
               {"generated", context.generated},
               {"language", CodeOf(context.language)},
               {"study", analysis.study},
               {"question", analysis.question},
               {"path", analysis.path},
               {"round", analysis.round},
               {"runs", RunsJson(analysis)},
               {"confidence", OrNull(analysis.confidence)},
               {"scenarios", Json::array()},
               {"response", analysis.response},
               {"unit", analysis.main.unit},
               {"grand_mean", GrandMeanJson(analysis.main)},
               {"anova", AnovaJson(analysis.main)},
               {"effects", EffectsJson(analysis.main)},
               {"why_not", WhyNotJson(analysis.main)},
               {"responses", ResponsesJson(analysis)},
               {"fastest", OrNullText(analysis.fastest)},
               {"cost", CostJson(analysis.cost)},
               {"target", TargetJson(analysis.target)},
               {"scaling", ScalingJson(analysis.scaling)},
               {"largest_batches", LargestBatchesJson(analysis)},
               {"limits", BottlenecksJson(analysis.limits)},
               {"verification", ToJson(analysis.verification)},
               {"machine_speed", MachineSpeedJson(analysis)},
               {"equal", EqualJson(analysis.equal)},
               {"warnings", WarningsJson(analysis.warnings, words)},
               {"verdict", ToString(analysis.verdict)},
               {"verdict_reasons", Strings(analysis.verdict_reasons)},
               {"reservations", ReservationsJson(analysis.reservations)},
               {"answer", AnswerInWords(analysis, words).Paragraph()},
               {"next_command", analysis.next_command}};
  AddModel(analysis.main, json);
  if (analysis.main.stated) AddFindings(*analysis.main.stated, json);
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    json["scenarios"].push_back(ScenarioJson(scenario));
  }
  return Dump(json, 2) + "\n";
}

Json PriceJson(const std::optional<Price>& price) {
  if (!price) return nullptr;
  if (price->free) return "free";
  return {{"per_hour", OrNull(price->per_hour)}, {"currency", price->currency}};
}

Json CostJson(const CostAnalysis& cost) {
  return {{"currency", cost.currency.empty() ? Json() : Json(cost.currency)},
          {"spent", OrNull(cost.spent)},
          {"budget", OrNull(cost.budget)},
          {"cheapest", OrNullText(cost.cheapest)},
          {"not_told_apart", cost.not_told_apart},
          {"cheapest_bill", OrNullText(cost.cheapest_bill)},
          {"pareto", cost.pareto},
          {"without_price", cost.without_price},
          {"rates", RatesJson(cost)},
          {"repriced", RepricedJson(cost)},
          {"bill", BillJson(cost.bill)},
          {"break_even", BreakEvensJson(cost)}};
}

}  // namespace trena
