// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "analyze/metrics.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
#include "study/scenario.h"

namespace trena {
namespace {

constexpr size_t kMostDrawnPairs = 30;

// One level against another, so that the ratio of their times is at least 1.
struct SpeedUp {
  std::string faster;
  std::string slower;
  double ratio = 1;
  std::optional<double> low;
  std::optional<double> high;
};

std::optional<double> Inverse(const std::optional<double>& value) {
  if (!value || *value <= 0) return std::nullopt;
  return 1 / *value;
}

// The pair says how many times the second takes what the first does.
SpeedUp SpeedUpOf(const CellFactor& factor, const LevelPair& pair) {
  const PairComparison& found = pair.comparison;
  std::string first = Describe({{factor.name, Value(factor.levels[pair.first])}});
  std::string second = Describe({{factor.name, Value(factor.levels[pair.second])}});
  if (*found.ratio >= 1) return {first, second, *found.ratio, found.ratio_low, found.ratio_high};
  return {second, first, 1 / *found.ratio, Inverse(found.ratio_high), Inverse(found.ratio_low)};
}

std::vector<SpeedUp> SpeedUps(const StatedAnalysis& stated) {
  std::vector<SpeedUp> all;
  for (const FactorPairs& pairs : stated.pairs) {
    for (const LevelPair& pair : pairs.pairs) {
      const auto& ratio = pair.comparison.ratio;
      if (ratio && *ratio > 0) all.push_back(SpeedUpOf(stated.cells.factors[pairs.factor], pair));
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const SpeedUp& a, const SpeedUp& b) { return a.ratio > b.ratio; });
  return all;
}

Json ValuesOf(const std::vector<SpeedUp>& speed_ups, const Words& words) {
  Json values = Json::array();
  for (const SpeedUp& speed_up : speed_ups) {
    std::string text = words.Significant(speed_up.ratio, 3);
    if (speed_up.low && speed_up.high) {
      text += " (" +
              words.Say(label::kFromLowToHigh, {{"low", words.Significant(*speed_up.low, 3)},
                                                {"high", words.Significant(*speed_up.high, 3)}}) +
              ")";
    }
    values.push_back(
        {{"pair", words.Say({"{first} over {second}", "{first} sobre {second}"},
                            {{"first", speed_up.faster}, {"second", speed_up.slower}})},
         {"ratio", speed_up.ratio},
         {"low", OrNull(speed_up.low)},
         {"high", OrNull(speed_up.high)},
         {"text", text}});
  }
  return values;
}

std::string CaptionOf(const Analysis& analysis, size_t all, const Words& words) {
  std::string marks =
      words.Say({"How many times less time the first level takes than the second, other factors "
                 "averaged, with {confidence}% intervals for all pairs of a factor together; an "
                 "interval with 1 in it tells nothing.",
                 "Quantas vezes menos tempo o primeiro nível leva que o segundo, os outros fatores "
                 "em média, com intervalos de {confidence}% para todos os pares de um fator "
                 "juntos; um intervalo que contém 1 nada diz."},
                {{"confidence", ConfidenceText(analysis, words)}});
  if (all > kMostDrawnPairs) {
    marks +=
        " " + words.Say({"The largest {shown} of {all}; all are in the table.",
                         "As {shown} maiores de {all}; todas estão na tabela."},
                        {{"shown", std::to_string(kMostDrawnPairs)}, {"all", std::to_string(all)}});
  }
  return WithCount(marks, words.Say({"times", "vezes"}), analysis.main.stated->model.observations,
                   words);
}

}  // namespace

std::vector<Chart> SpeedUpCharts(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated || UnitOf(analysis.main.metric, "") != "s") return {};
  std::vector<SpeedUp> speed_ups = SpeedUps(*analysis.main.stated);
  if (speed_ups.empty()) return {};
  Chart chart{
      "speed-ups", words.Say(label::kSpeedUps), CaptionOf(analysis, speed_ups.size(), words), {}};
  speed_ups.resize(std::min(speed_ups.size(), kMostDrawnPairs));
  const Json x =
      Quantitative("ratio", words.Say({"speed-up (times)", "aceleração (vezes)"}), false);
  const Json y = Category("pair");
  Json one = {{"mark", {{"type", "rule"}, {"strokeDash", {4, 4}}}},
              {"encoding", {{"x", {{"datum", 1}}}}}};
  Json interval = {{"transform", Only("low")},
                   {"mark", {{"type", "rule"}, {"color", kBlue}, {"strokeWidth", 2}}},
                   {"encoding", {{"x", AtField(x, "low")}, {"x2", {{"field", "high"}}}, {"y", y}}}};
  Json points =
      Points({{"x", x}, {"y", y}},
             Tooltip({{"pair", words.Say(label::kLevels)}, {"text", words.Say(label::kSpeedUps)}}));
  points["mark"]["color"] = kBlue;
  chart.spec = Visible(Rows(Spec(ValuesOf(speed_ups, words), {one, interval, points}, chart.title),
                            speed_ups.size()));
  return {chart};
}

}  // namespace trena
