// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are mostly charts.
#include <algorithm>
#include <limits>

#include "core/text.h"
#include "report/answer/check_words.h"
#include "report/charts/charts.h"
#include "report/page/page_parts.h"
#include "report/page/page_sections.h"
#include "report/tables/model_tables.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

constexpr size_t kAllTerms = std::numeric_limits<size_t>::max();

void AddChartSection(const std::string& id, const std::string& title,
                     const std::vector<Chart>& charts, Html& html) {
  if (charts.empty()) return;
  AddSection(id, title, html);
  AddCharts(charts, html);
  html.Close("section");
}

// Main-effect plots are as wide as the page, interactions stand side by side.
void AddMeans(const Analysis& analysis, const Words& words, Html& html) {
  std::vector<Chart> charts = MeanCharts(analysis, words);
  auto wide = [](const Chart& chart) { return chart.name.starts_with("means-"); };
  auto rest = std::stable_partition(charts.begin(), charts.end(), wide);
  AddCharts({charts.begin(), rest}, html);
  const std::string missing = InteractionsNotDrawn(analysis, words);
  if (rest == charts.end() && missing.empty()) return;
  html.Element("h3", words.Say("Interactions"));
  AddChartGrid({rest, charts.end()}, html);
  if (!missing.empty()) html.Open("p").Prose(missing).Close("p");
}

void AddChecks(const Analysis& analysis, const Words& words, Html& html) {
  const auto checks = ChecksInWords(*analysis.main.stated, words);
  const std::vector<Chart> charts = ResidualCharts(analysis, words);
  if (checks.empty() && charts.empty()) return;
  AddSection("checks", words.Say("Whether to believe it"), html);
  if (!checks.empty()) html.Open("p").Prose(Join(checks, " ")).Close("p");
  AddChartGrid(charts, html);
  html.Close("section");
}

}  // namespace

void AddScenarios(const Analysis& analysis, const Words& words, Html& html) {
  ReportTable table = ScenarioTable(analysis, words);
  AddSection("scenarios", table.title, html);
  AddFilteredTable(table, words, html);
  AddCharts(ScenarioCharts(analysis, words), html);
  html.Close("section");
}

void AddDrivers(const Analysis& analysis, const Words& words, Html& html) {
  AddSection("drivers", words.Say("What drives it"), html);
  if (!analysis.main.stated) {
    html.Open("p").Prose(ExplainWhyNot(analysis.main, words)).Close("p").Close("section");
    return;
  }
  std::vector<Chart> charts = DriverCharts(analysis, words);
  AddChart(charts[0], html);
  AddTable(VariationTable(analysis, words, kAllTerms), html);
  AddChart(charts[1], html);
  AddTable(EffectTable(analysis, words, 1), html);
  AddMeans(analysis, words, html);
  AddDetails(EffectTable(analysis, words, 2), html);
  AddCharts(SpeedUpCharts(analysis, words), html);
  for (const ReportTable& table : ModelTables(*analysis.main.stated, words, kAllPairs)) {
    AddDetails(table, html);
  }
  AddDetails(OtherResponsesTable(analysis, words), html);
  html.Close("section");
  AddChecks(analysis, words, html);
}

void AddTradeOffs(const Analysis& analysis, const Words& words, Html& html) {
  AddChartSection("trade-offs", words.Say("What the time buys"), TradeOffCharts(analysis, words),
                  html);
  AddChartSection("batch-size", words.Say("Batch size"), BatchCharts(analysis, words), html);
}

void AddMachineSpeed(const Analysis& analysis, const Words& words, Html& html) {
  AddChartSection("machine-speed", words.Say("The machine's speed"),
                  MachineSpeedCharts(analysis, words), html);
}

}  // namespace trena
