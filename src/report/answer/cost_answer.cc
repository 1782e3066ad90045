// SPDX-License-Identifier: Apache-2.0
#include "report/answer/cost_answer.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "report/answer/scenario_text.h"
#include "report/tables/cost_tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "report/words/price_words.h"

namespace trena {
namespace {

constexpr size_t kMostChoices = 6;
constexpr size_t kMostBreakEvens = 3;
constexpr size_t kMostCostTerms = 3;
// Percent of variation by which two shares must differ to be worth a word.
constexpr double kNotAlike = 10;

std::string PriceText(const Price& price, const Words& words) {
  if (price.free) return words.Say(label::kFree);
  return words.Say(label::kPriceH,
                   {{"price", PriceInWords(price.per_hour, price.currency, words)}});
}

std::string ChoiceText(const ScenarioAnalysis& scenario, const Analysis& analysis,
                       const Words& words) {
  const MetricText time(words, analysis.time, "");
  const MetricText cost(words, "cost", MoneyUnitOf(analysis));
  return words.Say({"{scenario} ({time}, {cost})", "{scenario} ({time}, {cost})"},
                   {{"scenario", scenario.id},
                    {"time", time.Value(*SummaryOf(scenario, analysis.time)->mean)},
                    {"cost", cost.Value(*SummaryOf(scenario, "cost")->mean)}});
}

void SayInvoice(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const BillAnalysis& bill = analysis.cost.bill;
  if (!bill.invoice) return;
  const InvoiceGap& gap = *bill.invoice;
  const auto money = [&](double amount) { return words.Money(amount, analysis.cost.currency); };
  if (gap.gap <= 0) {
    out.push_back(words.Say({"The invoice of {invoice} is {gap} below the bill.",
                             "A fatura de {invoice} está {gap} abaixo da conta."},
                            {{"invoice", money(gap.invoice)}, {"gap", money(-gap.gap)}}));
    return;
  }
  out.push_back(words.Say({"The invoice of {invoice} is {gap} ({percent} of it) above the bill.",
                           "A fatura de {invoice} está {gap} ({percent} dela) acima da conta."},
                          {{"invoice", money(gap.invoice)},
                           {"gap", money(gap.gap)},
                           {"percent", words.Percent(100 * gap.gap / gap.invoice)}}));
  if (!gap.seconds_per_attempt || !gap.percent_of_time) return;
  out.push_back(words.Say(
      {"{time} more of machine time for each of {attempts} attempts, or {percent} more of all "
       "machine time, would close the gap: a hypothesis, not a finding.",
       "{time} a mais de máquina em cada uma de {attempts} tentativas, ou {percent} a mais do "
       "tempo total de máquina, fechariam a diferença: uma hipótese, não uma constatação."},
      {{"time", words.Time(*gap.seconds_per_attempt)},
       {"attempts", std::to_string(bill.attempts)},
       {"percent", words.Percent(*gap.percent_of_time)}}));
}

std::string PointText(const BreakEven& point, const Analysis& analysis, const Words& words) {
  const auto money = [&](double amount) { return words.Money(amount, analysis.cost.currency); };
  std::vector<Words::Argument> arguments = {
      {"environment", point.environment},
      {"against", point.against},
      {"against_price", PriceInWords(point.against_price, analysis.cost.currency, words)},
      {"below", money(point.below)},
      {"n", std::to_string(point.scenarios)}};
  if (!point.low || !point.high) {
    return words.Say({"{environment} costs less than {against} (at {against_price}/h) below "
                      "{below}/h (no interval without replications that differ, {n} "
                      "[scenario|scenarios] compared)",
                      "{environment} custa menos que {against} (a {against_price}/h) abaixo de "
                      "{below}/h (sem repetições que difiram não há intervalo, {n} [cenário "
                      "comparado|cenários comparados])"},
                     arguments);
  }
  const MetricText cost(words, "cost", analysis.cost.currency);
  arguments.emplace_back("confidence", words.Fixed(analysis.confidence * 100, 0));
  arguments.emplace_back("interval", cost.Range(*point.low, *point.high));
  return words.Say(
      {"{environment} costs less than {against} (at {against_price}/h) below "
       "{below}/h ({confidence}% interval {interval}, {n} [scenario|scenarios] compared)",
       "{environment} custa menos que {against} (a {against_price}/h) abaixo de "
       "{below}/h (intervalo de {confidence}% {interval}, {n} [cenário comparado|cenários "
       "comparados])"},
      arguments);
}

std::string StandingText(const BreakEven& point, const Analysis& analysis, const Words& words) {
  std::vector<Words::Argument> arguments = {{"point", PointText(point, analysis, words)}};
  if (point.price) {
    arguments.emplace_back("price", PriceInWords(*point.price, analysis.cost.currency, words));
  }
  switch (point.standing) {
    case Standing::kNoPrice:
      return words.Say({"{point}; it has no price yet.", "{point}; ainda não tem preço."},
                       arguments);
    case Standing::kWins:
      return words.Say(
          {"{point}; at {price}/h it is the cheaper one.", "{point}; a {price}/h é o mais barato."},
          arguments);
    case Standing::kLoses:
      return words.Say(
          {"{point}; at {price}/h it is the dearer one.", "{point}; a {price}/h é o mais caro."},
          arguments);
    case Standing::kCannotTell:
      return words.Say({"{point}; at {price}/h the two cannot be told apart.",
                        "{point}; a {price}/h os dois não se distinguem."},
                       arguments);
  }
  return "";
}

// One of the two directions of each pair: of who loses, or has no price, what price would do.
std::vector<const BreakEven*> PointsToSay(const Analysis& analysis) {
  std::vector<const BreakEven*> points;
  for (const BreakEven& point : analysis.cost.break_evens) points.push_back(&point);
  std::stable_sort(points.begin(), points.end(), [](const BreakEven* a, const BreakEven* b) {
    const auto rank = [](const BreakEven* p) {
      return p->standing == Standing::kWins ? 2 : p->standing == Standing::kCannotTell ? 1 : 0;
    };
    return rank(a) < rank(b);
  });
  std::set<std::set<std::string>> seen;
  std::erase_if(points, [&](const BreakEven* point) {
    return !seen.insert({point->environment, point->against}).second;
  });
  if (points.size() > kMostBreakEvens) points.resize(kMostBreakEvens);
  return points;
}

}  // namespace

void SayRepriced(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  std::vector<std::string> prices;
  for (const Repricing& one : analysis.cost.repriced) {
    std::vector<Words::Argument> arguments = {{"environment", one.environment},
                                              {"now", PriceText(one.now, words)}};
    if (one.before) arguments.emplace_back("before", PriceText(*one.before, words));
    prices.push_back(one.before ? words.Say({"{environment} at {now} instead of {before}",
                                             "{environment} a {now} em vez de {before}"},
                                            arguments)
                                : words.Say({"{environment} at {now} (the study has no price)",
                                             "{environment} a {now} (o estudo não tem preço)"},
                                            arguments));
  }
  if (prices.empty()) return;
  out.push_back(
      words.Say({"Costs are at prices given on the command line, not at the study's: {prices}.",
                 "Os custos usam preços dados na linha de comando, não os do estudo: {prices}."},
                {{"prices", words.List(prices)}}));
}

void SayChoices(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const auto& pareto = analysis.cost.pareto;
  if (!analysis.fastest_not_told_apart.empty()) {
    out.push_back(words.Say(
        {"{others} may be as fast as the fastest.", "Não se exclui que tão rápido seja {others}."},
        {{"others", words.List(analysis.fastest_not_told_apart)}}));
  }
  if (pareto.empty() || analysis.scenarios.size() < 2) return;
  if (pareto.size() == 1) {
    out.push_back(words.Say({"{scenario} is both the fastest and the cheapest.",
                             "{scenario} é ao mesmo tempo o mais rápido e o mais barato."},
                            {{"scenario", pareto[0]}}));
    return;
  }
  std::vector<std::string> choices;
  for (const std::string& id : pareto) {
    const ScenarioAnalysis* scenario = FindScenario(analysis, id);
    if (scenario == nullptr || choices.size() == kMostChoices) continue;
    choices.push_back(ChoiceText(*scenario, analysis, words));
  }
  if (pareto.size() > choices.size()) {
    choices.push_back(words.Say({"{count} more", "mais {count}"},
                                {{"count", std::to_string(pareto.size() - choices.size())}}));
  }
  out.push_back(
      words.Say({"Worth choosing from, since no other is both faster and cheaper: {choices}.",
                 "Vale a pena escolher entre estes, pois nenhum outro é mais rápido e mais barato: "
                 "{choices}."},
                {{"choices", words.List(choices)}}));
}

void SayBill(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const CostAnalysis& cost = analysis.cost;
  if (!cost.bill.HasMore() || !cost.bill.total) return;
  double training = 0;
  for (const BillLine& line : cost.bill.lines) {
    if (line.item == BillItem::kTraining) training += line.amount.value_or(0);
  }
  out.push_back(words.Say(
      {"The bill of {attempts} [attempt|attempts] comes to {total}; {more} of it is not training.",
       "A conta de {attempts} [tentativa|tentativas] chega a {total}; {more} dela não é treino."},
      {{"attempts", std::to_string(cost.bill.attempts)},
       {"total", words.Money(*cost.bill.total, cost.currency)},
       {"more", *cost.bill.total > 0
                    ? words.Percent(100 * (*cost.bill.total - training) / *cost.bill.total)
                    : words.Percent(0)}}));
  SayInvoice(analysis, words, out);
}

void SayBillOrder(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const CostAnalysis& cost = analysis.cost;
  if (!cost.cheapest_bill || !cost.cheapest || *cost.cheapest_bill == *cost.cheapest) return;
  const ScenarioAnalysis* by_bill = FindScenario(analysis, *cost.cheapest_bill);
  const ScenarioAnalysis* by_cost = FindScenario(analysis, *cost.cheapest);
  const Summary* less = by_bill ? SummaryOf(*by_bill, "bill") : nullptr;
  const Summary* more = by_cost ? SummaryOf(*by_cost, "bill") : nullptr;
  if (less == nullptr || more == nullptr || !less->mean || !more->mean) return;
  const MetricText money(words, "bill", MoneyUnitOf(analysis));
  out.push_back(words.Say(
      {"By the whole bill of a run (start-up, rounding and other charges included) the cheapest is "
       "{scenario}, {less}, and not {other}, {more}, which is the cheapest by price × training "
       "time.",
       "Pela conta inteira de uma execução (com inicialização, arredondamento e outras cobranças) "
       "o mais barato é {scenario}, {less}, e não {other}, {more}, que é o mais barato por preço × "
       "tempo de treino."},
      {{"scenario", *cost.cheapest_bill},
       {"less", money.Value(*less->mean)},
       {"other", *cost.cheapest},
       {"more", money.Value(*more->mean)}}));
}

void SayBreakEvens(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  for (const BreakEven* point : PointsToSay(analysis)) {
    out.push_back(StandingText(*point, analysis, words));
  }
}

void SayTimeAndCost(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const TimeAndCost both = FindTimeAndCost(analysis);
  if (both.time == nullptr) return;
  std::vector<std::pair<double, std::string>> terms;
  for (const AnovaRow& row : *both.time) {
    for (const AnovaRow& other : *both.cost) {
      if (row.factors.empty() || other.term != row.term || !row.percent || !other.percent) continue;
      const double apart = std::abs(*row.percent - *other.percent);
      if (apart < kNotAlike) continue;
      terms.emplace_back(
          -apart,
          words.Say(
              {"{term} accounts for {time} of the variation of time and {cost} of that of cost",
               "{term} responde por {time} da variação do tempo e {cost} da do custo"},
              {{"term", row.term},
               {"time", words.Percent(*row.percent)},
               {"cost", words.Percent(*other.percent)}}));
    }
  }
  if (terms.empty()) return;
  std::sort(terms.begin(), terms.end());
  if (terms.size() > kMostCostTerms) terms.resize(kMostCostTerms);
  std::vector<std::string> texts;
  for (auto& [apart, text] : terms) texts.push_back(std::move(text));
  out.push_back(words.Say({"Time and cost are not driven alike: {terms}.",
                           "Tempo e custo não têm os mesmos determinantes: {terms}."},
                          {{"terms", words.List(texts)}}));
}

}  // namespace trena
