// SPDX-License-Identifier: Apache-2.0
#include "report/answer/bottleneck_words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/text/text.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

std::string LimitWord(LimitKind limit, const Words& words) {
  switch (limit) {
    case LimitKind::kSwapping:
      return words.Say({"swapping", "trocando páginas (swap)"});
    case LimitKind::kThrottled:
      return words.Say({"throttled", "contido por calor, energia ou cota"});
    case LimitKind::kDisturbed:
      return words.Say({"disturbed", "perturbado por outros"});
    case LimitKind::kGpu:
      return words.Say({"GPU-bound", "limitado pela GPU"});
    case LimitKind::kCpu:
      return words.Say({"CPU-bound", "limitado pela CPU"});
    case LimitKind::kMemory:
      return words.Say({"memory-bound", "limitado pela memória"});
    case LimitKind::kInput:
      return words.Say({"input-bound", "limitado pela entrada de dados"});
    case LimitKind::kCannotTell:
      return words.Say(label::kCannotTell);
  }
  return "";
}

// "cpu_pct 94.4 (≥ 85)": names are those of the run's metrics, whatever the language.
std::string EvidenceText(const LimitEvidence& evidence, const Words& words) {
  return evidence.metric + " " + words.Significant(evidence.value, 3) +
         (evidence.above ? " (≥ " : " (< ") + words.Significant(evidence.threshold, 3) + ")";
}

using RunList = std::vector<const RunLimit*>;

// The runs of each verdict, most of them first.
std::vector<std::pair<LimitKind, RunList>> ByLimit(const RunList& runs) {
  std::map<LimitKind, RunList> found;
  for (const RunLimit* run : runs) found[run->limit].push_back(run);
  std::vector<std::pair<LimitKind, RunList>> sorted(found.begin(), found.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  return sorted;
}

std::string Counted(LimitKind limit, size_t count, size_t runs, const Words& words) {
  return words.Say({"{limit} ({count} of {runs} [run|runs])",
                    "{limit} ({count} de {runs} [execução|execuções])"},
                   {{"limit", LimitWord(limit, words)},
                    {"count", std::to_string(count)},
                    {"runs", std::to_string(runs)}});
}

}  // namespace

ReportTable BottleneckTable(const Analysis& analysis, const Words& words) {
  ReportTable table{words.Say({"What limits each scenario", "O que limita cada cenário"}),
                    words.Say({"By the rules of docs/methods/limits.md, from means and peaks over "
                               "training; the evidence is of one run.",
                               "Pelas regras de docs/methods/limits.md, de médias e picos durante "
                               "o treinamento; a evidência é de uma execução."}),
                    {{words.Say(label::kScenario)},
                     {words.Say({"limit", "limite"})},
                     {words.Say({"evidence", "evidência"})}},
                    {}};
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    RunList runs;
    for (const RunLimit& run : analysis.limits.runs) {
      if (run.scenario == scenario.id) runs.push_back(&run);
    }
    std::string id = scenario.id;
    for (const auto& [limit, of_limit] : ByLimit(runs)) {
      std::vector<std::string> evidence;
      for (const LimitEvidence& one : of_limit[0]->evidence) {
        evidence.push_back(EvidenceText(one, words));
      }
      table.rows.push_back({{id, std::nullopt, false},
                            {Counted(limit, of_limit.size(), runs.size(), words), {}, false},
                            {Join(evidence, ", "), std::nullopt, false}});
      id.clear();
    }
  }
  return table;
}

void SayBottlenecks(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  RunList runs;
  for (const RunLimit& run : analysis.limits.runs) runs.push_back(&run);
  std::vector<std::string> limits;
  for (const auto& [limit, of_limit] : ByLimit(runs)) {
    limits.push_back(Counted(limit, of_limit.size(), runs.size(), words));
  }
  if (limits.empty()) return;
  out.push_back(
      words.Say({"What limits the runs: {limits}.", "O que limita as execuções: {limits}."},
                {{"limits", words.List(limits)}}));
  for (const UseAndTime& use : analysis.limits.uses) {
    const bool explains = use.low > 0 || use.high < 0;
    std::string metric = MetricText(words, use.metric, "").ThePhrase();
    if (explains && !metric.empty()) metric[0] = static_cast<char>(std::toupper(metric[0]));
    const std::vector<Words::Argument> arguments = {
        {"metric", metric},
        {"r", words.Fixed(use.r, 2)},
        {"confidence", words.Fixed(analysis.confidence * 100, 0)},
        {"interval", words.Say(label::kFromLowToHigh, {{"low", words.Fixed(use.low, 2)},
                                                       {"high", words.Fixed(use.high, 2)}})},
        {"n", std::to_string(use.scenarios)}};
    out.push_back(explains ? words.Say({"{metric} goes with the time across scenarios (r = {r}, "
                                        "{confidence}% interval {interval}, {n} scenarios).",
                                        "{metric} acompanha o tempo entre os cenários (r = {r}, "
                                        "intervalo de {confidence}% {interval}, {n} cenários)."},
                                       arguments)
                           : words.Say({"Whether {metric} goes with the time across scenarios "
                                        "cannot be told (r = {r}, {confidence}% interval "
                                        "{interval}, {n} scenarios).",
                                        "Não se sabe se {metric} acompanha o tempo entre os "
                                        "cenários (r = {r}, intervalo de {confidence}% {interval}, "
                                        "{n} cenários)."},
                                       arguments));
  }
}

Json BottlenecksJson(const BottleneckAnalysis& limits) {
  Json runs = Json::array();
  for (const RunLimit& run : limits.runs) {
    Json evidence = Json::array();
    for (const LimitEvidence& one : run.evidence) {
      evidence.push_back({{"metric", one.metric},
                          {"value", OrNull(one.value)},
                          {"threshold", OrNull(one.threshold)},
                          {"above", one.above}});
    }
    runs.push_back({{"run", run.folder},
                    {"scenario", run.scenario},
                    {"limit", ToString(run.limit)},
                    {"evidence", evidence}});
  }
  Json uses = Json::array();
  for (const UseAndTime& use : limits.uses) {
    uses.push_back({{"metric", use.metric},
                    {"scenarios", use.scenarios},
                    {"r", OrNull(use.r)},
                    {"low", OrNull(use.low)},
                    {"high", OrNull(use.high)}});
  }
  return {{"runs", runs}, {"use_and_time", uses}};
}

}  // namespace trena
