// SPDX-License-Identifier: Apache-2.0
#include "report/answer/answer.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analyze/warnings.h"
#include "core/text/text.h"
#include "report/answer/baseline_words.h"
#include "report/answer/bottleneck_words.h"
#include "report/answer/check_words.h"
#include "report/answer/cost_answer.h"
#include "report/answer/driver_words.h"
#include "report/answer/equal_words.h"
#include "report/answer/model_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/scenario_text.h"
#include "report/answer/target_words.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "report/words/price_words.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

constexpr size_t kMostDrivers = 3;

void SayTime(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  auto [fastest, slowest] = ExtremesOf(analysis, analysis.time);
  if (fastest == nullptr) {
    out.push_back(
        words.Say({"No run ended well, so there is no training time to tell.",
                   "Nenhuma execução terminou bem; não há tempo de treinamento a informar."}));
    return;
  }
  MetricText time(words, analysis.time, "");
  const Summary& low = *SummaryOf(*fastest, analysis.time);
  const Summary& high = *SummaryOf(*slowest, analysis.time);
  if (fastest == slowest) {
    out.push_back(
        words.Say({"Training {scenario} takes {time}.", "Treinar {scenario} leva {time}."},
                  {{"scenario", NameOf(*fastest, analysis)}, {"time", time.Quantity(low)}}));
    return;
  }
  out.push_back(words.Say(
      {"Training takes from {low} in {fastest} to {high} in {slowest}, {ratio} times as long.",
       "O treinamento leva de {low} em {fastest} a {high} em {slowest}, {ratio} vezes o menor "
       "tempo."},
      {{"low", time.Quantity(low)},
       {"fastest", NameOf(*fastest, analysis)},
       {"high", time.Quantity(high)},
       {"slowest", NameOf(*slowest, analysis)},
       {"ratio", words.Significant(*high.mean / *low.mean, 2)}}));
}

void SayCost(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  auto [cheapest, dearest] = ExtremesOf(analysis, "cost");
  if (cheapest == nullptr) return;
  MetricText cost(words, "cost", MoneyUnitOf(analysis));
  const Summary& low = *SummaryOf(*cheapest, "cost");
  const Summary& high = *SummaryOf(*dearest, "cost");
  if (*high.mean == 0) {
    out.push_back(words.Say({"Training is free in every environment measured.",
                             "O treinamento é gratuito em todos os ambientes medidos."}));
  } else if (cheapest == dearest) {
    out.push_back(words.Say({"Training costs {cost}.", "Treinar custa {cost}."},
                            {{"cost", cost.Quantity(low)}}));
  } else {
    out.push_back(words.Say({"Training costs from {low} in {cheapest} to {high} in {dearest}.",
                             "Treinar custa de {low} em {cheapest} a {high} em {dearest}."},
                            {{"low", cost.Quantity(low)},
                             {"cheapest", cheapest->id},
                             {"high", cost.Quantity(high)},
                             {"dearest", dearest->id}}));
  }
}

void SayCheapest(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  if (!analysis.cost.cheapest || analysis.scenarios.size() < 2) return;
  const ScenarioAnalysis* cheapest = FindScenario(analysis, *analysis.cost.cheapest);
  const Summary* cost = cheapest ? SummaryOf(*cheapest, "cost") : nullptr;
  if (cost == nullptr) return;
  std::string name = NameOf(*cheapest, analysis);
  const Words::Argument confidence{"confidence", words.Fixed(analysis.confidence * 100, 0)};
  if (!cost->low) {
    out.push_back(words.Say(
        {"The cheapest is {scenario}, but a single run has no interval: it may be chance.",
         "O mais barato é {scenario}, mas uma única execução não tem intervalo: pode ser acaso."},
        {{"scenario", name}}));
  } else if (analysis.cost.not_told_apart.empty()) {
    out.push_back(words.Say(
        {"The cheapest is {scenario}: every other scenario costs more, with {confidence}% "
         "confidence in all of these comparisons together (Hsu).",
         "O mais barato é {scenario}: todo outro cenário custa mais, com {confidence}% de "
         "confiança "
         "em todas essas comparações juntas (Hsu)."},
        {{"scenario", name}, confidence}));
  } else {
    out.push_back(words.Say(
        {"The cheapest is {scenario}, but {others} may be as cheap: with {confidence}% confidence "
         "the cheapest is one of these (Hsu).",
         "O mais barato é {scenario}, mas não se exclui {others}: com {confidence}% de confiança o "
         "mais barato é um destes (Hsu)."},
        {{"scenario", name}, {"others", words.List(analysis.cost.not_told_apart)}, confidence}));
  }
}

void SayResiduals(const ResponseAnalysis& main, const Words& words, std::vector<std::string>& out) {
  const AnovaRow& residuals = main.stated->model.rows.back();
  if (!residuals.percent || residuals.df == 0) return;
  const Words::Argument percent{"percent", words.Percent(*residuals.percent)};
  out.push_back(main.stated->model.lack_of_fit_df == 0
                    ? words.Say({"Differences between replications account for {percent}.",
                                 "As diferenças entre repetições respondem por {percent}."},
                                {percent})
                    : words.Say({"What the model leaves over accounts for {percent}.",
                                 "O que o modelo não explica responde por {percent}."},
                                {percent}));
}

// Factors whose levels are shown to be the same.
std::vector<std::string> EqualFactors(const StatedAnalysis& stated) {
  std::vector<std::string> names;
  for (const FactorPairs& factor : stated.pairs) {
    if (ProvenEqual(factor)) names.push_back(stated.cells.factors[factor.factor].name);
  }
  return names;
}

void SayDrivers(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const std::vector<std::string> drivers = DriversInWords(analysis, words);
  out.insert(out.end(), drivers.begin(), drivers.end());
  if (!analysis.main.stated) return;
  SayResiduals(analysis.main, words, out);
  const StatedAnalysis& stated = *analysis.main.stated;
  for (const auto& sentences : {ComparisonInWords(stated, words), CaveatsInWords(stated, words),
                                CovarianceInWords(stated, words), DoubtsInWords(stated, words)}) {
    out.insert(out.end(), sentences.begin(), sentences.end());
  }
}

// The level of a factor that lies highest above the grand mean.
const Effect* HighestLevel(const ModelAnalysis& model, const std::string& term) {
  const Effect* highest = nullptr;
  for (const Effect& effect : model.effects) {
    if (effect.term != term || effect.factors.size() != 1) continue;
    if (highest == nullptr || effect.effect > highest->effect) highest = &effect;
  }
  return highest;
}

// Of logarithms.
std::string RatioText(const ResponseAnalysis& main, const Effect& effect, const Words& words) {
  std::vector<Words::Argument> arguments = {
      {"level", LevelsOf(effect, main)},
      {"ratio", words.Significant(std::exp(effect.effect), 3)},
      {"n", std::to_string(RunsBehind(effect, main))},
      {"confidence", words.Fixed(main.stated->model.confidence * 100, 0)}};
  if (!effect.low || !effect.high) {
    return words.Say(
        {"{level} multiplies it by {ratio} (n = {n}; no interval without replications)",
         "{level} a multiplica por {ratio} (n = {n}; sem repetições não há intervalo)"},
        arguments);
  }
  arguments.emplace_back("low", words.Significant(std::exp(*effect.low), 3));
  arguments.emplace_back("high", words.Significant(std::exp(*effect.high), 3));
  return words.Say(
      {"{level} multiplies it by {ratio} ({confidence}% interval from {low} to {high}, n = {n})",
       "{level} a multiplica por {ratio} (intervalo de {confidence}% de {low} a {high}, n = {n})"},
      arguments);
}

std::string EffectText(const ResponseAnalysis& main, const Effect& effect, const MetricText& metric,
                       const Words& words) {
  if (main.scale == "log") return RatioText(main, effect, words);
  std::vector<Words::Argument> arguments = {
      {"level", LevelsOf(effect, main)},
      {"effect", metric.Value(effect.effect)},
      {"n", std::to_string(RunsBehind(effect, main))},
      {"confidence", words.Fixed(main.stated->model.confidence * 100, 0)}};
  if (!effect.low || !effect.high) {
    return words.Say({"{level} adds {effect} (n = {n}; no interval without replications)",
                      "{level} acrescenta {effect} (n = {n}; sem repetições não há intervalo)"},
                     arguments);
  }
  arguments.emplace_back("interval", metric.Range(*effect.low, *effect.high));
  return words.Say({"{level} adds {effect} ({confidence}% interval {interval}, n = {n})",
                    "{level} acrescenta {effect} (intervalo de {confidence}% {interval}, n = {n})"},
                   arguments);
}

void SayEffects(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  if (!analysis.main.stated) return;
  MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  std::vector<std::string> effects;
  for (const Driver& driver : analysis.drivers) {
    const bool drives = driver.evidence == Evidence::kEffect && driver.percent >= kLeastShare;
    if (effects.size() == kMostDrivers || !drives || driver.curvature) continue;
    const Effect* effect = HighestLevel(analysis.main.stated->model, driver.term);
    if (effect) effects.push_back(EffectText(analysis.main, *effect, metric, words));
  }
  if (effects.empty()) return;
  const double grand = analysis.main.stated->model.grand_mean.mean;
  if (analysis.main.scale == "log") {
    out.push_back(words.Say(
        {"The geometric mean is {mean}; {effects}.", "A média geométrica é {mean}; {effects}."},
        {{"mean", metric.Value(std::exp(grand))}, {"effects", words.List(effects)}}));
    return;
  }
  out.push_back(words.Say({"To the mean of {mean}, {effects}.", "À média de {mean}, {effects}."},
                          {{"mean", metric.Value(grand)}, {"effects", words.List(effects)}}));
}

void SaySpent(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const CostAnalysis& cost = analysis.cost;
  // At prices that nobody paid it cost nothing.
  if (!cost.spent || *cost.spent == 0 || !cost.repriced.empty()) return;
  std::string spent = words.Money(*cost.spent, cost.currency);
  if (cost.budget) {
    out.push_back(words.Say({"Measuring all this cost {spent} of a budget of {budget}.",
                             "Medir tudo isso custou {spent} de um orçamento de {budget}."},
                            {{"spent", spent}, {"budget", BudgetInWords(cost, words)}}));
  } else {
    out.push_back(words.Say({"Measuring all this cost {spent}.", "Medir tudo isso custou {spent}."},
                            {{"spent", spent}}));
  }
}

// Warnings about what the numbers are of belong to the answer itself.
std::vector<std::string> CaveatsOf(const Analysis& analysis, const Words& words) {
  std::vector<std::string> out;
  for (const Warning& warning : analysis.warnings) {
    const WarningRow* row = FindWarning(warning.code);
    if (row == nullptr || !row->caveat) continue;
    WarningText text = Explain(warning, words);
    out.push_back(text.seen + " " + text.why);
  }
  return out;
}

std::string VerdictSentence(const Analysis& analysis, const Words& words) {
  std::string done = std::to_string(analysis.finished_runs);
  std::string planned = std::to_string(analysis.planned_runs);
  if (analysis.verdict == Verdict::kValid) {
    return words.Say(
        {"The answer is valid: {done} of {planned} planned [run is|runs are] done.",
         "A resposta é válida: {done} de {planned} [execução planejada está concluída|execuções "
         "planejadas estão concluídas]."},
        {{"done", done}, {"planned", planned}});
  }
  return words.Say(
      {"The answer is {verdict}: {reasons}; {done} of {planned} planned [run is|runs are] done.",
       "A resposta é {verdict}: {reasons}; {done} de {planned} [execução planejada está "
       "concluída|execuções planejadas estão concluídas]."},
      {{"verdict", VerdictWord(analysis.verdict, words)},
       {"reasons", ReasonsInWords(analysis.verdict_reasons, analysis.reservations, words)},
       {"done", done},
       {"planned", planned}});
}

// Accuracies of two scenarios are told apart when their intervals do not meet; single runs when
// they are five points apart.
bool LearnedLess(const Summary& one, const Summary& other) {
  if (!one.mean || !other.mean || *one.mean >= *other.mean) return false;
  if (one.high && other.low) return *one.high < *other.low;
  return *other.mean - *one.mean > 0.05;
}

}  // namespace

std::vector<std::string> DriversInWords(const Analysis& analysis, const Words& words) {
  std::vector<std::string> out;
  if (!analysis.main.stated) {
    if (!analysis.main.why_not.empty()) out.push_back(ExplainWhyNot(analysis.main, words));
    return out;
  }
  const std::vector<std::string> equal = EqualFactors(*analysis.main.stated);
  const MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  out = DriversInWords(analysis.drivers, metric.ThePhrase(), 1 - analysis.confidence, words, equal);
  if (!equal.empty()) {
    out.push_back(words.Say(
        {"Shown to be the same within {percent}, whatever the level: {factors}.",
         "Comprovadamente iguais, com margem de {percent}, em todos os níveis: {factors}."},
        {{"percent", words.Percent(100 * analysis.main.stated->request.same_within)},
         {"factors", words.List(equal)}}));
  }
  return out;
}

void SayLearned(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const ScenarioAnalysis* most = ExtremesOf(analysis, "accuracy").second;
  const auto& least = analysis.cost.cheapest ? analysis.cost.cheapest : analysis.fastest;
  const ScenarioAnalysis* chosen = least ? FindScenario(analysis, *least) : nullptr;
  const Summary* learned = chosen ? SummaryOf(*chosen, "accuracy") : nullptr;
  if (most == nullptr || learned == nullptr) return;
  const Summary& best = *SummaryOf(*most, "accuracy");
  if (analysis.target || !LearnedLess(*learned, best)) return;
  const MetricText accuracy(words, "accuracy", "");
  out.push_back(words.Say({"They did not learn alike: {least} reaches an accuracy of {low}, {most} "
                           "of {high}; `--target-accuracy` compares what an accuracy costs.",
                           "Não aprenderam o mesmo: {least} alcança acurácia de {low}, {most} de "
                           "{high}; `--target-accuracy` compara o custo de uma acurácia."},
                          {{"least", chosen->id},
                           {"low", accuracy.Value(*learned->mean)},
                           {"most", most->id},
                           {"high", accuracy.Value(*best.mean)}}));
}

std::string Answer::Paragraph() const {
  std::vector<std::string> sentences = costs;
  sentences.insert(sentences.end(), drivers.begin(), drivers.end());
  sentences.insert(sentences.end(), caveats.begin(), caveats.end());
  sentences.push_back(verdict);
  if (!next.empty()) sentences.push_back(next);
  return Join(sentences, " ");
}

Answer AnswerInWords(const Analysis& analysis, const Words& words) {
  Answer answer;
  SayTime(analysis, words, answer.costs);
  SayCost(analysis, words, answer.costs);
  SayRepriced(analysis, words, answer.costs);
  SayCheapest(analysis, words, answer.costs);
  SayBaseline(analysis, words, answer.costs);
  SayBillOrder(analysis, words, answer.costs);
  SayChoices(analysis, words, answer.costs);
  SayBreakEvens(analysis, words, answer.costs);
  SayLearned(analysis, words, answer.costs);
  SayTarget(analysis, words, answer.costs);
  SaySpent(analysis, words, answer.costs);
  SayBill(analysis, words, answer.costs);
  SayDrivers(analysis, words, answer.drivers);
  SayEffects(analysis, words, answer.drivers);
  SayTimeAndCost(analysis, words, answer.drivers);
  SayScaling(analysis, words, answer.drivers);
  SayBottlenecks(analysis, words, answer.drivers);
  answer.caveats = CaveatsOf(analysis, words);
  SayEqual(analysis, words, answer.caveats);
  answer.verdict = VerdictSentence(analysis, words);
  if (!analysis.next_command.empty()) {
    answer.next = words.Say({"Next: `{command}`.", "Próximo passo: `{command}`."},
                            {{"command", analysis.next_command}});
  }
  return answer;
}

std::string ReasonsInWords(const std::vector<std::string>& reasons,
                           const std::vector<Warning>& reservations, const Words& words) {
  std::vector<std::string> list;
  for (const std::string& code : reasons) list.push_back(ExplainReason(code, words));
  if (list.empty()) {
    for (const Warning& found : reservations) list.push_back(ExplainReservation(found, words));
  }
  return words.List(list);
}

std::string VerdictWord(Verdict verdict, const Words& words) {
  switch (verdict) {
    case Verdict::kValid:
      return words.Say({"valid", "válida"});
    case Verdict::kValidWithReservations:
      return words.Say({"valid with reservations", "válida com ressalvas"});
    case Verdict::kInconclusive:
      return words.Say({"inconclusive", "inconclusiva"});
    case Verdict::kInvalid:
      return words.Say({"invalid", "inválida"});
  }
  return "";
}

}  // namespace trena
