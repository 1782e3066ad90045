// SPDX-License-Identifier: Apache-2.0
#include "report/answer/scaling_words.h"

#include "core/text/text.h"
#include "report/words/labels.h"
namespace trena {
namespace {

std::string LawWord(ScalingLaw law, const Words& words) {
  switch (law) {
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
  static constexpr const char* kCodes[] = {"power", "linear", "amdahl"};
  return kCodes[static_cast<size_t>(law)];
}

std::string WhereText(const ScalingGroup& group, const Words& words) {
  std::vector<std::string> levels;
  for (const auto& [name, level] : group.others) {
    levels.push_back(level.number() ? name + " " + level.ToString() : level.ToString());
  }
  return levels.empty() ? words.Say({"all", "tudo"}) : Join(levels, ", ");
}

const ScalingFit* FindFit(const ScalingAnalysis& scaling, ScalingLaw law) {
  for (const ScalingFit& fit : scaling.fits) {
    if (fit.law == law) return &fit;
  }
  return nullptr;
}

std::string Interval(double low, double high, const Words& words) {
  return words.Say(label::kFromLowToHigh,
                   {{"low", words.Fixed(low, 2)}, {"high", words.Fixed(high, 2)}});
}

TableCell ExponentCell(const ScalingFit* power, const Words& words) {
  if (power == nullptr) return {"—", std::nullopt, true};
  std::string text = words.Fixed(power->b.value, 2);
  if (power->b.low && power->b.high) {
    text += " (" + Interval(*power->b.low, *power->b.high, words) + ")";
  }
  return {text, power->b.value, true};
}

std::string ChangeText(const ScalingGroup& group, const Words& words) {
  if (!group.change) return "—";
  return words.Say({"between {before} and {after}", "entre {before} e {after}"},
                   {{"before", Value(group.change->last_before).ToString()},
                    {"after", Value(group.change->first_after).ToString()}});
}

ReportTable TableOf(const FactorScaling& scaling, const Words& words) {
  ReportTable table{
      words.Say({"How time grows with {factor}", "Como o tempo cresce com {factor}"},
                {{"factor", scaling.factor}}),
      words.Say({"Fitted over single runs, chosen by AICc; an advantage below 2 is hardly any.",
                 "Ajustadas sobre execuções individuais, escolhidas por AICc; uma vantagem menor "
                 "que 2 é quase nenhuma."}),
      {TableColumn::Key(words.Say({"where", "onde"})),
       {"n", true},
       {words.Say({"best law", "melhor lei"})},
       {words.Say({"AICc ahead of the next", "AICc à frente da seguinte"}), true},
       {words.Say({"exponent", "expoente"}), true},
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
                          ExponentCell(FindFit(time, ScalingLaw::kPower), words),
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
              {"aicc_gain", OrNull(group.change->aicc_gain)}};
  }
  const auto& best = group.time.best;
  return {{"levels", ToJson(group.others)},
          {"runs", group.runs},
          {"best", best ? Json(LawCode(group.time.fits[*best].law)) : Json()},
          {"advantage", OrNull(group.time.advantage)},
          {"fits", fits},
          {"change", change}};
}

}  // namespace

std::vector<ReportTable> ScalingTables(const Analysis& analysis, const Words& words) {
  std::vector<ReportTable> tables;
  for (const FactorScaling& scaling : analysis.scaling) tables.push_back(TableOf(scaling, words));
  return tables;
}

void SayScaling(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  for (const FactorScaling& scaling : analysis.scaling) {
    size_t runs = 0;
    for (const ScalingGroup& group : scaling.groups) runs += group.runs;
    const auto& exponent = scaling.exponent;
    // An exponent that may be 0 says no more than the effects do.
    const bool certain =
        exponent && exponent->low && exponent->high && (*exponent->low > 0 || *exponent->high < 0);
    if (certain) {
      out.push_back(words.Say({"Time grows with {factor} to the power of {exponent} ({confidence}% "
                               "interval {interval}, {n} runs).",
                               "O tempo cresce com {factor} elevado a {exponent} (intervalo de "
                               "{confidence}% {interval}, {n} execuções)."},
                              {{"factor", scaling.factor},
                               {"exponent", words.Fixed(exponent->value, 2)},
                               {"confidence", words.Fixed(analysis.confidence * 100, 0)},
                               {"interval", Interval(*exponent->low, *exponent->high, words)},
                               {"n", std::to_string(runs)}}));
    }
    for (const ScalingGroup& group : scaling.groups) {
      if (!group.change) continue;
      out.push_back(
          words.Say({"The time per image jumps between {factor} {before} and {after} ({where}).",
                     "O tempo por imagem salta entre {factor} {before} e {after} ({where})."},
                    {{"factor", scaling.factor},
                     {"before", Value(group.change->last_before).ToString()},
                     {"after", Value(group.change->first_after).ToString()},
                     {"where", WhereText(group, words)}}));
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
                   {"exponent", factor.exponent ? CoefficientJson(*factor.exponent) : Json()},
                   {"groups", groups}});
  }
  return all;
}

}  // namespace trena
