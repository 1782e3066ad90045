// SPDX-License-Identifier: Apache-2.0
#include "report/charts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/text.h"
#include "report/chart_parts.h"
#include "report/metric_words.h"
#include "report/scenario_text.h"

namespace trena {
namespace {

constexpr const char* kSchema = "https://vega.github.io/schema/vega-lite/v6.json";
constexpr const char* kBlue = "#0072b2";
constexpr int kRowHeight = 24;  // of a category
constexpr int kPlotHeight = 320;
constexpr int kSpeedHeight = 180;
constexpr size_t kMostTerms = 15;
constexpr size_t kMostColours = 7;

Json Palette() {
  return {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"};
}

}  // namespace

Json Quantitative(const std::string& field, const std::string& title, bool zero) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", title},
          {"scale", {{"zero", zero}, {"nice", true}}},
          {"axis", {{"tickCount", 6}}}};
}

namespace {

Json Category(const std::string& field) {
  return {{"field", field},
          {"type", "nominal"},
          {"title", nullptr},
          {"sort", nullptr},  // as in the data
          {"axis", {{"labelLimit", 260}, {"grid", false}, {"ticks", false}, {"domain", false}}}};
}

}  // namespace

Json Spec(Json values, Json layers, const std::string& description) {
  return {{"$schema", kSchema},
          {"description", description},
          {"width", "container"},
          {"autosize", {{"type", "fit-x"}, {"contains", "padding"}}},
          {"data", {{"values", std::move(values)}}},
          {"layer", std::move(layers)}};
}

Json Tooltip(std::initializer_list<std::pair<const char*, std::string>> fields) {
  Json tooltip = Json::array();
  for (const auto& [field, title] : fields) tooltip.push_back({{"field", field}, {"title", title}});
  return tooltip;
}

namespace {

Json Rows(Json spec) {
  spec["height"] = {{"step", kRowHeight}};
  return spec;
}

Json TimeValues(const Analysis& analysis, const MetricText& time) {
  Json values = Json::array();
  std::vector<std::string> factors = VaryingFactors(analysis);
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    auto found = scenario.metrics.find(time.name());
    if (found == scenario.metrics.end()) continue;
    const Summary& s = found->second.summary;
    std::string label = scenario.id + "  " + LevelsOf(scenario, factors);
    values.push_back({{"scenario", label},
                      {"mean", OrNull(s.mean)},
                      {"low", OrNull(s.low)},
                      {"high", OrNull(s.high)},
                      {"text", time.Quantity(s)}});
    for (double value : found->second.values) {
      values.push_back({{"scenario", label}, {"run", OrNull(value)}});
    }
  }
  return values;
}

}  // namespace

// A chart whose texts can show nothing but themselves: controls and turns of writing are visible.
Json Visible(const Json& json) {
  if (json.is_string()) return ForTerminal(json.get<std::string>());
  if (!json.is_structured()) return json;
  Json visible = json;
  for (Json& part : visible) part = Visible(part);
  return visible;
}

namespace {

Json Only(const char* field) {
  return Json::array({{{"filter", {{"field", field}, {"valid", true}}}}});
}

Json TermValues(const Analysis& analysis, const Words& words) {
  Json values = Json::array();
  std::vector<Driver> drivers = analysis.drivers;
  drivers.resize(std::min(drivers.size(), kMostTerms));
  for (const Driver& driver : drivers) {
    values.push_back({{"term", driver.term},
                      {"percent", OrNull(driver.percent)},
                      {"text", words.Percent(driver.percent)}});
  }
  const AnovaRow& residuals = analysis.main.stated->model.rows.back();
  values.push_back({{"term", ResidualsLabel(analysis.main, words)},
                    {"percent", OrNull(residuals.percent)},
                    {"text", residuals.percent ? words.Percent(*residuals.percent) : "—"}});
  return values;
}

Chart VariationChart(const Analysis& analysis, const Words& words) {
  MetricText metric(words, analysis.main.metric, analysis.cost.currency);
  Chart chart{"variation",
              words.Say("What drives {metric}", {{"metric", metric.ThePhrase()}}),
              words.Say("Percent of the variation over {n} runs.",
                        {{"n", words.Fixed(analysis.main.stated->model.observations, 0)}}),
              {}};
  Json x = Quantitative("percent", words.Say("percent of variation"), true);
  x["scale"]["domain"] = {0, 120};  // room for the numbers after the bars
  x["axis"]["values"] = {0, 20, 40, 60, 80, 100};
  Json y = Category("term");
  Json bars = {{"mark", {{"type", "bar"}, {"color", kBlue}, {"height", 14}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  Json labels = {{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 6}}},
                 {"encoding", {{"x", x}, {"y", y}, {"text", {{"field", "text"}}}}}};
  chart.spec = Visible(Rows(Spec(TermValues(analysis, words), {bars, labels}, chart.title)));
  return chart;
}

Json EffectValues(const Analysis& analysis, const MetricText& metric) {
  Json values = Json::array();
  double scale = analysis.main.scale == "log" ? 1 : metric.Scale();
  auto scaled = [&](std::optional<double> value) {
    return value ? OrNull(*value * scale) : Json();
  };
  for (const Effect& effect : analysis.main.stated->model.effects) {
    if (effect.factors.size() != 1) continue;
    std::string shown = metric.WithHalfWidth(effect.effect, effect.low, effect.high);
    values.push_back({{"level", LevelsOf(effect, analysis.main)},
                      {"factor", analysis.main.factors[effect.factors[0]]},
                      {"effect", scaled(effect.effect)},
                      {"low", scaled(effect.low)},
                      {"high", scaled(effect.high)},
                      {"text", metric.WithUnit(shown)},
                      {"n", RunsBehind(effect, analysis.main)}});
  }
  return values;
}

Chart EffectChart(const Analysis& analysis, const Words& words) {
  MetricText metric(words, analysis.main.metric, analysis.cost.currency);
  const GrandMean& grand = analysis.main.stated->model.grand_mean;
  std::string mean = analysis.main.scale == "log"
                         ? metric.Value(std::exp(grand.mean))
                         : metric.WithUnit(metric.WithHalfWidth(grand.mean, grand.low, grand.high));
  Chart chart{
      "effects",
      words.Say("What each level adds to {metric}", {{"metric", metric.ThePhrase()}}),
      words.Say("Effects with {confidence}% intervals, around the mean of all {n} runs, {mean}.",
                {{"confidence", words.Fixed(analysis.confidence * 100, 0)},
                 {"n", words.Fixed(analysis.main.stated->model.observations, 0)},
                 {"mean", mean}}),
      {}};
  const std::string unit = analysis.main.scale == "log" ? analysis.main.unit : metric.Unit();
  Json x = Quantitative("effect", words.Say("effect") + " (" + unit + ")", true);
  Json y = Category("level");
  Json tooltip =
      Tooltip({{"level", words.Say("level")}, {"text", words.Say("effect")}, {"n", "n"}});
  Json zero = {{"mark", {{"type", "rule"}}}, {"encoding", {{"x", {{"datum", 0}}}}}};
  Json interval = {
      {"transform", Only("low")},
      {"mark", {{"type", "rule"}, {"color", kBlue}, {"strokeWidth", 2}}},
      {"encoding", {{"x", Quantitative("low", "", true)}, {"x2", {{"field", "high"}}}, {"y", y}}}};
  interval["encoding"]["x"]["title"] = x["title"];
  Json point = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 70}, {"color", kBlue}}},
                {"encoding", {{"x", x}, {"y", y}, {"tooltip", tooltip}}}};
  point["mark"]["opacity"] = 1;
  chart.spec =
      Visible(Rows(Spec(EffectValues(analysis, metric), {zero, interval, point}, chart.title)));
  return chart;
}

// The factor that colours tell apart: the first driver that is one, with few enough levels.
std::string ColourFactor(const Analysis& analysis) {
  std::vector<std::string> factors = VaryingFactors(analysis);
  for (const Driver& driver : analysis.drivers) {
    if (std::find(factors.begin(), factors.end(), driver.term) == factors.end()) continue;
    std::set<std::string> levels;
    for (const ScenarioAnalysis& scenario : analysis.scenarios) {
      if (const Value* level = Find(scenario.levels, driver.term)) levels.insert(level->ToString());
    }
    if (levels.size() <= kMostColours) return driver.term;
  }
  return factors.empty() ? "" : factors.front();
}

Json PointValues(const Analysis& analysis, const MetricText& x, const MetricText& y,
                 const std::string& factor) {
  Json values = Json::array();
  auto scaled = [](const std::optional<double>& value, const MetricText& metric) {
    return value ? OrNull(*value * metric.Scale()) : Json();
  };
  std::vector<std::string> factors = VaryingFactors(analysis);
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Summary* across = SummaryOf(scenario, x.name());
    const Summary* up = SummaryOf(scenario, y.name());
    if (!across || !up) continue;
    const Value* level = Find(scenario.levels, factor);
    values.push_back({{"scenario", scenario.id + "  " + LevelsOf(scenario, factors)},
                      {"group", level ? level->ToString() : ""},
                      {"x", scaled(across->mean, x)},
                      {"x_low", scaled(across->low, x)},
                      {"x_high", scaled(across->high, x)},
                      {"y", scaled(up->mean, y)},
                      {"y_low", scaled(up->low, y)},
                      {"y_high", scaled(up->high, y)},
                      {"x_text", x.Quantity(*across)},
                      {"y_text", y.Quantity(*up)}});
  }
  return values;
}

// Two metrics of every scenario against each other, with both intervals.
Chart AgainstChart(const Analysis& analysis, const Words& words, const MetricText& y,
                   const std::string& title) {
  MetricText x(words, analysis.time, analysis.cost.currency);
  std::string factor = ColourFactor(analysis);
  Chart chart{y.name() + "-time",
              title,
              words.Say("One point per scenario, with {confidence}% intervals in both directions.",
                        {{"confidence", words.Fixed(analysis.confidence * 100, 0)}}),
              {}};
  Json colour = {{"field", "group"},
                 {"type", "nominal"},
                 {"title", factor},
                 {"sort", nullptr},
                 {"scale", {{"range", Palette()}}},
                 {"legend", {{"orient", "top"}}}};
  Json shape = {{"field", "group"}, {"type", "nominal"}, {"title", factor}, {"sort", nullptr}};
  Json at_x = Quantitative("x", x.Title(), true);
  Json at_y = Quantitative("y", y.Title(), y.name() == "cost");
  Json tooltip = Tooltip(
      {{"scenario", words.Say("scenario")}, {"x_text", x.Phrase()}, {"y_text", y.Phrase()}});
  auto rule = [&](Json encoding, const char* field) -> Json {
    encoding["color"] = colour;
    return {{"transform", Only(field)}, {"mark", {{"type", "rule"}}}, {"encoding", encoding}};
  };
  Json x_low = at_x;
  Json y_low = at_y;
  x_low["field"] = "x_low";
  y_low["field"] = "y_low";
  Json point = {
      {"mark", {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}}},
      {"encoding",
       {{"x", at_x}, {"y", at_y}, {"color", colour}, {"shape", shape}, {"tooltip", tooltip}}}};
  chart.spec =
      Spec(PointValues(analysis, x, y, factor),
           {rule({{"x", x_low}, {"x2", {{"field", "x_high"}}}, {"y", at_y}}, "x_low"),
            rule({{"x", at_x}, {"y", y_low}, {"y2", {{"field", "y_high"}}}}, "y_low"), point},
           chart.title);
  chart.spec["height"] = kPlotHeight;
  chart.spec = Visible(chart.spec);
  return chart;
}

// With one price, cost against time is a straight line and tells nothing.
bool PricesDiffer(const Analysis& analysis) {
  std::set<std::pair<double, std::string>> prices;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (scenario.price && scenario.metrics.contains("cost")) {
      prices.emplace(scenario.price->per_hour, scenario.price->currency);
    }
  }
  return prices.size() > 1;
}

bool AnyHas(const Analysis& analysis, const std::string& metric) {
  auto has = [&](const ScenarioAnalysis& s) { return s.metrics.contains(metric); };
  return std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(), has);
}

Json SpeedValues(const MachineSpeed& speed, const Words& words) {
  Json values = Json::array();
  for (const SpeedPoint& point : speed.points) {
    for (const auto& [part, value] :
         {std::pair(words.Say("compute"), point.compute), {words.Say("memory"), point.memory}}) {
      if (!value) continue;
      values.push_back({{"order", point.order},
                        {"speed", OrNull(100 * *value)},
                        {"part", part},
                        {"scenario", point.scenario},
                        {"run", point.folder}});
    }
  }
  return values;
}

std::string SpeedCaption(const MachineSpeed& speed, const Words& words) {
  std::string caption = words.Say(
      "Speed of a fixed piece of work around each of {n} runs, in the order in which they were "
      "made; 100% is the median. It ranged from {slowest}% to {fastest}%.",
      {{"n", std::to_string(speed.points.size())},
       {"slowest", words.Fixed(100 * speed.slowest, 1)},
       {"fastest", words.Fixed(100 * speed.fastest, 1)}});
  if (!speed.correlation) return caption;
  return caption + " " +
         words.Say(
             "Within scenarios it correlates with the time by r = {r} (n = {n}).",
             {{"r", words.Fixed(*speed.correlation, 2)}, {"n", std::to_string(speed.correlated)}});
}

Chart SpeedChart(const MachineSpeed& speed, const std::string& name, const Words& words) {
  Chart chart{name,
              words.Say("The machine's speed over the study: {environment}",
                        {{"environment", speed.environment}}),
              SpeedCaption(speed, words),
              {}};
  Json x = Quantitative("order", words.Say("order of the run"), false);
  x["axis"]["tickMinStep"] = 1;
  Json y = Quantitative("speed", words.Say("speed (% of its median)"), false);
  Json colour = {{"field", "part"},
                 {"type", "nominal"},
                 {"title", words.Say("part")},
                 {"sort", nullptr},
                 {"scale", {{"range", Palette()}}},
                 {"legend", {{"orient", "top"}}}};
  Json shape = {{"field", "part"}, {"type", "nominal"}, {"sort", nullptr}, {"legend", nullptr}};
  Json tooltip = Tooltip({{"run", words.Say("run folder")},
                          {"part", words.Say("part")},
                          {"speed", words.Say("speed (% of its median)")}});
  Json line = {{"mark", {{"type", "line"}, {"strokeWidth", 1}, {"opacity", 0.6}}},
               {"encoding", {{"x", x}, {"y", y}, {"color", colour}}}};
  Json point = {{"mark", {{"type", "point"}, {"filled", true}, {"size", 50}, {"opacity", 1}}},
                {"encoding",
                 {{"x", x}, {"y", y}, {"color", colour}, {"shape", shape}, {"tooltip", tooltip}}}};
  chart.spec = Spec(SpeedValues(speed, words), {line, point}, chart.title);
  chart.spec["height"] = kSpeedHeight;
  chart.spec = Visible(chart.spec);
  return chart;
}

}  // namespace

std::vector<Chart> TimeCharts(const Analysis& analysis, const Words& words) {
  if (!AnyHas(analysis, analysis.time)) return {};
  MetricText time(words, analysis.time, "");
  Chart chart{"time",
              words.Say("Training time of each scenario"),
              words.Say("Dots are single runs; the mark is their mean, the line its {confidence}% "
                        "interval.",
                        {{"confidence", words.Fixed(analysis.confidence * 100, 0)}}),
              {}};
  Json x = Quantitative("run", words.Say("training time (s)"), true);
  Json y = Category("scenario");
  Json dots = {
      {"transform", Only("run")},
      {"mark", {{"type", "circle"}, {"color", "#e69f00"}, {"size", 36}, {"opacity", 0.75}}},
      {"encoding", {{"x", x}, {"y", y}}}};
  Json interval = {{"transform", Only("low")},
                   {"mark", {{"type", "rule"}, {"color", kBlue}, {"strokeWidth", 2.5}}},
                   {"encoding", {{"x", x}, {"x2", {{"field", "high"}}}, {"y", y}}}};
  interval["encoding"]["x"]["field"] = "low";
  Json mean = {{"transform", Only("mean")},
               {"mark", {{"type", "tick"}, {"color", kBlue}, {"thickness", 3}, {"size", 14}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  mean["encoding"]["x"]["field"] = "mean";
  mean["encoding"]["tooltip"] =
      Tooltip({{"scenario", words.Say("scenario")}, {"text", time.Phrase()}});
  chart.spec = Rows(Spec(TimeValues(analysis, time), {dots, interval, mean}, chart.title));
  chart.spec = Visible(chart.spec);
  return {chart};
}

std::vector<Chart> DriverCharts(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated) return {};
  return {VariationChart(analysis, words), EffectChart(analysis, words)};
}

std::vector<Chart> TradeOffCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  if (!AnyHas(analysis, analysis.time) || analysis.scenarios.size() < 2) return charts;
  if (PricesDiffer(analysis)) {
    charts.push_back(AgainstChart(analysis, words,
                                  MetricText(words, "cost", analysis.cost.currency),
                                  words.Say("Cost against training time")));
  }
  if (AnyHas(analysis, "accuracy")) {
    charts.push_back(AgainstChart(analysis, words, MetricText(words, "accuracy", ""),
                                  words.Say("Accuracy against training time")));
  }
  return charts;
}

std::vector<Chart> SpeedCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  for (const MachineSpeed& speed : analysis.machine_speed) {
    if (speed.points.size() < 2) continue;
    charts.push_back(SpeedChart(speed, "speed-" + std::to_string(charts.size() + 1), words));
  }
  return charts;
}

}  // namespace trena
