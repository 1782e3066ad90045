// SPDX-License-Identifier: Apache-2.0
#include "report/compare/comparison_words.h"

#include <algorithm>
#include <cmath>

#include "analyze/compare/study_match.h"
#include "analyze/compare/threshold_guard.h"
#include "analyze/measured/run_values.h"
#include "core/text/text.h"
#include "report/answer/model_words.h"
#include "report/tables/model_tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "study/scenario.h"

namespace trena {
namespace {

constexpr int kDigits = 4;
constexpr size_t kDay = 10;  // characters of 2024-01-15

std::string NameOf(const MeasuredScenario& measured) {
  const std::string levels = Describe(measured.scenario->levels);
  return measured.scenario->id + (levels.empty() ? "" : " (" + levels + ")");
}

class Teller {
 public:
  Teller(const StudyComparison& comparison, const Words& words)
      : comparison_(comparison), words_(words) {}

  ComparisonText Tell() {
    AddSide("A", comparison_.first, &MatchedPair::first);
    AddSide("B", comparison_.second, &MatchedPair::second);
    for (const MetricChange& metric : comparison_.metrics) AddMetric(metric);
    AddCost();
    AddMissing();
    AddMachine();
    if (comparison_.speed) {
      Answer(words_.Say({"By the yardstick the machine of B was {ratio} times as fast as that of A "
                         "(medians over the runs).",
                         "Pelo padrão de velocidade, a máquina de B foi {ratio} vezes tão rápida "
                         "quanto a de A (medianas das execuções)."},
                        {{"ratio", Ratio(*comparison_.speed)}}));
    }
    text_.guard = GuardSentence();
    return std::move(text_);
  }

 private:
  std::string Ratio(double ratio) const { return words_.Significant(ratio, kDigits); }
  void Answer(std::string sentence) { text_.answer.push_back(std::move(sentence)); }
  void Caution(std::string sentence) { text_.cautions.push_back(std::move(sentence)); }

  void AddSide(const char* label, const StudySide& side, MeasuredScenario MatchedPair::* which);
  void AddCautions(const StudySide& side, const std::vector<const RunRecord*>& runs);
  std::string DaysOf(const std::vector<const RunRecord*>& runs) const;
  void AddMetric(const MetricChange& metric);
  std::string OverallSentence(const MetricChange& metric) const;
  std::string VerdictCounts(const MetricChange& metric) const;
  void AddLargest(const MetricChange& metric);
  void AddCost();
  void AddMissing();
  void AddMachine();
  void AddFailed(const std::vector<size_t>& pairs, const char* side, const char* other);
  std::string GuardSentence() const;
  // What stands in the list of crossings, or of what is left open.
  std::string Found(bool crossings) const;
  std::string Say(const GuardFinding& finding) const;
  std::string SayOfMetric(const GuardFinding& finding) const;
  std::string Verdict(PairVerdict verdict, const MetricChange& metric) const {
    return VerdictInWords(verdict, metric.metric, comparison_.request.same_within, words_);
  }

  const StudyComparison& comparison_;
  const Words& words_;
  ComparisonText text_;
};

std::string Teller::DaysOf(const std::vector<const RunRecord*>& runs) const {
  std::set<std::string> days;
  for (const RunRecord* run : runs) days.insert(run->started.substr(0, kDay));
  if (days.size() < 2) {
    return words_.Say({"on {day}", "em {day}"}, {{"day", days.empty() ? "—" : *days.begin()}});
  }
  return words_.Say(label::kFromLowToHigh, {{"low", *days.begin()}, {"high", *days.rbegin()}});
}

void Teller::AddSide(const char* label, const StudySide& side,
                     MeasuredScenario MatchedPair::* which) {
  const auto runs = ComparedRuns(comparison_.match, side.analysis, which);
  text_.sides.push_back(
      words_.Say({"{side} is {name} ({study}): {runs} [run|runs] compared, measured {days}.",
                  "{side} é {name} ({study}): {runs} [execução comparada, medida|execuções "
                  "comparadas, medidas] {days}."},
                 {{"side", label},
                  {"name", side.name},
                  {"study", side.analysis.study},
                  {"runs", std::to_string(runs.size())},
                  {"days", DaysOf(runs)}}));
  AddCautions(side, runs);
}

void Teller::AddCautions(const StudySide& side, const std::vector<const RunRecord*>& runs) {
  const Words::Argument name{"name", side.name};
  const auto any = [&](auto is) { return std::any_of(runs.begin(), runs.end(), is); };
  if (any([](const RunRecord* run) { return run->simulated; })) {
    Caution(words_.Say({"Runs of {name} are simulated: nothing was trained.",
                        "Há execuções simuladas em {name}: nada foi treinado."},
                       {name}));
  }
  if (any([](const RunRecord* run) { return run->synthetic; })) {
    Caution(words_.Say(
        {"Runs of {name} trained on generated data.", "Há execuções de {name} com dados gerados."},
        {name}));
  }
  if (any([](const RunRecord* run) { return !run->stand_in.empty(); })) {
    Caution(words_.Say({"Runs of {name} were made on a stand-in machine.",
                        "Há execuções de {name} feitas em uma máquina substituta."},
                       {name}));
  }
  if (side.other_runs > 0) {
    Caution(words_.Say({"{count} runs in the results of {name} are of no scenario of that study, "
                        "and are left out.",
                        "{count} execuções nos resultados de {name} não são de nenhum cenário "
                        "desse estudo, e ficam de fora."},
                       {{"count", std::to_string(side.other_runs)}, name}));
  }
  const auto& set_aside = side.analysis.set_aside;
  if (!set_aside.empty()) {
    Caution(words_.Say(
        {"{count} run folders of {name} could not be read, and are left out; the first is {why}.",
         "{count} pastas de execução de {name} não puderam ser lidas, e ficam de fora; a primeira "
         "é {why}."},
        {{"count", std::to_string(set_aside.size())}, name, {"why", set_aside.front()}}));
  }
}

std::string Teller::OverallSentence(const MetricChange& metric) const {
  const Words::Argument ratio{"ratio", Ratio(metric.overall->ratio)};
  const Words::Argument count{"count", std::to_string(metric.ratios)};
  const bool one = metric.ratios == 1;
  std::string change;
  if (metric.metric == "cost") {
    change = one ? words_.Say({"B costs {ratio} times as much as A",
                               "B custa {ratio} vezes o que A custa"},
                              {ratio})
                 : words_.Say({"Over {count} scenarios B costs {ratio} times as much as A",
                               "Em {count} cenários, B custa {ratio} vezes o que A custa"},
                              {count, ratio});
  } else {
    change = one ? words_.Say(
                       {"B takes {ratio} times as long as A", "B leva {ratio} vezes o tempo de A"},
                       {ratio})
                 : words_.Say({"Over {count} scenarios B takes {ratio} times as long as A",
                               "Em {count} cenários, B leva {ratio} vezes o tempo de A"},
                              {count, ratio});
  }
  const RatioInterval& overall = *metric.overall;
  if (!overall.low || !overall.high) {
    return words_.Say({"{change} (geometric mean; there is no interval, so nothing is certain).",
                       "{change} (média geométrica; não há intervalo, e nada é certo)."},
                      {{"change", change}});
  }
  const Words::Argument arguments[] = {
      {"change", change},
      {"confidence", words_.Fixed(comparison_.first.analysis.confidence * 100, 0)},
      {"low", Ratio(*overall.low)},
      {"high", Ratio(*overall.high)},
      {"verdict", Verdict(metric.verdict, metric)}};
  return one ? words_.Say({"{change} (ratio of geometric means; {confidence}% interval from {low} "
                           "to {high}): {verdict}.",
                           "{change} (razão de médias geométricas; intervalo de {confidence}% de "
                           "{low} a {high}): {verdict}."},
                          arguments)
             : words_.Say({"{change} (geometric mean of the ratios; {confidence}% interval from "
                           "{low} to {high}): {verdict}.",
                           "{change} (média geométrica das razões; intervalo de {confidence}% de "
                           "{low} a {high}): {verdict}."},
                          arguments);
}

std::string Teller::VerdictCounts(const MetricChange& metric) const {
  std::vector<std::string> parts;
  const auto add = [&](const std::string& what, auto is) {
    const auto count = std::count_if(metric.scenarios.begin(), metric.scenarios.end(), is);
    if (count > 0) parts.push_back(what + ": " + std::to_string(count));
  };
  for (PairVerdict verdict :
       {PairVerdict::kSlower, PairVerdict::kFaster, PairVerdict::kSame, PairVerdict::kCannotTell}) {
    add(Verdict(verdict, metric),
        [&](const ScenarioChange& change) { return change.ratio && change.verdict == verdict; });
  }
  add(words_.Say(label::kNotCompared), [](const ScenarioChange& change) { return !change.ratio; });
  return words_.Say({"Scenario by scenario: {list}.", "Cenário a cenário: {list}."},
                    {{"list", Join(parts, "; ")}});
}

// Of those that are certain.
void Teller::AddLargest(const MetricChange& metric) {
  const ScenarioChange* largest = nullptr;
  const auto size = [](const ScenarioChange& change) {
    return std::abs(std::log(change.ratio->interval.ratio));
  };
  for (const ScenarioChange& change : metric.scenarios) {
    const bool certain =
        change.verdict == PairVerdict::kSlower || change.verdict == PairVerdict::kFaster;
    if (certain && (largest == nullptr || size(change) > size(*largest))) largest = &change;
  }
  if (largest == nullptr) return;
  const RatioInterval& interval = largest->ratio->interval;
  Answer(
      words_.Say({"The largest change is in {scenario}: {ratio} times, from {low} to {high}.",
                  "A maior mudança é em {scenario}: {ratio} vezes, de {low} a {high}."},
                 {{"scenario", trena::NameOf(comparison_.match.pairs[largest->pair], comparison_)},
                  {"ratio", Ratio(interval.ratio)},
                  {"low", Ratio(*interval.low)},
                  {"high", Ratio(*interval.high)}}));
}

void Teller::AddMetric(const MetricChange& metric) {
  if (!metric.overall) return;
  Answer(OverallSentence(metric));
  if (metric.by_scenarios && metric.overall->low) {
    Answer(
        words_.Say({"That interval is of how the ratios differ between scenarios, for not every "
                    "scenario has two runs on both sides.",
                    "Esse intervalo é de como as razões diferem entre cenários, pois nem em todos "
                    "há duas execuções dos dois lados."}));
  }
  if (metric.scenarios.size() < 2) return;
  Answer(VerdictCounts(metric));
  AddLargest(metric);
}

void Teller::AddCost() {
  const StudySide &a = comparison_.first, &b = comparison_.second;
  const std::string& from = a.analysis.cost.currency;
  const std::string& to = b.analysis.cost.currency;
  if (comparison_.no_cost == NoCost::kSameAsTime) {
    Answer(
        words_.Say({"Costs changed as times did: prices are the same on both sides.",
                    "Os custos mudaram como os tempos: os preços são os mesmos dos dois lados."}));
  } else if (comparison_.no_cost == NoCost::kNoPrice) {
    Answer(words_.Say({"Costs are not compared: {name} has no price.",
                       "Os custos não são comparados: {name} não tem preço."},
                      {{"name", from.empty() ? a.name : b.name}}));
  } else if (comparison_.no_cost == NoCost::kNoRate) {
    Answer(words_.Say({"Costs are not compared: {first} is in {currency} and {second} in {other}, "
                       "and neither study states a dated rate between them.",
                       "Os custos não são comparados: {first} está em {currency} e {second} em "
                       "{other}, e nenhum dos estudos informa uma taxa de câmbio com data."},
                      {{"first", a.name}, {"currency", from}, {"second", b.name}, {"other", to}}));
  } else if (comparison_.no_cost == NoCost::kOtherTime) {
    Answer(words_.Say(
        {"Costs are not compared: one is of training alone, the other of the whole run.",
         "Os custos não são comparados: um é só do treinamento, o outro da execução inteira."}));
  }
  if (comparison_.rate) {
    const ExchangeRate& rate = *comparison_.rate;
    Caution(
        words_.Say({"Amounts in {currency} are converted at {rate} {target}, the rate of {date}.",
                    "Valores em {currency} são convertidos a {rate} {target}, taxa de {date}."},
                   {{"currency", rate.currency},
                    {"rate", words_.Significant(rate.rate, kDigits)},
                    {"target", rate.currency == from ? to : from},
                    {"date", *rate.date}}));
  }
  const auto borrowed = [&](const StudySide& side, const StudySide& other) {
    if (!side.other_prices) return;
    Caution(
        words_.Say({"{name} has no study beside it that tells prices: those of {other} are taken.",
                    "{name} não tem ao lado um estudo que informe preços: valem os de {other}."},
                   {{"name", side.name}, {"other", other.name}}));
  };
  borrowed(a, b);
  borrowed(b, a);
}

void Teller::AddFailed(const std::vector<size_t>& pairs, const char* side, const char* other) {
  if (pairs.empty()) return;
  std::vector<std::string> names;
  for (size_t i : pairs) {
    names.push_back(trena::NameOf(comparison_.match.pairs[i], comparison_));
  }
  Answer(words_.Say({"Ended well in {side}, and never in {other}: {list}.",
                     "Terminou bem em {side}, e nunca em {other}: {list}."},
                    {{"side", side}, {"other", other}, {"list", ShortList(names, words_)}}));
}

void Teller::AddMissing() {
  AddFailed(comparison_.failed_second, "A", "B");
  AddFailed(comparison_.failed_first, "B", "A");
  const auto missing = [&](const std::vector<MeasuredScenario>& scenarios, const char* side) {
    if (scenarios.empty()) return;
    std::vector<std::string> names;
    for (const MeasuredScenario& measured : scenarios) names.push_back(NameOf(measured));
    Answer(words_.Say({"Not measured in {side}: {list}.", "Não medido em {side}: {list}."},
                      {{"side", side}, {"list", ShortList(names, words_)}}));
  };
  missing(comparison_.match.only_first, "B");
  missing(comparison_.match.only_second, "A");
}

// Said either way: an upgrade that was not made, or one that nobody meant, looks like a result.
void Teller::AddMachine() {
  const auto recorded = [&](const Analysis& analysis, MeasuredScenario MatchedPair::* side) {
    const auto runs = ComparedRuns(comparison_.match, analysis, side);
    return std::any_of(runs.begin(), runs.end(), [](const RunRecord* run) {
      return run->facts->is_object() && !run->facts->empty();
    });
  };
  if (!recorded(comparison_.first.analysis, &MatchedPair::first) ||
      !recorded(comparison_.second.analysis, &MatchedPair::second)) {
    return;
  }
  std::vector<std::string> names;
  for (const SideDifference& difference : comparison_.differences) {
    if (difference.kind == DifferenceKind::kMachine) names.push_back(difference.name);
  }
  if (names.empty()) {
    Answer(words_.Say(
        {"The machine's facts do not differ.", "Os dados registrados da máquina não diferem."}));
  } else {
    Answer(words_.Say({"The machine's facts differ in {list}.",
                       "Os dados registrados da máquina diferem em {list}."},
                      {{"list", ShortList(names, words_)}}));
  }
}

std::string Teller::SayOfMetric(const GuardFinding& finding) const {
  const MetricChange& metric = comparison_.metrics[finding.metric];
  const std::string phrase = MetricText(words_, metric.metric, metric.currency).Phrase();
  if (!finding.item) {
    return words_.Say({"all scenarios together ({metric})", "todos os cenários juntos ({metric})"},
                      {{"metric", phrase}});
  }
  const Words::Argument scenario{"scenario", LabelOf(comparison_.match.pairs[*finding.item])};
  const Words::Argument of{"metric", phrase};
  if (finding.reason == GuardReason::kAbove) {
    return words_.Say({"{scenario} ({metric})", "{scenario} ({metric})"}, {scenario, of});
  }
  const ScenarioChange& change = metric.scenarios[*finding.item];
  if (finding.reason == GuardReason::kFewRuns) {
    const Sentence few{"{scenario} ({metric}: a side has fewer than two runs)",
                       "{scenario} ({metric}: um lado tem menos de duas execuções)"};
    const Sentence equal{
        "{scenario} ({metric}: no run differs from another, so that nothing says "
        "how far chance goes)",
        "{scenario} ({metric}: nenhuma execução difere de outra, e nada diz até "
        "onde vai o acaso)"};
    const bool two = change.first_n > 1 && change.second_n > 1;
    return words_.Say(two ? equal : few, {scenario, of});
  }
  return words_.Say(
      {"{scenario} ({metric}: cannot tell, from {low} to {high} times; could have "
       "seen a change of {detectable} or more)",
       "{scenario} ({metric}: não dá para dizer, de {low} a {high} vezes; seria vista "
       "uma mudança de {detectable} ou mais)"},
      {scenario,
       of,
       {"low", Ratio(*change.ratio->interval.low)},
       {"high", Ratio(*change.ratio->interval.high)},
       {"detectable", words_.Percent(100 * change.detectable.value_or(0))}});
}

std::string Teller::Say(const GuardFinding& finding) const {
  const auto label = [&] { return LabelOf(comparison_.match.pairs[*finding.item]); };
  switch (finding.reason) {
    case GuardReason::kNeverEndsWell:
      return words_.Say(
          {"{scenario} (it never ended well in B)", "{scenario} (nunca terminou bem em B)"},
          {{"scenario", label()}});
    case GuardReason::kFailsMore:
      return words_.Say({"{scenario} (runs of it failed in B, and none in A)",
                         "{scenario} (há execuções que falharam em B, e nenhuma em A)"},
                        {{"scenario", label()}});
    case GuardReason::kMissing:
      return words_.Say({"{scenario} (not measured in B)", "{scenario} (não medido em B)"},
                        {{"scenario", comparison_.match.only_first[*finding.item].scenario->id}});
    case GuardReason::kCostUnknown:
      return words_.Say({"costs (not compared; --metric time leaves them out)",
                         "custos (não comparados; --metric time os deixa de fora)"});
    default:
      return SayOfMetric(finding);
  }
}

std::string Teller::Found(bool crossings) const {
  std::vector<std::string> names;
  for (const GuardFinding& finding : comparison_.guard_findings) {
    if (IsCrossing(finding.reason) == crossings) names.push_back(Say(finding));
  }
  return ShortList(names, words_);
}

std::string Teller::GuardSentence() const {
  if (comparison_.guard == ThresholdVerdict::kNotAsked) return "";
  const Words::Argument percent{"percent", words_.Percent(100 * *comparison_.request.threshold)};
  const std::string open = Found(false);
  if (comparison_.guard == ThresholdVerdict::kCannotJudge) {
    return words_.Say({"Threshold of {percent}: it cannot be judged for {list}. More replications "
                       "see smaller changes.",
                       "Limite de {percent}: não pode ser julgado para {list}. Com mais "
                       "replicações veem-se mudanças menores."},
                      {percent, {"list", open}});
  }
  if (comparison_.guard == ThresholdVerdict::kKept) {
    return words_.Say(
        {"Threshold of {percent}: kept by every scenario; could have seen a change "
         "of {detectable} or more in each.",
         "Limite de {percent}: respeitado por todos os cenários; em cada um seria "
         "vista uma mudança de {detectable} ou mais."},
        {percent,
         {"detectable", words_.Percent(100 * DetectableEverywhere(comparison_).value_or(0))}});
  }
  std::string said = words_.Say({"Threshold of {percent}: crossed by {list}.",
                                 "Limite de {percent}: ultrapassado por {list}."},
                                {percent, {"list", Found(true)}});
  if (open.empty()) return said;
  return said + " " +
         words_.Say({"It cannot be judged for {list}.", "Não pode ser julgado para {list}."},
                    {{"list", open}});
}

}  // namespace

std::string LabelOf(const MatchedPair& pair) {
  const std::string& first = pair.first.scenario->id;
  const std::string& second = pair.second.scenario->id;
  return first == second ? first : first + " / " + second;
}

std::string NameOf(const MatchedPair& pair, const StudyComparison& comparison) {
  const Values all = ValuesOf(*pair.first.run);
  Values varying;
  for (const std::string& name : comparison.varying) {
    if (const Value* value = Find(all, name)) varying.emplace_back(name, *value);
  }
  const std::string levels = Describe(varying);
  return LabelOf(pair) + (levels.empty() ? "" : " (" + levels + ")");
}

ComparisonText ComparisonInWords(const StudyComparison& comparison, const Words& words) {
  return Teller(comparison, words).Tell();
}

}  // namespace trena
