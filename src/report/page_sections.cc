// SPDX-License-Identifier: Apache-2.0
#include "report/page_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/text.h"
#include "report/answer.h"
#include "report/charts.h"
#include "report/check_words.h"
#include "report/metric_words.h"
#include "report/model_tables.h"
#include "report/page_facts.h"
#include "report/page_parts.h"
#include "report/scenario_text.h"
#include "report/tables.h"
#include "report/warning_text.h"

namespace trena {
namespace {

std::string RepeatCommand(const Analysis& analysis) {
  return analysis.repeat_command.empty() ? "trena run " + analysis.path : analysis.repeat_command;
}

constexpr size_t kAllTerms = std::numeric_limits<size_t>::max();

void AddHead(const ReportTable& table, Html& html) {
  html.Open("thead").Open("tr");
  for (const TableColumn& column : table.columns) {
    if (column.number) {
      html.Element("th", column.title, {{"scope", "col"}, {"class", "number"}});
    } else {
      html.Element("th", column.title, {{"scope", "col"}});
    }
  }
  html.Close("tr").Close("thead");
}

void AddBar(std::optional<double> percent, Html& html) {
  std::string width = fmt::format("width:{:.2f}%", std::clamp(percent.value_or(0), 0.0, 100.0));
  html.Open("td").Open("span", {{"class", "bar"}, {"aria-hidden", "true"}});
  html.Element("span", "", {{"style", width}}).Close("span").Close("td");
}

void AddCell(const TableCell& cell, const TableColumn& column, bool first, Html& html) {
  if (column.bar) return AddBar(cell.sort, html);
  if (first) {
    html.Element("th", cell.text, {{"scope", "row"}});
  } else if (cell.number) {
    std::string sort = cell.sort ? fmt::format("{}", *cell.sort) : "";
    html.Element("td", cell.text, {{"class", column.number ? "number" : ""}, {"data-sort", sort}});
  } else {
    html.Element("td", cell.text);
  }
}

}  // namespace

// A table in a box that scrolls by itself on a narrow screen; its title is a heading before it.
void AddTable(const ReportTable& table, Html& html, bool sortable) {
  if (table.rows.empty()) return;
  html.Open(
      "div",
      {{"class", "scroll"}, {"role", "region"}, {"aria-label", table.title}, {"tabindex", "0"}});
  html.Open("table", {{"class", sortable ? "sortable" : ""}, {"aria-label", table.title}});
  AddHead(table, html);
  html.Open("tbody");
  for (const auto& row : table.rows) {
    html.Open("tr");
    for (size_t i = 0; i < row.size(); ++i) AddCell(row[i], table.columns[i], i == 0, html);
    html.Close("tr").Trusted("\n");
  }
  html.Close("tbody").Close("table").Close("div");
  if (!table.note.empty()) html.Element("p", table.note, {{"class", "note"}});
}

void AddChart(const Chart& chart, Html& html) {
  html.Open("figure").Open("figcaption");
  html.Element("strong", chart.title).Element("span", chart.caption).Close("figcaption");
  html.Open("div", {{"class", "chart"},
                    {"data-chart", chart.name},
                    {"role", "img"},
                    {"aria-label", chart.title}});
  html.Close("div").Close("figure");
  html.Open("script", {{"type", "application/json"}, {"id", "chart-" + chart.name}});
  html.Trusted(JsonForScript(chart.spec)).Close("script").Trusted("\n");
}

namespace {

void AddCharts(const std::vector<Chart>& charts, Html& html) {
  for (const Chart& chart : charts) AddChart(chart, html);
}

}  // namespace

void AddFigure(const std::string& name, const std::string& value,
               const std::vector<std::string>& details, Html& html) {
  html.Open("div").Element("dt", name).Open("dd");
  html.Element("div", value, {{"class", "value"}});
  for (const std::string& detail : details) html.Element("div", detail, {{"class", "detail"}});
  html.Close("dd").Close("div");
}

namespace {

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
    AddScenarioFigure(analysis, words.Say("Cheapest training"), *cost.cheapest,
                      MetricText(words, "cost", cost.currency), html);
  }
  if (analysis.fastest) {
    AddScenarioFigure(analysis, words.Say("Fastest training"), *analysis.fastest,
                      MetricText(words, analysis.time, ""), html);
  }
  if (!analysis.drivers.empty()) {
    const Driver& driver = analysis.drivers.front();
    MetricText metric(words, analysis.main.metric, cost.currency);
    AddFigure(
        words.Say("What drives it most"), driver.term,
        {words.Say("{percent} of the variation ({metric})",
                   {{"percent", words.Percent(driver.percent)}, {"metric", metric.Phrase()}})},
        html);
  }
  if (cost.spent) {
    std::string of_budget = cost.budget
                                ? words.Say("of a budget of {budget}",
                                            {{"budget", words.Money(*cost.budget, cost.currency)}})
                                : words.Say("every attempt included");
    AddFigure(words.Say("Cost of measuring"), words.Money(*cost.spent, cost.currency), {of_budget},
              html);
  }
  AddFigure(words.Say("Runs done"), std::to_string(analysis.finished_runs),
            {words.Say("of {planned} planned, in {scenarios} scenarios",
                       {{"planned", std::to_string(analysis.planned_runs)},
                        {"scenarios", std::to_string(analysis.scenarios.size())}})},
            html);
  html.Close("dl");
}

}  // namespace

void AddFacts(const std::string& title, const FactLines& lines, Html& html) {
  if (lines.empty()) return;
  html.Element("h3", title).Open("dl", {{"class", "facts"}});
  for (const auto& [name, value] : lines) html.Element("dt", name).Element("dd", value);
  html.Close("dl");
}

namespace {

// Seeds by replication, versions of trena and the fixed values, over all runs.
FactLines RunLines(const Analysis& analysis, const Words& words) {
  std::set<std::string> seeds;
  std::set<std::string> versions;
  std::set<std::string> frameworks;
  for (const RunRecord& run : analysis.runs) {
    seeds.insert(words.Say("replication {k}: {seed}", {{"k", std::to_string(run.replication)},
                                                       {"seed", std::to_string(run.seed)}}));
    versions.insert(run.trena_version);
    frameworks.insert(run.framework + " " + run.framework_version);
  }
  auto joined = [](const std::set<std::string>& items) {
    return Join({items.begin(), items.end()}, ", ");
  };
  FactLines lines = {{words.Say("frameworks"), joined(frameworks)},
                     {words.Say("trena that measured"), joined(versions)},
                     {words.Say("seeds"), joined(seeds)}};
  if (!analysis.runs.empty()) {
    for (const auto& [name, value] : analysis.runs.front().fixed) {
      lines.emplace_back(name, value.ToString());
    }
  }
  return lines;
}

}  // namespace

void AddSection(const std::string& id, const std::string& title, Html& html) {
  html.Open("section", {{"aria-labelledby", id}}).Element("h2", title, {{"id", id}});
}

namespace {

void AddDetails(const ReportTable& table, Html& html) {
  if (table.rows.empty()) return;
  html.Open("details").Element("summary", table.title);
  AddTable(table, html, true);
  html.Close("details");
}

void AddLastLines(const RunRecord& run, const Words& words, Html& html) {
  if (run.last_lines.empty()) return;
  html.Open("details").Element("summary", words.Say("What {run} said last", {{"run", run.folder}}));
  html.Open("pre").Open("code");
  for (const std::string& line : run.last_lines) html.Text(line).Trusted("\n");
  html.Close("code").Close("pre").Close("details");
}

}  // namespace

void AddFirstScreen(const Analysis& analysis, const Words& words, Html& html) {
  Answer answer = AnswerInWords(analysis, words);
  html.Open("section", {{"class", "answer"}, {"aria-label", words.Say("Answer")}});
  html.Element("p",
               words.Say("Verdict: {verdict}", {{"verdict", VerdictWord(analysis.verdict, words)}}),
               {{"class", "verdict " + ToString(analysis.verdict)}});
  for (const auto* sentences : {&answer.costs, &answer.drivers, &answer.limits}) {
    if (!sentences->empty()) html.Open("p").Prose(Join(*sentences, " ")).Close("p");
  }
  html.Open("p").Prose(answer.verdict + (answer.next.empty() ? "" : " " + answer.next)).Close("p");
  AddFigures(analysis, words, html);
  html.Close("section");
}

void AddScenarios(const Analysis& analysis, const Words& words, Html& html) {
  ReportTable table = ScenarioTable(analysis, words);
  AddSection("scenarios", table.title, html);
  AddTable(table, html, true);
  AddCharts(TimeCharts(analysis, words), html);
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
  AddDetails(EffectTable(analysis, words, 2), html);
  for (const ReportTable& table : ModelTables(*analysis.main.stated, words, kAllPairs)) {
    AddDetails(table, html);
  }
  AddDetails(OtherResponsesTable(analysis, words), html);
  html.Close("section");
  const auto checks = ChecksInWords(*analysis.main.stated, words);
  if (checks.empty()) return;
  AddSection("checks", words.Say("Whether to believe it"), html);
  html.Open("p").Prose(Join(checks, " ")).Close("p").Close("section");
}

void AddTradeOffs(const Analysis& analysis, const Words& words, Html& html) {
  std::vector<Chart> charts = TradeOffCharts(analysis, words);
  if (charts.empty()) return;
  AddSection("trade-offs", words.Say("What the time buys"), html);
  AddCharts(charts, html);
  html.Close("section");
}

void AddVerification(const Analysis& analysis, const Words& words, Html& html) {
  ReportTable table = VerificationTable(analysis, words);
  if (table.rows.empty()) return;
  AddSection("verification", table.title, html);
  AddTable(table, html, true);
  html.Close("section");
}

void AddMachineSpeed(const Analysis& analysis, const Words& words, Html& html) {
  std::vector<Chart> charts = SpeedCharts(analysis, words);
  if (charts.empty()) return;
  AddSection("machine-speed", words.Say("The machine's speed"), html);
  AddCharts(charts, html);
  html.Close("section");
}

void AddWarnings(const Analysis& analysis, const Words& words, Html& html) {
  if (analysis.warnings.empty()) return;
  AddSection("warnings", words.Say("Warnings"), html);
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
  AddSection("repeat", words.Say("How to repeat it"), html);
  html.Open("pre").Element("code", RepeatCommand(analysis)).Close("pre");
  AddFacts(words.Say("What stays the same"), RunLines(analysis, words), html);
  AddFacts(words.Say("The machine"), CommonFacts(analysis.runs, &RunRecord::facts), html);
  AddFacts(words.Say("Versions"), CommonFacts(analysis.runs, &RunRecord::versions), html);
  AddFacts(words.Say("Checksums of the inputs"), CommonFacts(analysis.runs, &RunRecord::inputs),
           html);
  AddDetails(RunTable(analysis, words), html);
  html.Close("section");
}

}  // namespace trena
