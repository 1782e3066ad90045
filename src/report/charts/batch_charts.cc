// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
namespace trena {
namespace {

constexpr double kWideRange = 10;  // from here on the axis is logarithmic

std::optional<double> BatchOf(const ScenarioAnalysis& scenario) {
  const Value* batch = Find(scenario.levels, "batch");
  return batch == nullptr ? std::nullopt : batch->number();
}

bool DidNotFit(const ScenarioAnalysis& scenario) {
  const bool ran_out = scenario.outcomes.contains(Outcome::kOutOfMemory);
  return !scenario.metrics.contains("image_s") && (ran_out || scenario.skipped > 0);
}

// The other factors' levels: a line each.
std::string OthersOf(const ScenarioAnalysis& scenario, std::vector<std::string> factors) {
  std::erase(factors, "batch");
  return LevelsOf(scenario, factors);
}

Json TimeValues(const Analysis& analysis, const MetricText& time, const std::string& colour) {
  Json values = Json::array();
  const std::vector<std::string> factors = VaryingFactors(analysis);
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Summary* summary = SummaryOf(scenario, time.name());
    const auto batch = BatchOf(scenario);
    if (!batch || summary == nullptr || !summary->mean) continue;
    const Value* level = Find(scenario.levels, colour);
    values.push_back({{"batch", *batch},
                      {"scenario", ScenarioLabel(scenario, factors)},
                      {"others", OthersOf(scenario, factors)},
                      {"group", level ? level->ToString() : ""},
                      {"mean", OrNull(summary->mean)},
                      {"low", OrNull(summary->low)},
                      {"high", OrNull(summary->high)},
                      {"text", time.Quantity(*summary)}});
  }
  return values;
}

// Batches at which scenarios ran out of memory, with how many of how many.
Json MemoryValues(const Analysis& analysis, const Words& words) {
  std::map<double, std::pair<int, int>> batches;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (const auto batch = BatchOf(scenario)) {
      batches[*batch].first += DidNotFit(scenario);
      ++batches[*batch].second;
    }
  }
  Json values = Json::array();
  for (const auto& [batch, count] : batches) {
    if (count.first == 0) continue;
    values.push_back(
        {{"batch", batch},
         {"lost", words.Say({"{count} of {all} did not fit", "{count} de {all} não couberam"},
                            {{"count", std::to_string(count.first)},
                             {"all", std::to_string(count.second)}})},
         {"lost_count", count.first}});
  }
  return values;
}

bool Wide(const Json& values) {
  double least = 0, most = 0;
  for (const Json& value : values) {
    const double mean = value["mean"].is_number() ? value["mean"].get<double>() : 0;
    if (mean <= 0 || (value["low"].is_number() && value["low"].get<double>() <= 0)) return false;
    least = least == 0 ? mean : std::min(least, mean);
    most = std::max(most, mean);
  }
  return least > 0 && most / least > kWideRange;
}

Json BatchAxis(const Json& values, const Words& words) {
  std::vector<double> levels;
  for (const Json& value : values) levels.push_back(value["batch"]);
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  Json x =
      Quantitative("batch", words.Say({"batch size (images)", "tamanho do lote (imagens)"}), false);
  const bool positive = !levels.empty() && levels.front() > 0;
  if (positive) x["scale"] = {{"type", "log"}, {"base", 2}, {"nice", false}};
  x["scale"]["padding"] = 56;  // room for words above a mark
  x["axis"] = {{"values", levels}, {"labelOverlap", "greedy"}, {"format", "d"}};
  return x;
}

Json LostLayer(const Json& x, const char* mark, const char* field) {
  Json layer = {{"transform", Only("lost_count")},
                {"mark", {{"type", mark}, {"color", kVermillion}}},
                {"encoding", {{"x", x}, {"y", {{"value", 8}}}}}};
  if (std::string_view(mark) == "text") {
    layer["encoding"]["text"] = {{"field", field}};
    layer["mark"]["dy"] = 14;
    return layer;
  }
  layer["mark"]["shape"] = "cross";
  layer["mark"]["filled"] = true;
  layer["mark"]["angle"] = 45;
  layer["mark"]["size"] = 110;
  return layer;
}

std::string CaptionOf(const Analysis& analysis, bool lost, const MetricText& time,
                      const Words& words) {
  std::string marks = words.Say({"The mean of each scenario with its {confidence}% interval; a "
                                 "line for each combination of the other factors.",
                                 "A média de cada cenário com seu intervalo de {confidence}%; uma "
                                 "linha para cada combinação dos outros fatores."},
                                {{"confidence", ConfidenceText(analysis, words)}});
  if (lost) {
    marks += " " + words.Say({"Crosses are batches that did not fit into memory, or that were not "
                              "tried because a smaller one did not.",
                              "As cruzes são lotes que não couberam na memória, ou que não foram "
                              "tentados porque um menor não coube."});
  }
  return WithCount(marks, time.Unit(), RunsWith(analysis, time.name()), words);
}

// A line for each combination, with its intervals and points.
Json ChartLayersOf(const Json& x, const Json& y, const std::string& factor, const MetricText& time,
              const Words& words) {
  const Json colour = ColourByGroup(factor);
  Json line = {
      {"transform", Only("mean")},
      {"mark", {{"type", "line"}, {"strokeWidth", 1.5}}},
      {"encoding", {{"x", x}, {"y", y}, {"color", colour}, {"detail", {{"field", "others"}}}}}};
  Json interval = {
      {"transform", Only("low")},
      {"mark", {{"type", "rule"}}},
      {"encoding",
       {{"x", x}, {"y", AtField(y, "low")}, {"y2", {{"field", "high"}}}, {"color", colour}}}};
  Json points =
      Points({{"x", x}, {"y", y}, {"color", colour}, {"shape", ShapeByGroup(factor)}},
             Tooltip({{"scenario", words.Say(label::kScenario)}, {"text", time.Phrase()}}));
  points["transform"] = Only("mean");
  return {line, interval, points};
}

}  // namespace

std::vector<Chart> BatchCharts(const Analysis& analysis, const Words& words) {
  const std::vector<std::string> factors = VaryingFactors(analysis);
  const bool varies = std::find(factors.begin(), factors.end(), "batch") != factors.end();
  if (!varies || !AnyHas(analysis, "image_s")) return {};
  const MetricText time(words, "image_s", "");
  const std::string factor = ColourFactor(analysis, "batch");
  Json values = TimeValues(analysis, time, factor);
  Json y = Quantitative("mean", time.Title(), true);
  if (Wide(values)) y["scale"] = {{"type", "log"}};
  const Json lost = MemoryValues(analysis, words);
  for (const Json& value : lost) values.push_back(value);
  const Json x = BatchAxis(values, words);
  Json layers = ChartLayersOf(x, y, factor, time, words);
  if (!lost.empty()) {
    layers.push_back(LostLayer(x, "point", ""));
    layers.push_back(LostLayer(x, "text", "lost"));
  }
  Chart chart{"batch",
              words.Say({"Time per image against batch size",
                         "Tempo por imagem em função do tamanho do lote"}),
              CaptionOf(analysis, !lost.empty(), time, words),
              {}};
  chart.spec = Visible(High(Spec(std::move(values), std::move(layers), chart.title), kPlotHeight));
  return {chart};
}

}  // namespace trena
