// SPDX-License-Identifier: Apache-2.0
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
#include "report/words/place_name.h"
namespace trena {
namespace {

Json SpeedValues(const MachineSpeed& speed, const Words& words) {
  Json values = Json::array();
  for (const SpeedPoint& point : speed.points) {
    for (const auto& [part, value] : {std::pair(words.Say({"compute", "cálculo"}), point.compute),
                                      {words.Say(label::kMemory), point.memory}}) {
      if (!value) continue;
      values.push_back({{"order", point.order},
                        {"speed", OrNull(100 * *value)},
                        {"group", part},
                        {"scenario", point.scenario},
                        {"run", point.folder}});
    }
  }
  return values;
}

std::string SpeedCaption(const MachineSpeed& speed, const Words& words) {
  std::string caption =
      words.Say({"Speed of a fixed piece of work around each run, in the order in which they were "
                 "made; 100% is the median. It ranged from {slowest}% to {fastest}%.",
                 "Velocidade de um trabalho fixo ao redor de cada execução, na ordem em que foram "
                 "feitas; 100% é a mediana. Variou de {slowest}% a {fastest}%."},
                {{"slowest", words.Fixed(100 * speed.slowest, 1)},
                 {"fastest", words.Fixed(100 * speed.fastest, 1)}});
  caption = WithCount(caption, "%", static_cast<double>(speed.points.size()), words);
  if (!speed.correlation) return caption;
  return caption + " " +
         words.Say(
             {"Within scenarios it correlates with the time by r = {r} (n = {n}).",
              "Dentro dos cenários, correlaciona-se com o tempo com r = {r} (n = {n})."},
             {{"r", words.Fixed(*speed.correlation, 2)}, {"n", std::to_string(speed.correlated)}});
}

Chart SpeedChart(const MachineSpeed& speed, const std::string& name, const Words& words) {
  Chart chart{name,
              words.Say({"The machine's speed over the study: {environment}",
                         "A velocidade da máquina ao longo do estudo: {environment}"},
                        {{"environment", PlaceName(speed.environment, words)}}),
              SpeedCaption(speed, words),
              {}};
  Json x = Quantitative("order", words.Say(label::kOrderOfTheRun), false);
  x["axis"]["tickMinStep"] = 1;
  Json y = Quantitative("speed", words.Say(label::kSpeedPercentOfItsMedian), false);
  const Json colour = ColourByGroup(words.Say(label::kPart));
  Json tooltip = Tooltip({{"run", words.Say(label::kRunFolder)},
                          {"group", words.Say(label::kPart)},
                          {"speed", words.Say(label::kSpeedPercentOfItsMedian)}});
  Json line = {{"mark", {{"type", "line"}, {"strokeWidth", 1}, {"opacity", 0.6}}},
               {"encoding", {{"x", x}, {"y", y}, {"color", colour}}}};
  Json point = Points(
      {{"x", x}, {"y", y}, {"color", colour}, {"shape", ShapeByGroup(words.Say(label::kPart))}},
      tooltip);
  chart.spec =
      Visible(High(Spec(SpeedValues(speed, words), {line, point}, chart.title), kLowHeight));
  return chart;
}

}  // namespace

std::vector<Chart> MachineSpeedCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  for (const MachineSpeed& speed : analysis.machine_speed) {
    if (speed.points.size() < 2) continue;
    charts.push_back(SpeedChart(speed, "speed-" + std::to_string(charts.size() + 1), words));
  }
  return charts;
}

}  // namespace trena
