// SPDX-License-Identifier: Apache-2.0
#include "report/answer/scaling_words.h"

#include <algorithm>
#include <cmath>

#include "core/text/text.h"
#include "report/words/labels.h"

namespace trena {
namespace {

std::string LawWord(ScalingLaw law, const Words& words) {
  switch (law) {
    case ScalingLaw::kConstant:
      return words.Say({"constant", "constante"});
    case ScalingLaw::kPower:
      return words.Say({"power law", "lei de potência"});
    case ScalingLaw::kLinear:
      return words.Say({"constant + linear", "constante + linear"});
    case ScalingLaw::kAmdahl:
      return words.Say({"constant + share of 1/x (Amdahl)", "constante + parcela de 1/x (Amdahl)"});
  }
  return "";
}

const char* LawCode(ScalingLaw law) {
  static constexpr const char* kCodes[] = {"constant", "power", "linear", "amdahl"};
  return kCodes[static_cast<size_t>(law)];
}

std::string WhereText(const ScalingGroup& group, const Words& words) {
  std::vector<std::string> levels;
  for (const auto& [name, level] : group.others) {
    levels.push_back(level.number() ? name + " " + level.ToString() : level.ToString());
  }
  return levels.empty() ? words.Say({"all", "tudo"}) : Join(levels, ", ");
}

std::string FromTo(double low, double high, const Words& words) {
  return words.Say(label::kFromLowToHigh,
                   {{"low", words.Fixed(low, 2)}, {"high", words.Fixed(high, 2)}});
}

std::string ExponentText(const ScalingFit& power, const Words& words) {
  std::string text = "x^" + words.Fixed(power.b.value, 2);
  if (power.b.low && power.b.high) {
    text += " (" + FromTo(*power.b.low, *power.b.high, words) + ")";
  }
  return text;
}

// The law that was chosen, with its numbers: of those that were not, none are shown.
std::string FitText(const ScalingFit& fit, const Words& words) {
  if (fit.law == ScalingLaw::kPower) return ExponentText(fit, words);
  const std::string fixed = words.Significant(fit.a.value, 3) + " s";
  if (fit.law == ScalingLaw::kConstant) return fixed;
  return fixed + (fit.b.value < 0 ? " − " : " + ") + words.Significant(std::abs(fit.b.value), 3) +
         (fit.law == ScalingLaw::kLinear ? " s · x" : " s / x");
}

TableCell FitCell(const ScalingAnalysis& time, const Words& words) {
  if (!time.best) return {"—", std::nullopt, true};
  const ScalingFit& fit = time.fits[*time.best];
  return {FitText(fit, words), std::nullopt, true};
}

std::string ChangeText(const ScalingGroup& group, const Words& words) {
  if (!group.change) return "—";
  return words.Say({"between {before} and {after}", "entre {before} e {after}"},
                   {{"before", Value(group.change->last_before).ToString()},
                    {"after", Value(group.change->first_after).ToString()}}) +
         (group.swapping ? words.Say({": swapping", ": swap"}) : "");
}

ReportTable TableOf(const FactorScaling& scaling, const Words& words) {
  ReportTable table{
      words.Say({"How time grows with {factor}", "Como o tempo cresce com {factor}"},
                {{"factor", scaling.factor}}),
      words.Say(
          {"Fitted to the logarithms of single runs' times, chosen by AICc; an advantage below "
           "2 is hardly any. x is the level.",
           "Ajustadas aos logaritmos dos tempos de execuções individuais, escolhidas por "
           "AICc; uma vantagem menor que 2 é quase nenhuma. x é o nível."}),
      {TableColumn::Key(words.Say({"where", "onde"})),
       {"n", true},
       {words.Say({"best law", "melhor lei"})},
       {words.Say({"AICc ahead of the next", "AICc à frente da seguinte"}), true},
       {words.Say({"time", "tempo"}), true},
       {words.Say({"time per image jumps", "o tempo por imagem salta"})}},
      {}};
  for (const ScalingGroup& group : scaling.groups) {
    const auto& time = group.time;
    const auto& ahead = time.advantage;
    table.rows.push_back({{WhereText(group, words), std::nullopt, false},
                          {std::to_string(group.runs), static_cast<double>(group.runs), true},
                          {time.best ? LawWord(time.fits[*time.best].law, words)
                                     : words.Say({"not decided", "não decidido"}),
                           {},
                           false},
                          {ahead ? words.Fixed(*ahead, 1) : "—", ahead, true},
                          FitCell(time, words),
                          {ChangeText(group, words), std::nullopt, false}});
  }
  return table;
}

Json CoefficientJson(const Coefficient& coefficient) {
  return {{"value", OrNull(coefficient.value)},
          {"low", OrNull(coefficient.low)},
          {"high", OrNull(coefficient.high)}};
}

Json FitJson(const ScalingFit& fit) {
  Json json = {{"law", LawCode(fit.law)},
               {"a", CoefficientJson(fit.a)},
               {"b", CoefficientJson(fit.b)},
               {"r_squared", OrNull(fit.r_squared)},
               {"aicc", OrNull(fit.aicc)}};
  if (fit.serial) {
    json["serial"] = {{"value", OrNull(fit.serial->ratio)},
                      {"low", OrNull(fit.serial->low)},
                      {"high", OrNull(fit.serial->high)}};
  }
  return json;
}

Json GroupJson(const ScalingGroup& group) {
  Json fits = Json::array();
  for (const ScalingFit& fit : group.time.fits) fits.push_back(FitJson(fit));
  Json change;
  if (group.change) {
    change = {{"last_before", OrNull(group.change->last_before)},
              {"first_after", OrNull(group.change->first_after)},
              {"ratio", OrNull(group.change->ratio)},
              {"p", OrNull(group.change->p)},
              {"aicc_gain", OrNull(group.change->aicc_gain)},
              {"swapping", group.swapping}};
  }
  const auto& best = group.time.best;
  return {{"levels", ToJson(group.others)},
          {"runs", group.runs},
          {"best", best ? Json(LawCode(group.time.fits[*best].law)) : Json()},
          {"advantage", OrNull(group.time.advantage)},
          {"fits", fits},
          {"change", change}};
}

size_t RunsOf(const FactorScaling& scaling) {
  size_t runs = 0;
  for (const ScalingGroup& group : scaling.groups) runs += group.runs;
  return runs;
}

// "; a power law fits nearly as well", where that is so.
std::string NextInWords(const FactorScaling& scaling, const Words& words) {
  if (!scaling.law->next) return "";
  return words.Say({"; nearly as good: {law}", "; quase tão boa: {law}"},
                   {{"law", LawWord(*scaling.law->next, words)}});
}

std::string PowerInWords(const FactorScaling& scaling, double confidence, const Words& words) {
  const auto& exponent = scaling.exponent;
  // An exponent that may be 0 says no more than the effects do.
  const bool certain =
      exponent && exponent->low && exponent->high && (*exponent->low > 0 || *exponent->high < 0);
  if (!certain) return "";
  const Sentence grows{
      "Time grows with {factor} to the power of {exponent} ({confidence}% interval "
      "{interval}, {n} runs{next}).",
      "O tempo cresce com {factor} elevado a {exponent} (intervalo de "
      "{confidence}% {interval}, {n} execuções{next})."};
  const Sentence falls{
      "Time falls with {factor}, as its power of {exponent} ({confidence}% interval "
      "{interval}, {n} runs{next}).",
      "O tempo cai com {factor}, como sua potência de {exponent} (intervalo de "
      "{confidence}% {interval}, {n} execuções{next})."};
  return words.Say(exponent->value < 0 ? falls : grows,
                   {{"factor", scaling.factor},
                    {"exponent", words.Fixed(exponent->value, 2)},
                    {"confidence", words.Fixed(confidence * 100, 0)},
                    {"interval", FromTo(*exponent->low, *exponent->high, words)},
                    {"n", std::to_string(RunsOf(scaling))},
                    {"next", NextInWords(scaling, words)}});
}

// What one more of the factor is.
std::string FactorUnit(const std::string& factor, const Words& words) {
  if (factor == "images") return words.Say({"image", "imagem"});
  if (factor == "epochs") return words.Say(label::kEpoch);
  return words.Say({"unit of {factor}", "unidade de {factor}"}, {{"factor", factor}});
}

// One of a law's two numbers, in all groups.
struct Numbers {
  std::vector<Coefficient> all;

  bool Above0() const {
    return std::all_of(all.begin(), all.end(),
                       [](const Coefficient& c) { return c.low && *c.low > 0; });
  }
  bool Below0() const {
    return std::all_of(all.begin(), all.end(),
                       [](const Coefficient& c) { return c.high && *c.high < 0; });
  }
};

// "4.07 s (from 3.89 to 4.25)"; of several groups "3.90 to 5.12 s". Without its sign.
std::string InWords(const Numbers& numbers, const Words& words) {
  const auto text = [&](double value) { return words.Significant(std::abs(value), 3); };
  const auto range = [&](double one, double other) {
    return words.Say(label::kFromLowToHigh,
                     {{"low", text(std::abs(one) < std::abs(other) ? one : other)},
                      {"high", text(std::abs(one) < std::abs(other) ? other : one)}});
  };
  if (numbers.all.size() == 1) {
    const Coefficient& only = numbers.all[0];
    std::string number = text(only.value) + " s";
    if (only.low && only.high) number += " (" + range(*only.low, *only.high) + ")";
    return number;
  }
  const auto [least, greatest] =
      std::minmax_element(numbers.all.begin(), numbers.all.end(),
                          [](const auto& a, const auto& b) { return a.value < b.value; });
  const bool falls = std::abs(least->value) > std::abs(greatest->value);
  return words.Say({"{low} to {high} s", "{low} a {high} s"},
                   {{"low", text((falls ? greatest : least)->value)},
                    {"high", text((falls ? least : greatest)->value)}});
}

Sentence LinearSentence(bool grows, bool fixed) {
  if (!grows)
    return {"Time falls by {each} per {unit} ({of}).", "O tempo cai {each} por {unit} ({of})."};
  if (fixed) {
    return {"Time is a fixed overhead of {fixed} plus a constant {each} per {unit} ({of}).",
            "O tempo é uma sobrecarga fixa de {fixed} mais uma constante de {each} por {unit} "
            "({of})."};
  }
  return {
      "Time grows by a constant {each} per {unit}; a fixed overhead cannot be told from none "
      "({of}).",
      "O tempo cresce uma constante de {each} por {unit}; não se distingue uma sobrecarga fixa "
      "de nenhuma ({of})."};
}

Sentence AmdahlSentence(bool grows, bool fixed) {
  if (grows) {
    return {"Time grows with {factor} towards {fixed} ({of}).",
            "O tempo cresce com {factor} em direção a {fixed} ({of})."};
  }
  if (fixed) {
    return {"Time is a fixed {fixed} plus {each} divided by {factor} ({of}).",
            "O tempo é uma parte fixa de {fixed} mais {each} divididos por {factor} ({of})."};
  }
  return {"Time falls as {each} divided by {factor}; a fixed part cannot be told from none ({of}).",
          "O tempo cai como {each} divididos por {factor}; não se distingue uma parte fixa de "
          "nenhuma ({of})."};
}

// Of a + b · x and a + b / x; nothing of a constant, or when in some group b may be 0.
std::string SumInWords(const FactorScaling& scaling, double confidence, const Words& words) {
  const ScalingLaw law = scaling.law->law;
  if (law == ScalingLaw::kConstant) return "";
  Numbers a, b;
  for (const ScalingGroup& group : scaling.groups) {
    const ScalingFit& fit = group.time.fits[static_cast<size_t>(law)];
    a.all.push_back(fit.a);
    b.all.push_back(fit.b);
  }
  if (!b.Above0() && !b.Below0()) return "";
  const std::vector<Words::Argument> of_what = {{"confidence", words.Fixed(confidence * 100, 0)},
                                                {"groups", std::to_string(scaling.groups.size())},
                                                {"n", std::to_string(RunsOf(scaling))},
                                                {"next", NextInWords(scaling, words)}};
  const Sentence one{"{confidence}% intervals, {n} runs{next}",
                     "intervalos de {confidence}%, {n} execuções{next}"};
  const Sentence many{"over {groups} combinations, {n} runs{next}",
                      "em {groups} combinações, {n} execuções{next}"};
  const Sentence sentence = law == ScalingLaw::kLinear ? LinearSentence(b.Above0(), a.Above0())
                                                       : AmdahlSentence(b.Below0(), a.Above0());
  return words.Say(sentence, {{"factor", scaling.factor},
                              {"fixed", InWords(a, words)},
                              {"each", InWords(b, words)},
                              {"unit", FactorUnit(scaling.factor, words)},
                              {"of", words.Say(scaling.groups.size() == 1 ? one : many, of_what)}});
}

std::string JumpInWords(const ChangePoint& change, const FactorScaling& scaling,
                        const ScalingGroup& group, const Words& words) {
  const Sentence up{
      "The time per image jumps up by {percent} between {factor} {before} and {after} "
      "({where}), which no smooth law explains.",
      "O tempo por imagem salta {percent} para cima entre {factor} {before} e {after} "
      "({where}), o que nenhuma lei suave explica."};
  const Sentence down{
      "The time per image drops by {percent} between {factor} {before} and {after} "
      "({where}), which no smooth law explains.",
      "O tempo por imagem cai {percent} de um salto entre {factor} {before} e "
      "{after} ({where}), o que nenhuma lei suave explica."};
  // Seed 002's own words for it.
  const Sentence times{
      "From {factor} {after} on {times} times as long per image ({where}), which no smooth law "
      "explains{cause}.",
      "A partir de {factor} {after}, {times} vezes mais tempo por imagem ({where}), o que nenhuma "
      "lei suave explica{cause}."};
  if (group.swapping || change.ratio >= 2) {
    return words.Say(times, {{"factor", scaling.factor},
                             {"after", Value(change.first_after).ToString()},
                             {"times", words.Fixed(change.ratio, 1)},
                             {"where", WhereText(group, words)},
                             {"cause", group.swapping ? words.Say({": swapping", ": swap"}) : ""}});
  }
  return words.Say(change.ratio < 1 ? down : up,
                   {{"percent", words.Percent(100 * std::abs(change.ratio - 1))},
                    {"factor", scaling.factor},
                    {"before", Value(change.last_before).ToString()},
                    {"after", Value(change.first_after).ToString()},
                    {"where", WhereText(group, words)}});
}

}  // namespace

std::vector<ReportTable> ScalingTables(const Analysis& analysis, const Words& words) {
  std::vector<ReportTable> tables;
  for (const FactorScaling& scaling : analysis.scaling) tables.push_back(TableOf(scaling, words));
  return tables;
}

void SayScaling(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  for (const FactorScaling& scaling : analysis.scaling) {
    if (scaling.law) {
      std::string law = scaling.law->law == ScalingLaw::kPower
                            ? PowerInWords(scaling, analysis.confidence, words)
                            : SumInWords(scaling, analysis.confidence, words);
      if (!law.empty()) out.push_back(std::move(law));
    }
    for (const ScalingGroup& group : scaling.groups) {
      if (group.change) out.push_back(JumpInWords(*group.change, scaling, group, words));
    }
  }
}

Json ScalingJson(const std::vector<FactorScaling>& scaling) {
  Json all = Json::array();
  for (const FactorScaling& factor : scaling) {
    Json groups = Json::array();
    for (const ScalingGroup& group : factor.groups) groups.push_back(GroupJson(group));
    all.push_back({{"factor", factor.factor},
                   {"levels", factor.levels},
                   {"law", factor.law ? Json(LawCode(factor.law->law)) : Json()},
                   {"exponent", factor.exponent ? CoefficientJson(*factor.exponent) : Json()},
                   {"groups", groups}});
  }
  return all;
}

}  // namespace trena
