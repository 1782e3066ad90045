// SPDX-License-Identifier: Apache-2.0
#include "report/answer/check_words.h"

#include <algorithm>
#include <cmath>

#include "report/answer/model_words.h"
#include "report/tables/model_tables.h"

namespace trena {
namespace {

using Sentences = std::vector<std::string>;

bool Unlikely(const StatedAnalysis& stated, double p) { return p < 1 - stated.request.confidence; }

void SayNormal(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const ModelChecks& checks = stated.checks;
  if (!checks.normal_w || !checks.normal_p) return;
  const std::initializer_list<Words::Argument> arguments = {
      {"w", words.Fixed(*checks.normal_w, 3)}, {"p", words.Probability(*checks.normal_p)}};
  out.push_back(
      Unlikely(stated, *checks.normal_p)
          ? words.Say(
                {"The residuals are not normal (W′ = {w}, {p}): intervals and p are approximate.",
                 "Os resíduos não são normais (W′ = {w}, {p}): intervalos e p são aproximados."},
                arguments)
          : words.Say({"The residuals may well be normal (W′ = {w}, {p}).",
                       "Os resíduos podem bem ser normais (W′ = {w}, {p})."},
                      arguments));
}

// Where the check would hardly see a large difference, that it saw none says nothing.
constexpr double kSeesEnough = 0.5;

std::string NoSpreadSeen(const StatedAnalysis& stated, const Words& words) {
  const ModelChecks& checks = stated.checks;
  std::vector<Words::Argument> arguments = {{"p", words.Probability(checks.equal_spreads->p)}};
  if (!checks.spread_power) {
    return words.Say({"Nothing says that they spread more in some scenarios than in others (Brown "
                      "and Forsythe, {p}).",
                      "Nada indica que se espalhem mais em uns cenários que em outros (Brown e "
                      "Forsythe, {p})."},
                     arguments);
  }
  arguments.emplace_back("times", words.Fixed(kSpreadTold, 0));
  arguments.emplace_back("power", words.Fixed(100 * *checks.spread_power, 0) + "%");
  if (*checks.spread_power < kSeesEnough) {
    return words.Say(
        {"Whether they spread alike in all scenarios cannot be told from so few runs: {times} "
         "times the spread in one of them would be seen in {power} of such studies.",
         "Não se sabe, com tão poucas execuções, se eles se espalham igualmente em todos os "
         "cenários: {times} vezes a dispersão em um deles seria vista em {power} de tais estudos."},
        arguments);
  }
  return words.Say(
      {"Nothing says that they spread more in some scenarios than in others (Brown and Forsythe, "
       "{p}); {times} times the spread in one of them would be seen in {power} of such studies.",
       "Nada indica que se espalhem mais em uns cenários que em outros (Brown e Forsythe, {p}); "
       "{times} vezes a dispersão em um deles seria vista em {power} de tais estudos."},
      arguments);
}

void SaySpread(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const auto& test = stated.checks.equal_spreads;
  if (!test) return;
  if (!Unlikely(stated, test->p)) {
    out.push_back(NoSpreadSeen(stated, words));
    return;
  }
  out.push_back(words.Say(
      {"They do not spread alike in all scenarios (Brown and Forsythe, {p}): intervals are too "
       "narrow for some and too wide for others.",
       "Eles não se espalham igualmente em todos os cenários (Brown e Forsythe, {p}): os "
       "intervalos são estreitos demais para uns e largos demais para outros."},
      {{"p", words.Probability(test->p)}}));
}

void SayOrder(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const auto& order = stated.checks.order;
  if (!order) return;
  const std::initializer_list<Words::Argument> arguments = {{"rho", words.Fixed(order->rho, 2)},
                                                            {"p", words.Probability(order->p)}};
  out.push_back(Unlikely(stated, order->p)
                    ? words.Say({"They drift with the order (rank correlation {rho}, {p}): "
                                 "something changed meanwhile, and a covariate may account for it.",
                                 "Eles derivam com a ordem (correlação de postos {rho}, {p}): algo "
                                 "mudou nesse meio tempo, e uma covariável pode dar conta disso."},
                                arguments)
                    : words.Say({"No drift with the order is seen (rank correlation {rho}, {p}).",
                                 "Não se vê deriva com a ordem (correlação de postos {rho}, {p})."},
                                arguments));
}

// The largest change of a share first.
std::vector<std::string> Changes(const StatedAnalysis& stated, const Words& words) {
  std::vector<std::string> changes;
  for (const ScaleChange& change : stated.checks.log_changes) {
    if (!change.differs) continue;
    changes.push_back(words.Say({"{term} ({p} becomes {other})", "{term} ({p} passa a {other})"},
                                {{"term", change.term},
                                 {"p", words.Probability(*change.p)},
                                 {"other", words.Probability(*change.log_p)}}));
  }
  return changes;
}

void SayScale(const StatedAnalysis& stated, const Words& words, Sentences& out) {
  const ModelChecks& checks = stated.checks;
  if (!checks.recommend_log || !checks.spread_level) return;
  out.push_back(words.Say(
      {"The spread grows with the level (exponent {slope}, from {low} to {high}): effects multiply "
       "rather than add. The logarithm is recommended (--log); nothing was switched.",
       "A dispersão cresce com o nível (expoente {slope}, de {low} a {high}): os efeitos se "
       "multiplicam em vez de se somar. Recomenda-se o logaritmo (--log); nada foi trocado."},
      {{"slope", words.Fixed(checks.spread_level->slope, 2)},
       {"low", words.Fixed(checks.spread_level->low, 2)},
       {"high", words.Fixed(checks.spread_level->high, 2)}}));
  const std::vector<std::string> changes = Changes(stated, words);
  if (checks.log_changes.empty()) return;
  out.push_back(
      changes.empty()
          ? words.Say({"On that scale no conclusion about chance would change.",
                       "Nessa escala nenhuma conclusão sobre o acaso mudaria."})
          : words.Say({"On that scale the conclusion about chance would change for: {list}.",
                       "Nessa escala a conclusão sobre o acaso mudaria para: {list}."},
                      {{"list", ShortList(changes, words)}}));
}

void SayRanks(const StatedAnalysis& stated, const Words& words, Sentences& out, bool agreement) {
  const auto& ranked = stated.checks.ranked;
  if (ranked.empty()) return;
  std::vector<std::string> different;
  for (const RankedTerm& term : ranked) {
    if (!term.disagrees) continue;
    different.push_back(
        words.Say({"{term} ({p}; by ranks {other})", "{term} ({p}; por postos {other})"},
                  {{"term", term.term},
                   {"p", words.Probability(*term.p)},
                   {"other", words.Probability(*term.ranked_p)}}));
  }
  if (!different.empty()) {
    out.push_back(words.Say({"An analysis by ranks, which no outlier can sway, disagrees about: "
                             "{list}. Do not rely on these.",
                             "Uma análise por postos, que nenhum valor extremo desvia, discorda "
                             "sobre: {list}. Não confie nestes."},
                            {{"list", ShortList(different, words)}}));
  } else if (agreement) {
    out.push_back(
        words.Say({"An analysis by ranks, which no outlier can sway, agrees about every term.",
                   "Uma análise por postos, que nenhum valor extremo desvia, concorda sobre todos "
                   "os termos."}));
  }
}

// The factor with the largest share that chance would rarely show.
const FactorPairs* MainDriver(const StatedAnalysis& stated) {
  const FactorPairs* found = nullptr;
  double share = 0;
  for (const AnovaRow& row : stated.model.rows) {
    if (row.factors.size() != 1 || !IsEffect(stated, row) || *row.percent <= share) continue;
    for (const FactorPairs& pairs : stated.pairs) {
      if (pairs.factor != row.factors[0]) continue;
      found = &pairs;
      share = *row.percent;
    }
  }
  return found;
}

bool Exact(const StatedAnalysis& stated) {
  return stated.model.no_test == NoTest::kNoResidualVariation;
}

// The pair with the largest ratio either way.
const LevelPair* WidestPair(const StatedAnalysis& stated, const FactorPairs& pairs) {
  const LevelPair* extreme = nullptr;
  double most = 0;
  for (const LevelPair& pair : pairs.pairs) {
    if (!pair.comparison.ratio || (!pair.comparison.ratio_low && !Exact(stated))) continue;
    const double size = std::abs(std::log(*pair.comparison.ratio));
    if (extreme == nullptr || size > most) {
      extreme = &pair;
      most = size;
    }
  }
  return extreme;
}

std::string IntervalOfRatio(const StatedAnalysis& stated, const PairComparison& found,
                            const Words& words) {
  std::vector<Words::Argument> arguments = {
      {"confidence", words.Fixed(stated.request.confidence * 100, 0)}};
  if (!found.ratio_low) {
    return words.Say({"no interval: no replication differs from another",
                      "sem intervalo: nenhuma repetição difere de outra"});
  }
  arguments.emplace_back("low", words.Significant(*found.ratio_low, 3));
  if (!found.ratio_high) {
    return words.Say({"with {confidence}% confidence at least {low}",
                      "com {confidence}% de confiança, pelo menos {low}"},
                     arguments);
  }
  arguments.emplace_back("high", words.Significant(*found.ratio_high, 3));
  return words.Say({"{confidence}% interval from {low} to {high}",
                    "intervalo de {confidence}% de {low} a {high}"},
                   arguments);
}

void SayCounts(const StatedAnalysis& stated, const FactorPairs& pairs, const Words& words,
               Sentences& out) {
  size_t told = 0, same = 0, unclear = 0;
  for (const LevelPair& pair : pairs.pairs) {
    const PairVerdict verdict = pair.comparison.verdict;
    told += verdict == PairVerdict::kFaster || verdict == PairVerdict::kSlower;
    same += verdict == PairVerdict::kSame;
    unclear += verdict == PairVerdict::kCannotTell;
  }
  out.push_back(words.Say({"Of the {pairs} pairs of levels of {factor}, {told} are told apart, "
                           "{same} are the same within {percent}, and {unclear} cannot be told.",
                           "Dos {pairs} pares de níveis de {factor}, {told} se distinguem, {same} "
                           "são iguais a menos de {percent}, e de {unclear} não se sabe."},
                          {{"pairs", std::to_string(pairs.pairs.size())},
                           {"factor", stated.cells.factors[pairs.factor].name},
                           {"told", std::to_string(told)},
                           {"same", std::to_string(same)},
                           {"percent", words.Percent(100 * stated.request.same_within)},
                           {"unclear", std::to_string(unclear)}}));
}

constexpr size_t kMostSimple = 4;  // levels of the other factor; of more, those furthest apart

std::vector<SimplePair> FurthestApart(std::vector<SimplePair> simple) {
  std::erase_if(simple, [](const SimplePair& pair) { return !pair.comparison.ratio; });
  if (simple.size() <= kMostSimple) return simple;
  const auto [least, most] = std::minmax_element(simple.begin(), simple.end(),
                                                 [](const SimplePair& a, const SimplePair& b) {
                                                   return *a.comparison.ratio < *b.comparison.ratio;
                                                 });
  return {*least, *most};
}

// What a pair is at the levels of the factor that it depends on.
std::string SimpleInWords(const StatedAnalysis& stated, const FactorPairs& pairs,
                          const LevelPair& pair, const Words& words) {
  const CellFactor& by = stated.cells.factors[*pairs.by];
  std::vector<std::string> at;
  for (const SimplePair& simple : FurthestApart(pair.simple)) {
    at.push_back(words.Say({"{ratio} times as much at {by} {level} ({verdict})",
                            "{ratio} vezes em {by} {level} ({verdict})"},
                           {{"ratio", words.Significant(*simple.comparison.ratio, 3)},
                            {"by", by.name},
                            {"level", by.levels[simple.level]},
                            {"verdict", VerdictOfPair(stated, simple.comparison.verdict, words)}}));
  }
  return words.Say({"What {factor} does depends on {by}: {levels} is {list}.",
                    "O que {factor} faz depende de {by}: {levels} é {list}."},
                   {{"factor", stated.cells.factors[pairs.factor].name},
                    {"by", by.name},
                    {"levels", PairInWords(stated, pairs.factor, pair, words)},
                    {"list", words.List(at)}});
}

// The pair whose ratios at those levels are furthest apart.
const LevelPair* MostDependent(const FactorPairs& pairs) {
  const LevelPair* found = nullptr;
  double most = 0;
  for (const LevelPair& pair : pairs.pairs) {
    if (!pair.depends) continue;
    double least = 0, largest = 0;
    for (const SimplePair& simple : pair.simple) {
      const double size = std::log(simple.comparison.ratio.value_or(1));
      least = std::min(least, size);
      largest = std::max(largest, size);
    }
    if (found == nullptr || largest - least > most) found = &pair;
    most = std::max(most, largest - least);
  }
  return found;
}

}  // namespace

std::vector<std::string> SimpleEffectsInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  std::vector<std::pair<size_t, size_t>> said;
  for (const FactorPairs& pairs : stated.pairs) {
    const LevelPair* pair = pairs.by ? MostDependent(pairs) : nullptr;
    if (pair == nullptr) continue;
    // One way round is enough.
    const std::pair<size_t, size_t> both = std::minmax(pairs.factor, *pairs.by);
    if (std::find(said.begin(), said.end(), both) != said.end()) continue;
    said.emplace_back(both);
    out.push_back(SimpleInWords(stated, pairs, *pair, words));
  }
  return out;
}

std::vector<std::string> ChecksInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  if (!stated.checks.made) return out;
  if (stated.checks.points.empty()) {
    out.push_back(
        words.Say({"There are too many observations to look at their residuals one by one.",
                   "Há observações demais para olhar seus resíduos um a um."}));
  }
  SayNormal(stated, words, out);
  SaySpread(stated, words, out);
  SayOrder(stated, words, out);
  SayScale(stated, words, out);
  SayRanks(stated, words, out, true);
  return out;
}

std::vector<std::string> DoubtsInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  SayScale(stated, words, out);
  SayRanks(stated, words, out, false);
  return out;
}

std::vector<std::string> ComparisonInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  const FactorPairs* pairs = MainDriver(stated);
  const LevelPair* pair = pairs == nullptr ? nullptr : WidestPair(stated, *pairs);
  if (pair == nullptr || pair->depends) return SimpleEffectsInWords(stated, words);
  const PairComparison& found = pair->comparison;
  out.push_back(words.Say({"{factor}: {levels} is {ratio} times as much ({interval}): {verdict}.",
                           "{factor}: {levels} é {ratio} vezes ({interval}): {verdict}."},
                          {{"factor", stated.cells.factors[pairs->factor].name},
                           {"levels", PairInWords(stated, pairs->factor, *pair, words)},
                           {"ratio", words.Significant(*found.ratio, 3)},
                           {"interval", IntervalOfRatio(stated, found, words)},
                           {"verdict", VerdictOfPair(stated, found.verdict, words)}}));
  if (pairs->pairs.size() > 1) SayCounts(stated, *pairs, words, out);
  for (std::string& simple : SimpleEffectsInWords(stated, words)) out.push_back(std::move(simple));
  return out;
}

std::vector<std::string> CovarianceInWords(const StatedAnalysis& stated, const Words& words) {
  Sentences out;
  if (!stated.without_covariates) return out;
  for (const CovariateSlope& slope : stated.model.slopes) {
    std::vector<Words::Argument> arguments = {{"covariate", slope.covariate},
                                              {"slope", words.Significant(slope.slope, 3)}};
    if (!slope.low || !slope.high) continue;
    arguments.emplace_back("low", words.Significant(*slope.low, 3));
    arguments.emplace_back("high", words.Significant(*slope.high, 3));
    out.push_back(words.Say(
        {"For each unit of {covariate} the response changes by {slope} (interval from {low} to "
         "{high}).",
         "Para cada unidade de {covariate} a resposta muda {slope} (intervalo de {low} a {high})."},
        arguments));
  }
  if (!stated.narrower) return out;
  const Words::Argument percent{"percent", words.Percent(100 * std::abs(*stated.narrower))};
  out.push_back(
      *stated.narrower > 0
          ? words.Say({"Accounting for covariates made the intervals {percent} narrower.",
                       "Considerar as covariáveis deixou os intervalos {percent} mais estreitos."},
                      {percent})
          : words.Say({"Accounting for covariates made the intervals {percent} wider: they explain "
                       "nothing that pays for their degrees of freedom.",
                       "Considerar as covariáveis deixou os intervalos {percent} mais largos: elas "
                       "nada explicam que pague seus graus de liberdade."},
                      {percent}));
  return out;
}

}  // namespace trena
