// SPDX-License-Identifier: Apache-2.0
#include "report/answer/baseline_words.h"

#include <algorithm>
#include <cmath>

#include "core/text/text.h"
#include "report/answer/model_words.h"
#include "report/answer/scenario_text.h"
#include "report/tables/model_tables.h"
#include "study/scenario.h"

namespace trena {
namespace {

constexpr size_t kMostTold = 3;  // with their ratios; the rest are in the table
constexpr double kSameRatio = 1e-6;

// "mxnet is faster, 0.62 times (from 0.55 to 0.70)".
std::string ToldInWords(const StatedAnalysis& stated, const BaselineOther& other,
                        const Words& words) {
  const PairComparison& found = other.comparison;
  std::vector<Words::Argument> arguments = {
      {"name", NameAmongBaseline(stated, other.levels)},
      {"verdict", VerdictOfPair(stated, found.verdict, words)},
      {"ratio", words.Significant(*found.ratio, 3)}};
  if (!found.ratio_low) {
    return words.Say({"{name} is {verdict}, {ratio} times as much",
                      "{name} é {verdict}, {ratio} vezes a linha de base"},
                     arguments);
  }
  arguments.emplace_back("low", words.Significant(*found.ratio_low, 3));
  if (!found.ratio_high) {
    return words.Say({"{name} is {verdict}, {ratio} times as much (at least {low})",
                      "{name} é {verdict}, {ratio} vezes a linha de base (pelo menos {low})"},
                     arguments);
  }
  arguments.emplace_back("high", words.Significant(*found.ratio_high, 3));
  return words.Say({"{name} is {verdict}, {ratio} times as much (from {low} to {high})",
                    "{name} é {verdict}, {ratio} vezes a linha de base (de {low} a {high})"},
                   arguments);
}

// Those of one verdict that do not depend on another factor, furthest from the baseline first.
std::vector<const BaselineOther*> Those(const StatedBaseline& baseline, PairVerdict verdict) {
  std::vector<const BaselineOther*> found;
  for (const BaselineOther& other : baseline.others) {
    if (!other.depends && other.comparison.verdict == verdict) found.push_back(&other);
  }
  const auto far = [](const BaselineOther* other) {
    return std::abs(std::log(other->comparison.ratio.value_or(1)));
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto* a, const auto* b) { return far(a) > far(b); });
  return found;
}

void AddTold(const StatedAnalysis& stated, PairVerdict verdict, const Words& words,
             std::vector<std::string>& parts) {
  const auto found = Those(*stated.baseline, verdict);
  for (size_t i = 0; i < std::min(found.size(), kMostTold); ++i) {
    parts.push_back(ToldInWords(stated, *found[i], words));
  }
  if (found.size() <= kMostTold) return;
  parts.push_back(words.Say({"{count} more are {verdict}", "outros {count}: {verdict}"},
                            {{"count", std::to_string(found.size() - kMostTold)},
                             {"verdict", VerdictOfPair(stated, verdict, words)}}));
}

void AddNamed(const StatedAnalysis& stated, const std::vector<const BaselineOther*>& others,
              Sentence sentence, const Words& words, std::vector<std::string>& parts) {
  if (others.empty()) return;
  std::vector<std::string> names;
  for (const BaselineOther* other : others) {
    names.push_back(NameAmongBaseline(stated, other->levels));
  }
  const auto& by = stated.baseline->by;
  parts.push_back(words.Say(sentence, {{"names", ShortList(names, words)},
                                       {"percent", words.Percent(100 * stated.request.same_within)},
                                       {"by", by ? stated.cells.factors[*by].name : ""}}));
}

bool AnyJudged(const StatedBaseline& baseline) {
  return std::any_of(baseline.others.begin(), baseline.others.end(),
                     [](const BaselineOther& other) { return other.comparison.p.has_value(); });
}

bool SameRatios(const StatedBaseline& a, const StatedBaseline& b) {
  return std::equal(a.others.begin(), a.others.end(), b.others.begin(), b.others.end(),
                    [](const BaselineOther& one, const BaselineOther& other) {
                      const auto ratio = one.comparison.ratio;
                      const auto second = other.comparison.ratio;
                      return one.levels == other.levels && ratio && second &&
                             std::abs(*ratio - *second) <= kSameRatio * *second &&
                             one.comparison.verdict == other.comparison.verdict;
                    });
}

}  // namespace

std::string NameAmongBaseline(const StatedAnalysis& stated, const std::vector<uint32_t>& levels) {
  Values values;
  for (size_t i = 0; i < levels.size(); ++i) {
    const CellFactor& factor = stated.cells.factors[stated.baseline->factors[i]];
    values.emplace_back(factor.name, Value::Parse(factor.levels[levels[i]]));
  }
  return Describe(values);
}

std::string BaselineInWords(const StatedAnalysis& stated, const MetricText& metric,
                            const Words& words) {
  const StatedBaseline& baseline = *stated.baseline;
  std::vector<std::string> parts;
  AddTold(stated, PairVerdict::kFaster, words, parts);
  AddTold(stated, PairVerdict::kSlower, words, parts);
  AddNamed(stated, Those(baseline, PairVerdict::kSame),
           {"the same within {percent}: {names}", "iguais a menos de {percent}: {names}"}, words,
           parts);
  AddNamed(stated, Those(baseline, PairVerdict::kCannotTell),
           {"cannot be told from it: {names}", "não se distingue dela: {names}"}, words, parts);
  std::vector<const BaselineOther*> depend;
  for (const BaselineOther& other : baseline.others) {
    if (other.depends) depend.push_back(&other);
  }
  AddNamed(stated, depend, {"depends on {by}: {names}", "depende de {by}: {names}"}, words, parts);
  const std::initializer_list<Words::Argument> arguments = {
      {"baseline", NameAmongBaseline(stated, baseline.levels)},
      {"metric", metric.Phrase()},
      {"parts", Join(parts, "; ")},
      {"confidence", words.Fixed(stated.request.confidence * 100, 0)}};
  if (!AnyJudged(baseline)) {
    return words.Say({"Against the baseline {baseline} ({metric}): {parts}.",
                      "Em relação à linha de base {baseline} ({metric}): {parts}."},
                     arguments);
  }
  return words.Say({"Against the baseline {baseline} ({metric}): {parts}; {confidence}% confidence "
                    "in all of these comparisons together (Dunnett).",
                    "Em relação à linha de base {baseline} ({metric}): {parts}; {confidence}% de "
                    "confiança em todas essas comparações juntas (Dunnett)."},
                   arguments);
}

void SayBaseline(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  if (!analysis.main.stated || !analysis.main.stated->baseline) return;
  if (!analysis.main.stated->baseline->problem.empty()) {
    out.push_back(words.Say(
        {"Nothing could be compared with the baseline {baseline} by the runs analysed.",
         "Nada se pôde comparar com a linha de base {baseline} pelas execuções analisadas."},
        {{"baseline", Describe(analysis.baseline)}}));
    return;
  }
  std::vector<const StatedBaseline*> said;
  const auto say = [&](const ResponseAnalysis& response) {
    if (!response.stated || !response.stated->baseline) return;
    const StatedBaseline& baseline = *response.stated->baseline;
    const bool known = std::any_of(said.begin(), said.end(), [&](const StatedBaseline* before) {
      return SameRatios(*before, baseline);
    });
    if (!baseline.problem.empty() || known) return;
    said.push_back(&baseline);
    const MetricText metric(words, response.metric, MoneyUnitOf(analysis));
    out.push_back(BaselineInWords(*response.stated, metric, words));
  };
  say(analysis.main);
  for (const ResponseAnalysis& response : analysis.others) say(response);
}

}  // namespace trena
