// SPDX-License-Identifier: Apache-2.0
#include "report/charts/loss_charts.h"

#include <algorithm>
#include <cmath>

#include "core/json.h"
#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/words/labels.h"

namespace trena {
namespace {

constexpr int kLossHeight = 220;
constexpr size_t kMostLossPoints = 300;  // of a line

// Scenarios that differ by their batch alone.
struct BatchGroup {
  std::string name;
  std::vector<const ScenarioAnalysis*> scenarios;
};

std::vector<BatchGroup> ByAllButBatch(const Analysis& analysis) {
  std::vector<std::string> others = VaryingFactors(analysis);
  std::erase(others, "batch");
  std::vector<BatchGroup> groups;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const std::string name = LevelsOf(scenario, others);
    auto same = [&](const BatchGroup& group) { return group.name == name; };
    auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found == groups.end()) found = groups.insert(groups.end(), BatchGroup{name, {}});
    found->scenarios.push_back(&scenario);
  }
  return groups;
}

const RunRecord* FirstRun(const ScenarioAnalysis& scenario, const Analysis& analysis) {
  const RunRecord* first = nullptr;
  for (const RunRecord& run : analysis.runs) {
    if (run.key != scenario.key || run.outcome != Outcome::kOk) continue;
    if (first == nullptr || run.replication < first->replication) first = &run;
  }
  return first;
}

// The loss of each epoch at the iteration where it ended; none where steps cannot be counted.
std::vector<StepLoss> EpochLosses(const std::vector<EpochEvent>& epochs, double batch) {
  std::vector<StepLoss> losses;
  if (batch <= 0) return losses;
  double iteration = 0;
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.images) return {};
    iteration += std::max(1.0, std::floor(*epoch.images / batch));
    if (epoch.loss) losses.push_back({iteration, *epoch.loss});
  }
  return losses;
}

bool BatchVaries(const Analysis& analysis) {
  const std::vector<std::string> varying = VaryingFactors(analysis);
  return std::find(varying.begin(), varying.end(), "batch") != varying.end();
}

struct LossLine {
  const ScenarioAnalysis* scenario = nullptr;
  std::vector<StepLoss> losses;
  bool of_steps = false;
};

LossLine LineOf(const ScenarioAnalysis& scenario, const Analysis& analysis) {
  const RunRecord* run = FirstRun(scenario, analysis);
  if (run == nullptr) return {&scenario, {}, false};
  const auto steps = analysis.series.steps.find(run->folder);
  if (steps != analysis.series.steps.end()) return {&scenario, steps->second, true};
  const auto epochs = analysis.series.epochs.find(run->folder);
  const Value* batch = Find(scenario.levels, "batch");
  const auto images = batch ? batch->number() : std::nullopt;
  if (epochs == analysis.series.epochs.end() || !images) return {&scenario, {}, false};
  return {&scenario, EpochLosses(epochs->second, *images), false};
}

Json LossValues(const std::vector<LossLine>& lines) {
  Json values = Json::array();
  for (const LossLine& line : lines) {
    for (const StepLoss& point : Thinned(line.losses, kMostLossPoints)) {
      values.push_back({{"group", Find(line.scenario->levels, "batch")->ToString()},
                        {"scenario", line.scenario->id},
                        {"iteration", point.iteration},
                        {"loss", OrNull(point.loss)}});
    }
  }
  return values;
}

std::string LossCaption(const std::vector<LossLine>& lines, const Words& words) {
  const bool of_steps =
      std::any_of(lines.begin(), lines.end(), [](const LossLine& line) { return line.of_steps; });
  std::string caption = words.Say({"The first replication of each batch size (n = 1 each).",
                                   "A primeira repetição de cada tamanho de lote (n = 1 cada)."});
  return caption + " " +
         (of_steps ? words.Say(
                         {"At most {points} points a line, each the mean of its neighbours.",
                          "No máximo {points} pontos por linha, cada um a média de seus vizinhos."},
                         {{"points", std::to_string(kMostLossPoints)}})
                   : words.Say({"One point per epoch, at its last iteration: steps were not "
                                "recorded (detail: step records them).",
                                "Um ponto por época, em sua última iteração: os passos não foram "
                                "registrados (detail: step os registra)."}));
}

Chart LossChart(const std::string& name, const BatchGroup& group,
                const std::vector<LossLine>& lines, const Words& words) {
  Chart chart{name,
              words.Say({"Loss against iteration", "Perda em função da iteração"}),
              LossCaption(lines, words),
              {}};
  if (!group.name.empty()) chart.title += ": " + group.name;
  Json line = {{"mark", {{"type", "line"}, {"strokeWidth", 1.5}}},
               {"encoding",
                {{"x", Quantitative("iteration", words.Say(label::kIteration), true)},
                 {"y", Quantitative("loss", words.Say(label::kLoss), false)},
                 {"color", ColourByGroup(words.Say({"batch size", "tamanho do lote"}))},
                 {"strokeDash", {{"field", "group"}, {"type", "nominal"}, {"sort", nullptr}}}}}};
  line["encoding"]["strokeDash"]["legend"] = nullptr;
  line["encoding"]["tooltip"] = Tooltip({{"scenario", words.Say(label::kScenario)},
                                         {"iteration", words.Say(label::kIteration)},
                                         {"loss", words.Say(label::kLoss)}});
  chart.spec = Spec(LossValues(lines), Json::array({line}), chart.title);
  chart.spec = Visible(High(chart.spec, kLossHeight));
  return chart;
}

}  // namespace

std::vector<const RunRecord*> LossRuns(const Analysis& analysis) {
  std::vector<const RunRecord*> runs;
  if (!BatchVaries(analysis)) return runs;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (const RunRecord* run = FirstRun(scenario, analysis)) runs.push_back(run);
  }
  return runs;
}

std::vector<Chart> LossCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  if (!BatchVaries(analysis)) return charts;
  for (const BatchGroup& group : ByAllButBatch(analysis)) {
    std::vector<LossLine> lines;
    for (const ScenarioAnalysis* scenario : group.scenarios) {
      LossLine line = LineOf(*scenario, analysis);
      if (line.losses.size() >= 2) lines.push_back(std::move(line));
    }
    if (lines.empty()) continue;
    const std::string name = "loss-iteration-" + std::to_string(charts.size() + 1);
    charts.push_back(LossChart(name, group, lines, words));
  }
  return charts;
}

std::vector<StepLoss> Thinned(const std::vector<StepLoss>& losses, size_t most) {
  const size_t each = std::max<size_t>(1, (losses.size() + most - 1) / most);
  std::vector<StepLoss> thin;
  for (size_t first = 0; first < losses.size(); first += each) {
    const size_t end = std::min(first + each, losses.size());
    double sum = 0;
    for (size_t i = first; i < end; ++i) sum += losses[i].loss;
    thin.push_back({losses[end - 1].iteration, sum / static_cast<double>(end - first)});
  }
  return thin;
}

}  // namespace trena
