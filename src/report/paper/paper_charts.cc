// SPDX-License-Identifier: Apache-2.0
#include "report/paper/paper_charts.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/loss_charts.h"
#include "report/charts/series_charts.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

constexpr int kHeight = 200;
constexpr size_t kMostUpright = 12;            // labels of scenarios that fit side by side
constexpr const char* kBarColour = "#56b4e9";  // Okabe and Ito's sky blue: a line over it is seen

// Scenarios of one environment, as they are called together: "C1–C24, f4s_v2".
struct ScenarioGroup {
  std::string name;
  std::vector<const ScenarioAnalysis*> scenarios;
};

std::string NameOf(const std::vector<const ScenarioAnalysis*>& scenarios, bool in_a_row,
                   const std::string& environment) {
  const std::string& first = scenarios.front()->id;
  const std::string& last = scenarios.back()->id;
  std::string range = first == last ? first : first + "–" + last;
  if (environment.empty()) return range;
  return in_a_row ? range + ", " + environment : environment;
}

std::vector<ScenarioGroup> ByEnvironment(const Analysis& analysis) {
  std::vector<std::string> environments;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (std::find(environments.begin(), environments.end(), scenario.environment) ==
        environments.end()) {
      environments.push_back(scenario.environment);
    }
  }
  std::vector<ScenarioGroup> groups;
  for (const std::string& environment : environments) {
    ScenarioGroup group;
    for (const ScenarioAnalysis& scenario : analysis.scenarios) {
      if (scenario.environment == environment) group.scenarios.push_back(&scenario);
    }
    const auto distance = group.scenarios.back() - group.scenarios.front() + 1;
    group.name = NameOf(group.scenarios, distance == std::ssize(group.scenarios),
                        environments.size() > 1 ? environment : "");
    groups.push_back(std::move(group));
  }
  return groups;
}

// The factor that colours tell apart: the first that varies and has few enough levels, so that bars
// of a colour stand side by side. The environment has charts of its own.
std::string FactorOfBars(const Analysis& analysis) {
  for (const std::string& factor : VaryingFactors(analysis)) {
    std::set<std::string> levels;
    for (const ScenarioAnalysis& scenario : analysis.scenarios) {
      if (const Value* level = Find(scenario.levels, factor)) levels.insert(level->ToString());
    }
    if (factor != "environment" && levels.size() <= kMostColours) return factor;
  }
  return "";
}

// "5", or "2 to 5": how many runs the bars of a chart have.
std::string RunsEach(const ScenarioGroup& group, const std::string& metric, const Words& words) {
  size_t least = 0, most = 0;
  for (const ScenarioAnalysis* scenario : group.scenarios) {
    const Summary* summary = SummaryOf(*scenario, metric);
    if (summary == nullptr) continue;
    least = most == 0 ? summary->n : std::min(least, summary->n);
    most = std::max(most, summary->n);
  }
  if (least == most) return std::to_string(most);
  return words.Say({"{least} to {most}", "{least} a {most}"},
                   {{"least", std::to_string(least)}, {"most", std::to_string(most)}});
}

Json ScenarioAxis(const ScenarioGroup& group, const Words& words) {
  return {{"field", "scenario"},
          {"type", "nominal"},
          {"title", words.Say(label::kScenario)},
          {"sort", nullptr},  // as in the data
          {"axis",
           {{"labelAngle", group.scenarios.size() > kMostUpright ? -90 : 0},
            {"labelOverlap", true},
            {"grid", false}}}};
}

Json BarValues(const ScenarioGroup& group, const MetricText& metric, const std::string& factor) {
  Json values = Json::array();
  const auto scaled = [&](std::optional<double> value) {
    return value ? OrNull(*value * metric.Scale()) : Json();
  };
  for (const ScenarioAnalysis* scenario : group.scenarios) {
    const Summary* summary = SummaryOf(*scenario, metric.name());
    const Value* level = Find(scenario->levels, factor);
    Json row = {{"scenario", scenario->id}, {"group", level ? level->ToString() : ""}};
    if (summary != nullptr) {
      row["mean"] = scaled(summary->mean);
      row["low"] = scaled(summary->low);
      row["high"] = scaled(summary->high);
      row["text"] = metric.Quantity(*summary);
    }
    values.push_back(std::move(row));
  }
  return values;
}

// Times, costs and percentages are not below 0, whatever the interval of a mean of two says.
Json FromZero(const char* field, const std::string& title) {
  Json y = Quantitative(field, title, true);
  y["scale"]["domainMin"] = 0;
  return y;
}

// Bars of means, with their intervals. A scenario without a mean keeps its place, empty.
Json BarLayers(const ScenarioGroup& group, const MetricText& metric, const std::string& factor,
               const Words& words) {
  const Json x = ScenarioAxis(group, words);
  Json bar = {{"mark", {{"type", "bar"}, {"color", kBarColour}}},
              {"encoding", {{"x", x}, {"y", FromZero("mean", metric.Title())}}}};
  if (!factor.empty()) bar["encoding"]["color"] = ColourByGroup(factor);
  bar["encoding"]["tooltip"] =
      Tooltip({{"scenario", words.Say(label::kScenario)}, {"text", metric.Phrase()}});
  Json interval = {
      {"transform", Only("low")},
      {"mark", {{"type", "rule"}, {"strokeWidth", 1}, {"clip", true}}},
      {"encoding",
       {{"x", x}, {"y", FromZero("low", metric.Title())}, {"y2", {{"field", "high"}}}}}};
  return Json::array({bar, interval});
}

bool AnyStandIn(const ScenarioGroup& group) {
  return std::any_of(group.scenarios.begin(), group.scenarios.end(),
                     [](const ScenarioAnalysis* scenario) { return scenario->stand_in; });
}

std::string BarCaption(const ScenarioGroup& group, const std::string& metric,
                       const Analysis& analysis, const Words& words) {
  std::string caption = words.Say(
      {"Bars are means over {n} runs each, lines their {confidence}% intervals.",
       "As barras são médias de {n} execuções cada; as linhas, seus intervalos de {confidence}%."},
      {{"n", RunsEach(group, metric, words)},
       {"confidence", words.Fixed(analysis.confidence * 100, 0)}});
  return AnyStandIn(group) ? caption + " " + words.Say(label::kMeasuredOnAStandInMachine) : caption;
}

// "C1–C24, f4s_v2", and a star where the caption has one.
std::string Starred(const ScenarioGroup& group) {
  return AnyStandIn(group) ? group.name + "*" : group.name;
}

Chart BarChart(const std::string& name, const ScenarioGroup& group, const MetricText& metric,
               const Analysis& analysis, const Words& words) {
  Chart chart{name,
              words.Say({"Mean {metric}: {scenarios}", "Média de {metric}: {scenarios}"},
                        {{"metric", metric.Phrase()}, {"scenarios", Starred(group)}}),
              BarCaption(group, metric.name(), analysis, words),
              {}};
  const std::string factor = FactorOfBars(analysis);
  chart.spec =
      Spec(BarValues(group, metric, factor), BarLayers(group, metric, factor, words), chart.title);
  chart.spec = Visible(High(chart.spec, kHeight));
  return chart;
}

bool AnyHas(const ScenarioGroup& group, const std::string& metric) {
  return std::any_of(
      group.scenarios.begin(), group.scenarios.end(),
      [&](const ScenarioAnalysis* scenario) { return scenario->metrics.contains(metric); });
}

// What all runs of a scenario cost together.
Json TotalOf(const ScenarioAnalysis& scenario) {
  auto found = scenario.metrics.find("cost");
  if (found == scenario.metrics.end()) return {};
  const std::vector<double>& costs = found->second.values;
  return OrNull(std::accumulate(costs.begin(), costs.end(), 0.0));
}

Json CostLine(const ScenarioGroup& group, const std::string& title, const Words& words) {
  Json y = FromZero("total", title);
  y["axis"]["grid"] = false;
  y["axis"]["orient"] = "right";
  y["axis"]["titleColor"] = kVermillion;
  return {{"mark",
           {{"type", "line"},
            {"color", kVermillion},
            {"strokeWidth", 1.5},
            {"point", {{"filled", true}, {"size", 24}, {"color", kVermillion}}}}},
          {"encoding", {{"x", ScenarioAxis(group, words)}, {"y", y}}}};
}

Chart TimeAndCostChart(const std::string& name, const ScenarioGroup& group,
                       const Analysis& analysis, const Words& words) {
  const MetricText time(words, analysis.time, "");
  const std::string& currency = analysis.cost.currency;
  Chart chart{
      name,
      words.Say({"Mean training time and total cost: {scenarios}",
                 "Tempo médio de treinamento e custo total: {scenarios}"},
                {{"scenarios", Starred(group)}}),
      BarCaption(group, analysis.time, analysis, words) + " " +
          words.Say(
              {"The line is what these runs cost together (right axis, {currency}).",
               "A linha é o que essas execuções custaram juntas (eixo da direita, {currency})."},
              {{"currency", currency}}),
      {}};
  Json values = BarValues(group, time, "");
  for (size_t i = 0; i < group.scenarios.size(); ++i) {
    values[i]["total"] = TotalOf(*group.scenarios[i]);
  }
  const std::string title =
      words.Say({"total cost ({currency})", "custo total ({currency})"}, {{"currency", currency}});
  Json bars = {{"layer", BarLayers(group, time, "", words)}};
  chart.spec =
      Spec(std::move(values), Json::array({bars, CostLine(group, title, words)}), chart.title);
  chart.spec["resolve"] = {{"scale", {{"y", "independent"}}}};
  chart.spec = Visible(High(chart.spec, kHeight));
  return chart;
}

void Append(std::vector<Chart> more, std::vector<Chart>& charts) {
  std::move(more.begin(), more.end(), std::back_inserter(charts));
}

constexpr size_t kMostFrameworks = 4;

const RunRecord* FindRun(const Analysis& analysis, const std::string& folder) {
  auto found = std::find_if(analysis.runs.begin(), analysis.runs.end(),
                            [&](const RunRecord& run) { return run.folder == folder; });
  return found == analysis.runs.end() ? nullptr : &*found;
}

// One for each framework, the first that ended well.
std::vector<const RunSeries*> ChosenSeries(const Analysis& analysis) {
  std::set<std::string> frameworks;
  std::vector<const RunSeries*> chosen;
  for (const RunSeries& series : analysis.series.runs) {
    const RunRecord* run = FindRun(analysis, series.folder);
    if (run == nullptr || run->outcome != Outcome::kOk || series.columns.empty()) continue;
    if (chosen.size() == kMostFrameworks) break;
    if (frameworks.insert(run->framework + run->framework_version).second) {
      chosen.push_back(&series);
    }
  }
  return chosen;
}

bool OfGpu(const Chart& chart) { return chart.name.starts_with("gpu"); }

}  // namespace

std::vector<Chart> MeanTimeCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  for (const ScenarioGroup& group : ByEnvironment(analysis)) {
    if (group.scenarios.size() < 2 || !AnyHas(group, analysis.time)) continue;
    charts.push_back(BarChart("mean-time-" + std::to_string(charts.size() + 1), group,
                              MetricText(words, analysis.time, ""), analysis, words));
  }
  return charts;
}

std::vector<Chart> TimeAndTotalCostCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  for (const ScenarioGroup& group : ByEnvironment(analysis)) {
    if (group.scenarios.size() < 2 || !AnyHas(group, "cost")) continue;
    charts.push_back(TimeAndCostChart("time-and-cost-" + std::to_string(charts.size() + 1), group,
                                      analysis, words));
  }
  return charts;
}

std::vector<Chart> MeanUseCharts(const Analysis& analysis, const Words& words) {
  if (analysis.scenarios.size() < 2) return {};
  ScenarioGroup all;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) all.scenarios.push_back(&scenario);
  all.name = NameOf(all.scenarios, true, "");
  std::vector<Chart> charts;
  for (const KnownMetric& metric : KnownMetrics()) {
    if (metric.use == nullptr || !AnyHas(all, metric.name)) continue;
    charts.push_back(BarChart(std::string("mean-") + metric.use, all,
                              MetricText(words, metric.name, ""), analysis, words));
  }
  return charts;
}

std::vector<Chart> PaperCharts(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  std::vector<Chart> charts = MeanTimeCharts(analysis, words);
  Append(TimeAndTotalCostCharts(analysis, words), charts);
  Append(MeanUseCharts(analysis, words), charts);
  Append(LossCharts(analysis, words), charts);
  Append(UseOverTimeCharts(analysis, words), charts);
  return charts;
}

std::vector<Chart> UseOverTimeCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> all;
  int number = 0;
  for (const RunSeries* series : ChosenSeries(analysis)) {
    ++number;
    const TimeAxis axis(series->seconds, words);
    std::vector<Chart> charts = RunSeriesCharts(*series, axis, words);
    if (std::any_of(charts.begin(), charts.end(), OfGpu)) {
      std::erase_if(charts, [](const Chart& chart) { return !OfGpu(chart); });
    }
    const ScenarioAnalysis* scenario = FindScenario(analysis, series->scenario);
    const std::string name = scenario ? NameOf(*scenario, analysis) : series->scenario;
    for (Chart& chart : charts) {
      chart.title = words.Say(
          {"{use} over time: {scenario}, replication {k}",
           "{use} ao longo do tempo: {scenario}, repetição {k}"},
          {{"use", chart.title}, {"scenario", name}, {"k", std::to_string(series->replication)}});
      chart.name = "use-" + std::to_string(number) + "-" + chart.name;
      all.push_back(std::move(chart));
    }
  }
  return all;
}

}  // namespace trena
