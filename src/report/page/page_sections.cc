// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are a table each: what drives time and cost, the bill, break-even
// prices, a target accuracy, how time grows, what limits runs.
// The parts of the page that are mostly charts.
#include "report/page/page_sections.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/text.h"
#include "report/answer/answer.h"
#include "report/answer/bottleneck_words.h"
#include "report/answer/check_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/scenario_text.h"
#include "report/answer/target_words.h"
#include "report/charts/charts.h"
#include "report/page/page_parts.h"
#include "report/tables/cost_tables.h"
#include "report/tables/model_tables.h"
#include "report/tables/tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

std::string RepeatCommand(const Analysis& analysis) {
  return analysis.repeat_command.empty() ? "trena run " + analysis.path : analysis.repeat_command;
}

// A scenario that stands out: its value, and below it which one it is and how sure that is.
void AddScenarioFigure(const Analysis& analysis, const std::string& name, const std::string& id,
                       const MetricText& metric, Html& html) {
  const ScenarioAnalysis* scenario = FindScenario(analysis, id);
  const Summary* summary = scenario ? SummaryOf(*scenario, metric.name()) : nullptr;
  if (summary == nullptr || !summary->mean) return;
  AddFigure(name, metric.Value(*summary->mean),
            {metric.Quantity(*summary), NameOf(*scenario, analysis)}, html);
}

void AddFigures(const Analysis& analysis, const Words& words, Html& html) {
  const CostAnalysis& cost = analysis.cost;
  html.Open("dl", {{"class", "figures"}});
  if (cost.cheapest) {
    AddScenarioFigure(analysis, words.Say({"Cheapest training", "Treinamento mais barato"}),
                      *cost.cheapest, MetricText(words, "cost", cost.currency), html);
  }
  if (analysis.fastest) {
    AddScenarioFigure(analysis, words.Say({"Fastest training", "Treinamento mais rápido"}),
                      *analysis.fastest, MetricText(words, analysis.time, ""), html);
  }
  if (!analysis.drivers.empty()) {
    const Driver& driver = analysis.drivers.front();
    MetricText metric(words, analysis.main.metric, cost.currency);
    AddFigure(
        words.Say({"What drives it most", "O que mais pesa"}), driver.term,
        {words.Say({"{percent} of the variation ({metric})", "{percent} da variação ({metric})"},
                   {{"percent", words.Percent(driver.percent)}, {"metric", metric.Phrase()}})},
        html);
  }
  if (cost.spent) {
    std::string of_budget =
        cost.budget ? words.Say({"of a budget of {budget}", "de um orçamento de {budget}"},
                                {{"budget", words.Money(*cost.budget, cost.currency)}})
                    : words.Say({"every attempt included", "com todas as tentativas"});
    AddFigure(words.Say({"Cost of measuring", "Custo da medição"}),
              words.Money(*cost.spent, cost.currency), {of_budget}, html);
  }
  AddFigure(words.Say({"Runs done", "Execuções concluídas"}),
            std::to_string(analysis.finished_runs),
            {words.Say({"of {planned} planned, in {scenarios} scenarios",
                        "de {planned} planejadas, em {scenarios} cenários"},
                       {{"planned", std::to_string(analysis.planned_runs)},
                        {"scenarios", std::to_string(analysis.scenarios.size())}})},
            html);
  html.Close("dl");
}

// Seeds by replication, versions of trena and the fixed values, over all runs.
FactLines RunLines(const Analysis& analysis, const Words& words) {
  std::set<std::string> seeds;
  std::set<std::string> versions;
  std::set<std::string> frameworks;
  for (const RunRecord& run : analysis.runs) {
    seeds.insert(
        words.Say({"replication {k}: {seed}", "repetição {k}: {seed}"},
                  {{"k", std::to_string(run.replication)}, {"seed", std::to_string(run.seed)}}));
    versions.insert(run.trena_version);
    frameworks.insert(run.framework + " " + run.framework_version);
  }
  auto joined = [](const std::set<std::string>& items) {
    return Join({items.begin(), items.end()}, ", ");
  };
  FactLines lines = {{words.Say({"frameworks", "frameworks"}), joined(frameworks)},
                     {words.Say({"trena that measured", "trena que mediu"}), joined(versions)},
                     {words.Say({"seeds", "sementes"}), joined(seeds)}};
  if (!analysis.runs.empty()) {
    for (const auto& [name, value] : analysis.runs.front().fixed) {
      lines.emplace_back(name, value.ToString());
    }
  }
  return lines;
}

void AddLastLines(const RunRecord& run, const Words& words, Html& html) {
  if (run.last_lines.empty()) return;
  html.Open("details").Element("summary",
                               words.Say(label::kWhatRunSaidLast, {{"run", run.folder}}));
  html.Open("pre").Open("code");
  for (const std::string& line : run.last_lines) html.Text(line).Trusted("\n");
  html.Close("code").Close("pre").Close("details");
}

void AddTableSection(const std::string& id, const ReportTable& table, Html& html) {
  if (table.rows.empty()) return;
  AddSection(id, table.title, html);
  AddTable(table, html, true);
  html.Close("section");
}

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
  html.Element("h3", words.Say({"Interactions", "Interações"}));
  AddChartGrid({rest, charts.end()}, html);
  if (!missing.empty()) html.Open("p").Prose(missing).Close("p");
}

void AddChecks(const Analysis& analysis, const Words& words, Html& html) {
  const auto checks = ChecksInWords(*analysis.main.stated, words);
  const std::vector<Chart> charts = ResidualCharts(analysis, words);
  if (checks.empty() && charts.empty()) return;
  AddSection("checks", words.Say(label::kWhetherToBelieveIt), html);
  if (!checks.empty()) html.Open("p").Prose(Join(checks, " ")).Close("p");
  AddChartGrid(charts, html);
  html.Close("section");
}

}  // namespace

void AddFirstScreen(const Analysis& analysis, const Words& words, Html& html) {
  Answer answer = AnswerInWords(analysis, words);
  html.Open("section", {{"class", "answer"}, {"aria-label", words.Say(label::kAnswer)}});
  html.Element("p",
               words.Say({"Verdict: {verdict}", "Veredito: resposta {verdict}"},
                         {{"verdict", VerdictWord(analysis.verdict, words)}}),
               {{"class", "verdict " + ToString(analysis.verdict)}});
  AddFigures(analysis, words, html);
  for (const auto* sentences : {&answer.costs, &answer.drivers, &answer.caveats}) {
    if (!sentences->empty()) html.Open("p").Prose(Join(*sentences, " ")).Close("p");
  }
  html.Open("p").Prose(answer.verdict + (answer.next.empty() ? "" : " " + answer.next)).Close("p");
  html.Close("section");
}

void AddVerification(const Analysis& analysis, const Words& words, Html& html) {
  ReportTable table = VerificationTable(analysis, words);
  if (table.rows.empty()) return;
  AddSection("verification", table.title, html);
  AddTable(table, html, true);
  html.Close("section");
}

void AddWarnings(const Analysis& analysis, const Words& words, Html& html) {
  if (analysis.warnings.empty()) return;
  AddSection("warnings", words.Say(label::kWarnings), html);
  for (const Warning& warning : analysis.warnings) {
    WarningText text = Explain(warning, words);
    html.Open("div", {{"class", "warning"}});
    html.Open("p", {{"class", "seen"}}).Prose(text.seen).Close("p");
    html.Open("p").Prose(text.why + " " + text.advice).Close("p");
    if (!text.page.empty()) html.Element("p", text.page, {{"class", "note"}});
    html.Close("div");
  }
  html.Close("section");
}

void AddFailures(const Analysis& analysis, const Words& words, Html& html) {
  ReportTable table = FailureTable(analysis, words);
  if (table.rows.empty()) return;
  AddSection("failures", table.title, html);
  AddTable(table, html);
  for (const RunRecord& run : analysis.runs) AddLastLines(run, words, html);
  html.Close("section");
}

void AddHowToRepeat(const Analysis& analysis, const Words& words, Html& html) {
  AddSection("repeat", words.Say(label::kHowToRepeatIt), html);
  html.Open("pre").Element("code", RepeatCommand(analysis)).Close("pre");
  AddFacts(words.Say({"What stays the same", "O que fica igual"}), RunLines(analysis, words), html);
  AddFacts(words.Say(label::kTheMachine), CommonFacts(analysis.runs, &RunRecord::facts), html);
  AddFacts(words.Say(label::kVersions), CommonFacts(analysis.runs, &RunRecord::versions), html);
  AddFacts(words.Say({"Checksums of the inputs", "Somas de verificação das entradas"}),
           CommonFacts(analysis.runs, &RunRecord::inputs), html);
  AddDetails(RunTable(analysis, words), html);
  html.Close("section");
}

void AddFindings(const Analysis& analysis, const Words& words, Html& html) {
  AddTableSection("time-and-cost", TimeAndCostTable(analysis, words), html);
  AddTableSection("bill", BillTable(analysis, words), html);
  AddTableSection("break-even", BreakEvenTable(analysis, words), html);
  AddTableSection("target", TargetTable(analysis, words), html);
  int number = 0;
  for (const ReportTable& table : ScalingTables(analysis, words)) {
    AddTableSection("scaling-" + std::to_string(++number), table, html);
  }
  AddTableSection("limits", BottleneckTable(analysis, words), html);
}

void AddScenarios(const Analysis& analysis, const Words& words, Html& html) {
  ReportTable table = ScenarioTable(analysis, words);
  AddSection("scenarios", table.title, html);
  AddFilteredTable(table, words, html);
  AddCharts(ScenarioCharts(analysis, words), html);
  html.Close("section");
}

void AddDrivers(const Analysis& analysis, const Words& words, Html& html) {
  AddSection("drivers", words.Say({"What drives it", "O que determina o resultado"}), html);
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
  AddChartSection("trade-offs", words.Say({"What the time buys", "O que o tempo compra"}),
                  TradeOffCharts(analysis, words), html);
  AddChartSection("batch-size", words.Say({"Batch size", "Tamanho do lote"}),
                  BatchCharts(analysis, words), html);
}

void AddMachineSpeed(const Analysis& analysis, const Words& words, Html& html) {
  AddChartSection("machine-speed", words.Say({"The machine's speed", "A velocidade da máquina"}),
                  MachineSpeedCharts(analysis, words), html);
}

}  // namespace trena
