// SPDX-License-Identifier: Apache-2.0
#include "report/answer/equal_words.h"

#include <cmath>

#include "report/words/metric_words.h"

namespace trena {
namespace {

std::string InWords(const EqualTrainings& equal, const Words& words) {
  const std::string labels = equal.scenario + " = " + equal.twin;
  const Words::Argument pairs{"pairs", std::to_string(equal.pairs)};
  if (!equal.ratio) {
    return words.Say({"Nothing says yet what equal trainings differ by ({labels}): {pairs} of "
                      "{planned} [pair|pairs] ended well.",
                      "Nada diz ainda quanto diferem treinamentos iguais ({labels}): {pairs} de "
                      "{planned} [par|pares] terminaram bem."},
                     {{"labels", labels}, pairs, {"planned", std::to_string(equal.planned)}});
  }
  const EqualRatio& ratio = *equal.ratio;
  const auto percent = [&](double of) { return words.Fixed(100 * (of - 1), 1); };
  return words.Say(
      {"Equal trainings ({labels}) differed by {percent} in {metric} (from {low}% to {high}%, "
       "{pairs} [pair|pairs]): differences below {unseen} cannot be seen here.",
       "Treinamentos iguais ({labels}) diferiram {percent} em {metric} (de {low}% a {high}%, "
       "{pairs} [par|pares]): diferenças menores que {unseen} não se podem ver aqui."},
      {{"labels", labels},
       {"percent", words.Percent(100 * std::abs(ratio.ratio - 1))},
       {"metric", MetricText(words, equal.metric, "").Phrase()},
       {"low", percent(ratio.low)},
       {"high", percent(ratio.high)},
       pairs,
       {"unseen", words.Percent(100 * ratio.Unseen())}});
}

}  // namespace

void SayEqual(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  for (const EqualTrainings& equal : analysis.equal) out.push_back(InWords(equal, words));
}

}  // namespace trena
