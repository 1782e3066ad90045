// SPDX-License-Identifier: Apache-2.0
#include "report/answer/short_answer.h"

#include <algorithm>

#include "analyze/warnings.h"
#include "report/answer/answer.h"
#include "report/answer/baseline_words.h"
#include "report/answer/check_words.h"
#include "report/answer/cost_answer.h"
#include "report/answer/equal_words.h"
#include "report/answer/model_words.h"
#include "report/answer/scenario_text.h"
#include "report/answer/target_words.h"
#include "report/words/metric_words.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

using Sentences = std::vector<std::string>;

void SayWhatDrives(const Analysis& analysis, const Words& words, Sentences& out) {
  const Sentences drivers = DriversInWords(analysis, words);
  out.insert(out.end(), drivers.begin(), drivers.end());
  if (!analysis.main.stated) return;
  const Sentences pairs = ComparisonInWords(*analysis.main.stated, words);
  if (!pairs.empty()) out.push_back(pairs.front());
}

// "1.92 ± 0.05 s (n = 3)", with the cost where there is one.
std::string TimeAndCostOf(const ScenarioAnalysis& scenario, const Analysis& analysis,
                          const Words& words) {
  const Summary* time = SummaryOf(scenario, analysis.time);
  const Summary* cost = SummaryOf(scenario, "cost");
  std::vector<std::string> parts;
  if (time != nullptr && time->mean) {
    parts.push_back(MetricText(words, analysis.time, "").Quantity(*time));
  }
  if (cost != nullptr && cost->mean && *cost->mean > 0) {
    const MetricText money(words, "cost", MoneyUnitOf(analysis));
    parts.push_back(money.WithUnit(money.Number(*cost)));
  }
  return words.List(parts);
}

// Who else may be the least: certain, by chance, or some others.
std::string OthersInWords(const Summary* summary, const std::vector<std::string>& others,
                          const Words& words) {
  if (summary == nullptr || !summary->low) {
    return words.Say({"a single run has no interval, so it may be chance",
                      "uma única execução não tem intervalo: pode ser acaso"});
  }
  if (others.empty())
    return words.Say({"told apart from all others", "distinto de todos os outros"});
  return words.Say({"{others} cannot be told apart from it", "não se distingue de {others}"},
                   {{"others", ShortList(others, words)}});
}

void SayLeast(Sentence sentence, const std::string& metric, const std::string& id,
              const std::vector<std::string>& others, const Analysis& analysis, const Words& words,
              Sentences& out) {
  const ScenarioAnalysis* scenario = FindScenario(analysis, id);
  if (scenario == nullptr) return;
  out.push_back(words.Say(
      sentence, {{"scenario", NameOf(*scenario, analysis)},
                 {"quantity", TimeAndCostOf(*scenario, analysis, words)},
                 {"others", OthersInWords(SummaryOf(*scenario, metric), others, words)}}));
}

constexpr Sentence kBoth{"Fastest and cheapest is {scenario}: {quantity}; {others}.",
                         "O mais rápido e mais barato é {scenario}: {quantity}; {others}."};
constexpr Sentence kFastest{"Fastest is {scenario}: {quantity}; {others}.",
                            "O mais rápido é {scenario}: {quantity}; {others}."};
constexpr Sentence kCheapest{"Cheapest is {scenario}: {quantity}; {others}.",
                             "O mais barato é {scenario}: {quantity}; {others}."};

void SayTheBest(const Analysis& analysis, const Words& words, Sentences& out) {
  const auto& cheapest = analysis.cost.cheapest;
  if (analysis.scenarios.size() == 1) {
    const ScenarioAnalysis& only = analysis.scenarios[0];
    const std::string quantity = TimeAndCostOf(only, analysis, words);
    if (quantity.empty()) return;
    out.push_back(
        words.Say({"Training {scenario} takes {quantity}.", "Treinar {scenario} leva {quantity}."},
                  {{"scenario", NameOf(only, analysis)}, {"quantity", quantity}}));
    return;
  }
  if (!analysis.fastest) return;
  const bool one = cheapest == analysis.fastest &&
                   analysis.cost.not_told_apart == analysis.fastest_not_told_apart;
  SayLeast(one ? kBoth : kFastest, analysis.time, *analysis.fastest,
           analysis.fastest_not_told_apart, analysis, words, out);
  const ScenarioAnalysis* dearest = ExtremesOf(analysis, "cost").second;
  const bool free = dearest != nullptr && *SummaryOf(*dearest, "cost")->mean == 0;
  if (!one && cheapest && !free) {
    SayLeast(kCheapest, "cost", *cheapest, analysis.cost.not_told_apart, analysis, words, out);
  }
}

void SaySlowest(const Analysis& analysis, const Words& words, Sentences& out) {
  const ScenarioAnalysis* slowest = ExtremesOf(analysis, analysis.time).second;
  const ScenarioAnalysis* fastest =
      analysis.fastest ? FindScenario(analysis, *analysis.fastest) : nullptr;
  if (slowest == nullptr || fastest == nullptr || slowest == fastest) return;
  const double least = *SummaryOf(*fastest, analysis.time)->mean;
  if (least <= 0) return;
  const double most = *SummaryOf(*slowest, analysis.time)->mean;
  out.push_back(words.Say({"Slowest is {scenario}: {quantity}, {ratio} times the fastest's time.",
                           "O mais lento é {scenario}: {quantity}, {ratio} vezes o tempo do mais "
                           "rápido."},
                          {{"scenario", NameOf(*slowest, analysis)},
                           {"quantity", TimeAndCostOf(*slowest, analysis, words)},
                           {"ratio", words.Significant(most / least, 2)}}));
}

// Of the environments that were compared; the rest is in the table of break-even prices.
void SayFirstBreakEven(const Analysis& analysis, const Words& words, Sentences& out) {
  Sentences all;
  SayBreakEvens(analysis, words, all);
  if (!all.empty()) out.push_back(all.front());
}

// Warnings about what the numbers are of; of several the first, with how many more there are.
void SayCannotTell(const Analysis& analysis, const Words& words, Sentences& out) {
  std::vector<std::string> caveats;
  for (const Warning& warning : analysis.warnings) {
    const WarningRow* row = FindWarning(warning.code);
    if (row != nullptr && row->caveat) caveats.push_back(Explain(warning, words).seen);
  }
  for (size_t i = 0; i < std::min<size_t>(caveats.size(), 2); ++i) out.push_back(caveats[i]);
}

}  // namespace

std::vector<std::string> ShortAnswer(const Analysis& analysis, const Words& words) {
  Sentences out;
  SayWhatDrives(analysis, words, out);
  SayRepriced(analysis, words, out);
  SayTheBest(analysis, words, out);
  SayBaseline(analysis, words, out);
  SayBillOrder(analysis, words, out);
  SaySlowest(analysis, words, out);
  SayTarget(analysis, words, out);
  SayFirstBreakEven(analysis, words, out);
  SayLearned(analysis, words, out);
  SayCannotTell(analysis, words, out);
  SayEqual(analysis, words, out);
  return out;
}

}  // namespace trena
