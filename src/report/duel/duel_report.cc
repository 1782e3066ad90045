// SPDX-License-Identifier: Apache-2.0
#include "report/duel/duel_report.h"

#include <cmath>

#include "core/version.h"

namespace trena {
namespace {

constexpr int kRatioDecimals = 4;

Sentence RatioSentence(const ShownDuel& duel) {
  if (!duel.judgement.low && duel.in_turns) {
    return {
        "B takes {ratio} times as long as A in {n} [round|rounds] of turns of {turn}: too few "
        "for an interval",
        "B leva {ratio} vezes o tempo de A em {n} [rodada|rodadas] de turnos de {turn}: poucas "
        "para um intervalo"};
  }
  if (!duel.judgement.low) {
    return {
        "B takes {ratio} times as long as A in {n} [round|rounds] ABBA: too few for an interval",
        "B leva {ratio} vezes o tempo de A em {n} [rodada|rodadas] ABBA: poucas para um "
        "intervalo"};
  }
  if (duel.in_turns) {
    return {
        "B takes {ratio} times as long as A: {low} to {high} with 95% confidence, from {n} "
        "[round|rounds] in turns of {turn}",
        "B leva {ratio} vezes o tempo de A: de {low} a {high} com 95% de confiança, em {n} "
        "[rodada|rodadas] em turnos de {turn}"};
  }
  return {
      "B takes {ratio} times as long as A: {low} to {high} with 95% confidence, from {n} "
      "[round|rounds] ABBA, whole runs since they are shorter than four turns",
      "B leva {ratio} vezes o tempo de A: de {low} a {high} com 95% de confiança, em {n} "
      "[rodada|rodadas] ABBA, execuções inteiras por serem menores que quatro turnos"};
}

Sentence VerdictSentence(DuelVerdict verdict) {
  static constexpr Sentence kSentences[] = {
      {"A is faster", "A é mais rápido"},
      {"B is faster", "B é mais rápido"},
      {"They take the same time, within {within}", "Levam o mesmo tempo, dentro de {within}"},
      {"Cannot tell which is faster, nor that they are the same within {within}: give it more time "
       "with --for",
       "Não dá para dizer qual é mais rápido, nem que são iguais dentro de {within}: dê mais tempo "
       "com --for"}};
  return kSentences[static_cast<size_t>(verdict)];
}

}  // namespace

std::string DuelProgress(const ShownDuel& duel, double left_s, const Words& words) {
  const DuelJudgement& judgement = duel.judgement;
  const auto number = [&](double value) { return words.Fixed(value, kRatioDecimals); };
  std::string line =
      words.Say({"round {n}", "rodada {n}"}, {{"n", std::to_string(judgement.rounds + 1)}});
  if (judgement.ratio) {
    line += words.Say({" · B to A {ratio}", " · B em relação a A {ratio}"},
                      {{"ratio", number(*judgement.ratio)}});
  }
  // A decimal comma wants another sign between two numbers.
  if (judgement.low) {
    line += " [" + number(*judgement.low) + words.Say({", ", "; "}) + number(*judgement.high) + "]";
  }
  return line + words.Say({" · at most {left} left", " · faltam no máximo {left}"},
                          {{"left", words.Time(std::round(left_s))}});
}

std::vector<std::string> DuelInWords(const ShownDuel& duel, const Words& words) {
  const DuelJudgement& judgement = duel.judgement;
  const auto number = [&](const std::optional<double>& value) {
    return value ? words.Fixed(*value, kRatioDecimals) : std::string("?");
  };
  if (!judgement.ratio) {
    return {words.Say({"Not one round was finished in {time}: give it more time with --for",
                       "Nenhuma rodada terminou em {time}: dê mais tempo com --for"},
                      {{"time", words.Time(duel.whole_s)}})};
  }
  return {
      words.Say(RatioSentence(duel), {{"ratio", number(judgement.ratio)},
                                      {"low", number(judgement.low)},
                                      {"high", number(judgement.high)},
                                      {"n", std::to_string(judgement.rounds)},
                                      {"turn", words.Time(duel.turn_s)}}),
      words.Say(VerdictSentence(judgement.verdict), {{"within", words.Percent(100 * duel.within)}}),
      words.Say({"Of their own time A takes {a} and B {b} (medians); the duel took {time}",
                 "De tempo próprio A leva {a} e B {b} (medianas); o duelo levou {time}"},
                {{"a", words.Time(duel.a_s)},
                 {"b", words.Time(duel.b_s)},
                 {"time", words.Time(duel.whole_s)}})};
}

Json DuelJson(const ShownDuel& duel) {
  const DuelJudgement& judgement = duel.judgement;
  const bool any = judgement.ratio.has_value();
  Json each = Json::array();
  for (const ShownRound& round : duel.each) {
    each.push_back({{"a_s", round.a_s}, {"b_s", round.b_s}, {"ended_s", round.ended_s}});
  }
  return {{"format", 1},
          {"trena", VersionText()},
          {"ratio", OrNull(judgement.ratio)},
          {"low", OrNull(judgement.low)},
          {"high", OrNull(judgement.high)},
          {"verdict", ToString(judgement.verdict)},
          {"rounds", judgement.rounds},
          {"within", duel.within},
          {"in_turns", duel.in_turns},
          {"turn_s", duel.in_turns ? Json(duel.turn_s) : Json()},
          {"a_s", any ? Json(duel.a_s) : Json()},
          {"b_s", any ? Json(duel.b_s) : Json()},
          {"whole_s", duel.whole_s},
          {"each", std::move(each)}};
}

}  // namespace trena
