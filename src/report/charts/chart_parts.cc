// SPDX-License-Identifier: Apache-2.0
#include "report/charts/chart_parts.h"

#include <algorithm>
#include <set>

#include "core/text/text.h"
#include "report/answer/scenario_text.h"
#include "report/page/html.h"

namespace trena {
namespace {

constexpr const char* kSchema = "https://vega.github.io/schema/vega-lite/v6.json";
constexpr size_t kRowHeight = 24;
constexpr size_t kMostFullRows = 60;  // more of them are thinner, down to two pixels
constexpr size_t kThinRowsHeight = 1440;
constexpr size_t kLongestText = 160;  // of a label

Json Palette() { return {kBlue, kOrange, "#009e73", "#cc79a7", "#56b4e9", kVermillion, kGrey}; }

}  // namespace

Json Quantitative(const std::string& field, const std::string& title, bool zero) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"zero", zero}, {"nice", true}}},
          {"axis", {{"tickCount", 6}}}};
}

Json Category(const std::string& field) {
  return {{"field", field},
          {"type", "nominal"},
          {"title", nullptr},
          {"sort", nullptr},  // as in the data
          {"axis", {{"labelLimit", 260}, {"grid", false}, {"ticks", false}, {"domain", false}}}};
}

Json AtField(Json channel, const char* field) {
  channel["field"] = field;
  return channel;
}

Json ColourByGroup(const std::string& title) {
  return {{"field", "group"},
          {"type", "nominal"},
          {"title", title},
          {"sort", nullptr},
          {"scale", {{"range", Palette()}}},
          {"legend", {{"orient", "top"}, {"columns", 3}}}};
}

Json ShapeByGroup(const std::string& title) {
  return {{"field", "group"}, {"type", "nominal"}, {"title", title}, {"sort", nullptr}};
}

Json Only(const char* field) {
  return Json::array({{{"filter", {{"field", field}, {"valid", true}}}}});
}

Json Tooltip(std::initializer_list<std::pair<const char*, std::string>> fields) {
  Json tooltip = Json::array();
  for (const auto& [field, title] : fields) tooltip.push_back({{"field", field}, {"title", title}});
  return tooltip;
}

Json Points(Json encoding, Json tooltip) {
  encoding["tooltip"] = std::move(tooltip);
  return {{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}, {"opacity", 1}}},
          {"encoding", std::move(encoding)}};
}

Json Spec(Json values, Json layers, const std::string& description) {
  return {{"$schema", kSchema},
          {"description", description},
          {"width", "container"},
          {"autosize", {{"type", "fit-x"}, {"contains", "padding"}}},
          {"data", {{"values", std::move(values)}}},
          {"layer", std::move(layers)}};
}

Json Rows(Json spec, size_t rows) {
  const bool full = rows <= kMostFullRows;
  spec["height"] = {{"step", full ? kRowHeight : std::max<size_t>(2, kThinRowsHeight / rows)}};
  if (full) return spec;
  for (Json& layer : spec["layer"]) {
    if (layer["encoding"].contains("y")) layer["encoding"]["y"]["axis"]["labelOverlap"] = "greedy";
  }
  return spec;
}

Json High(Json spec, int height) {
  spec["height"] = height;
  return spec;
}

Json Visible(const Json& json) {
  if (json.is_string()) return Cut(ForTerminal(json.get<std::string>()), kLongestText);
  if (!json.is_structured()) return json;
  Json visible = json;
  for (Json& part : visible) {
    if (part.is_string() || part.is_structured()) part = Visible(part);
  }
  return visible;
}

std::string WithCount(const std::string& caption, const std::string& unit, double runs,
                      const Words& words) {
  const std::string n = words.Fixed(runs, 0);
  if (unit.empty())
    return caption + " " +
           words.Say({"n = {n} [run|runs].", "n = {n} [execução|execuções]."}, {{"n", n}});
  return caption + " " +
         words.Say({"Unit: {unit}; n = {n} [run|runs].",
                    "Unidade: {unit}; n = {n} [execução|execuções]."},
                   {{"unit", unit}, {"n", n}});
}

std::string ConfidenceText(const Analysis& analysis, const Words& words) {
  return words.Fixed(analysis.confidence * 100, 0);
}

std::string ScenarioLabel(const ScenarioAnalysis& scenario,
                          const std::vector<std::string>& factors) {
  return scenario.id + "  " + LevelsOf(scenario, factors);
}

bool AnyHas(const Analysis& analysis, const std::string& metric) {
  auto has = [&](const ScenarioAnalysis& s) { return s.metrics.contains(metric); };
  return std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(), has);
}

size_t RunsWith(const Analysis& analysis, const std::string& metric) {
  size_t runs = 0;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (const Summary* summary = SummaryOf(scenario, metric)) runs += summary->n;
  }
  return runs;
}

std::string ColourFactor(const Analysis& analysis, const std::string& but) {
  std::vector<std::string> factors = VaryingFactors(analysis);
  std::erase(factors, but);
  auto few_levels = [&](const std::string& factor) {
    std::set<std::string> levels;
    for (const ScenarioAnalysis& scenario : analysis.scenarios) {
      if (const Value* level = Find(scenario.levels, factor)) levels.insert(level->ToString());
    }
    return levels.size() <= kMostColours;
  };
  for (const Driver& driver : analysis.drivers) {
    bool is_factor = std::find(factors.begin(), factors.end(), driver.term) != factors.end();
    if (is_factor && few_levels(driver.term)) return driver.term;
  }
  auto found = std::find_if(factors.begin(), factors.end(), few_levels);
  return found == factors.end() ? "" : *found;
}

}  // namespace trena
