// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
namespace trena {
namespace {

constexpr size_t kMostEpochs = 60;  // of a line

// What is drawn over time.
struct Learned {
  const char* name;
  std::optional<double> EpochPoint::* field;
  double scale;
  std::string title;
  std::string axis;
  std::string unit;
};

// Every nth epoch that has it, and the last.
std::vector<const EpochPoint*> PointsOf(const RunSeries& run, const Learned& learned) {
  std::vector<const EpochPoint*> known;
  for (const EpochPoint& epoch : run.epochs) {
    if ((epoch.*learned.field).has_value()) known.push_back(&epoch);
  }
  const size_t each = (known.size() + kMostEpochs - 1) / kMostEpochs;
  if (each <= 1) return known;
  std::vector<const EpochPoint*> shown;
  for (size_t i = 0; i < known.size(); i += each) shown.push_back(known[i]);
  if (shown.back() != known.back()) shown.push_back(known.back());
  return shown;
}

std::map<std::string, std::string> GroupOfScenarios(const Analysis& analysis,
                                                    const std::string& factor) {
  std::map<std::string, std::string> groups;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Value* level = Find(scenario.levels, factor);
    groups[scenario.id] = level ? level->ToString() : "";
  }
  return groups;
}

// The runs with two points or more, one line each.
struct Lines {
  Json values = Json::array();
  size_t runs = 0;
};

Lines LinesOf(const Analysis& analysis, const Learned& learned, const std::string& factor,
              const TimeAxis& axis) {
  Lines lines;
  const auto groups = GroupOfScenarios(analysis, factor);
  for (const RunSeries& run : analysis.series.runs) {
    const auto points = PointsOf(run, learned);
    if (points.size() < 2) continue;
    ++lines.runs;
    const auto group = groups.find(run.scenario);
    for (const EpochPoint* point : points) {
      lines.values.push_back({{"run", run.folder},
                              {"group", group == groups.end() ? "" : group->second},
                              {"at", OrNull(axis.At(point->at))},
                              {"value", OrNull(*(point->*learned.field) * learned.scale)},
                              {"epoch", point->epoch}});
    }
  }
  return lines;
}

std::vector<Chart> LearningChart(const Analysis& analysis, const Learned& learned,
                                 const Words& words) {
  double longest = 0;
  for (const RunSeries& run : analysis.series.runs) longest = std::max(longest, run.seconds);
  const TimeAxis axis(longest, words);
  const std::string factor = ColourFactor(analysis);
  Lines lines = LinesOf(analysis, learned, factor, axis);
  if (lines.runs == 0) return {};
  Chart chart{learned.name,
              learned.title,
              WithCount(words.Say({"A line for each run, a point at the end of each epoch.",
                                   "Uma linha por execução, um ponto no fim de cada época."}),
                        learned.unit, static_cast<double>(lines.runs), words),
              {}};
  const Json x = axis.Encoding("at");
  const Json y = Quantitative("value", learned.axis, false);
  const Json colour = ColourByGroup(factor);
  Json line = {
      {"mark", {{"type", "line"}, {"strokeWidth", 1}, {"opacity", 0.7}}},
      {"encoding", {{"x", x}, {"y", y}, {"color", colour}, {"detail", {{"field", "run"}}}}}};
  Json points = Points({{"x", x}, {"y", y}, {"color", colour}, {"shape", ShapeByGroup(factor)}},
                       Tooltip({{"run", words.Say(label::kRunFolder)},
                                {"epoch", words.Say(label::kEpoch)},
                                {"value", learned.axis}}));
  points["mark"]["size"] = 24;
  chart.spec = Visible(High(Spec(std::move(lines.values), {line, points}, chart.title), 260));
  return {chart};
}

}  // namespace

std::vector<Chart> LearningCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts = LearningChart(
      analysis,
      {"loss", &EpochPoint::loss, 1, words.Say({"Loss over time", "Perda ao longo do tempo"}),
       words.Say(label::kLoss), ""},
      words);
  auto accuracy = LearningChart(analysis,
                                {"accuracy", &EpochPoint::accuracy, 100,
                                 words.Say({"Accuracy over time", "Acurácia ao longo do tempo"}),
                                 words.Say(label::kAccuracy) + " (%)", "%"},
                                words);
  std::move(accuracy.begin(), accuracy.end(), std::back_inserter(charts));
  return charts;
}

}  // namespace trena
