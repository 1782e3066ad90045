// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_sections.h"

#include <algorithm>
#include <set>

#include "core/text/shell_word.h"
#include "core/text/text.h"
#include "report/answer/answer.h"
#include "report/answer/driver_words.h"
#include "report/answer/scenario_text.h"
#include "report/answer/short_answer.h"
#include "report/charts/charts.h"
#include "report/page/page_parts.h"
#include "report/sections.h"
#include "report/tables/tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"
#include "report/words/price_words.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

std::string RepeatCommand(const Analysis& analysis) {
  return analysis.repeat_command.empty() ? "trena run " + ShellWord(analysis.path)
                                         : analysis.repeat_command;
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
                      *cost.cheapest, MetricText(words, "cost", MoneyUnitOf(analysis)), html);
  }
  if (analysis.fastest) {
    AddScenarioFigure(analysis, words.Say({"Fastest training", "Treinamento mais rápido"}),
                      *analysis.fastest, MetricText(words, analysis.time, ""), html);
  }
  const auto drives = [](const Driver& driver) {
    return driver.evidence == Evidence::kEffect && driver.percent >= kLeastShare;
  };
  const auto largest = std::find_if(analysis.drivers.begin(), analysis.drivers.end(), drives);
  if (largest != analysis.drivers.end()) {
    const Driver& driver = *largest;
    MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
    AddFigure(
        words.Say({"What drives it most", "O que mais pesa"}), driver.term,
        {words.Say({"{percent} of the variation ({metric})", "{percent} da variação ({metric})"},
                   {{"percent", words.Percent(driver.percent)}, {"metric", metric.Phrase()}})},
        html);
  }
  if (cost.spent) {
    std::string of_budget =
        cost.budget ? words.Say({"of a budget of {budget}", "de um orçamento de {budget}"},
                                {{"budget", BudgetInWords(cost, words)}})
                    : words.Say({"every attempt included", "com todas as tentativas"});
    AddFigure(words.Say({"Cost of measuring", "Custo da medição"}),
              words.Money(*cost.spent, cost.currency), {of_budget}, html);
  }
  AddFigure(words.Say({"Runs done", "Execuções concluídas"}),
            std::to_string(analysis.finished_runs),
            {words.Say({"of {planned} planned, in {scenarios} [scenario|scenarios]",
                        "de {planned} planejadas, em {scenarios} [cenário|cenários]"},
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
    for (const auto& [name, value] : *analysis.runs.front().fixed) {
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

std::vector<ReportTable> PageTables(const ReportSection& section, const Analysis& analysis,
                                    const Words& words) {
  return TablesOf(section, ReportForm::kPage, analysis, words);
}

// Sections of one group, from `section` on, under their heading. Gives the one after them.
size_t AddGroup(const std::vector<const ReportSection*>& sections, size_t section,
                const Analysis& analysis, const Words& words, Html& html) {
  const PageGroup* group = sections[section]->group;
  AddSection(group->id, words.Say(group->title), html);
  for (; section < sections.size() && sections[section]->group == group; ++section) {
    sections[section]->draw(*sections[section], analysis, words, html);
  }
  html.Close("section");
  return section;
}

}  // namespace

void AddContents(const Html& sections, const Words& words, Html& html) {
  if (sections.headings().size() < 2) return;
  html.Open("nav", {{"class", "contents"}, {"aria-label", words.Say({"Contents", "Conteúdo"})}});
  html.Open("ul");
  for (const auto& [id, title] : sections.headings()) {
    html.Open("li").Element("a", Cut(title, 80), {{"href", "#" + id}}).Close("li");
  }
  html.Close("ul").Close("nav").Trusted("\n");
}

void AddSectionList(const std::vector<const ReportSection*>& sections, const Analysis& analysis,
                    const Words& words, Html& html) {
  for (size_t i = 0; i < sections.size();) {
    if (sections[i]->group != nullptr) {
      i = AddGroup(sections, i, analysis, words, html);
    } else {
      sections[i]->draw(*sections[i], analysis, words, html);
      ++i;
    }
  }
}

// After the answer, which is the first section, where to find the others.
void AddSections(const Analysis& analysis, const Words& words, Html& html) {
  std::vector<const ReportSection*> sections = SectionsOf(ReportForm::kPage);
  sections[0]->draw(*sections[0], analysis, words, html);
  sections.erase(sections.begin());
  Html rest;
  AddSectionList(sections, analysis, words, rest);
  AddContents(rest, words, html);
  html.Trusted(rest.text());
}

void AddVerdict(Verdict verdict, const std::string& sentence, const Words& words, Html& html) {
  html.Element("p",
               words.Say({"Verdict: {verdict}", "Veredito: resposta {verdict}"},
                         {{"verdict", VerdictWord(verdict, words)}}),
               {{"class", "verdict " + ToString(verdict)}});
  html.Open("p", {{"class", "reasons"}}).Prose(sentence).Close("p");
}

void DrawTableSections(const ReportSection& section, const Analysis& analysis, const Words& words,
                       Html& html) {
  const std::vector<ReportTable> tables = PageTables(section, analysis, words);
  for (size_t i = 0; i < tables.size(); ++i) {
    AddSection(TableName(section, i), tables[i].title, html);
    AddTable(tables[i], html, true);
    html.Close("section");
  }
}

void DrawChartSection(const ReportSection& section, const Analysis& analysis, const Words& words,
                      Html& html) {
  const std::vector<Chart> charts = section.charts(analysis, words);
  if (charts.empty()) return;
  AddSection(section.id, words.Say(*section.title), html);
  AddCharts(charts, html);
  html.Close("section");
}

void DrawTextAndCharts(const ReportSection& section, const Analysis& analysis, const Words& words,
                       Html& html) {
  const SectionText text = TextOf(section, analysis, words);
  const std::vector<Chart> charts = section.charts(analysis, words);
  if (text.sentences.empty() && charts.empty()) return;
  AddSection(section.id, text.title, html);
  if (!text.sentences.empty()) html.Open("p").Prose(Join(text.sentences, " ")).Close("p");
  AddChartGrid(charts, html);
  html.Close("section");
}

void DrawParagraph(const ReportSection& section, const Analysis& analysis, const Words& words,
                   Html& html) {
  const SectionText text = TextOf(section, analysis, words);
  if (!text.sentences.empty()) html.Open("p").Prose(Join(text.sentences, " ")).Close("p");
}

void DrawCharts(const ReportSection& section, const Analysis& analysis, const Words& words,
                Html& html) {
  AddCharts(section.charts(analysis, words), html);
}

void DrawChartsAndTable(const ReportSection& section, const Analysis& analysis, const Words& words,
                        Html& html) {
  DrawCharts(section, analysis, words, html);
  for (const ReportTable& table : PageTables(section, analysis, words)) AddTable(table, html);
}

void DrawDetails(const ReportSection& section, const Analysis& analysis, const Words& words,
                 Html& html) {
  for (const ReportTable& table : PageTables(section, analysis, words)) AddDetails(table, html);
}

void DrawFirstScreen(const ReportSection&, const Analysis& analysis, const Words& words,
                     Html& html) {
  Answer answer = AnswerInWords(analysis, words);
  html.Open("section", {{"class", "answer"}, {"aria-label", words.Say(label::kAnswer)}});
  AddVerdict(analysis.verdict, answer.verdict, words, html);
  AddFigures(analysis, words, html);
  html.Open("ul", {{"class", "sentences"}});
  for (const std::string& sentence : ShortAnswer(analysis, words)) {
    html.Open("li").Prose(sentence).Close("li");
  }
  html.Close("ul");
  if (!answer.next.empty()) html.Open("p").Prose(answer.next).Close("p");
  html.Open("details").Element("summary",
                               words.Say({"The answer at length", "A resposta por extenso"}));
  for (const auto* sentences : {&answer.costs, &answer.drivers, &answer.caveats}) {
    if (!sentences->empty()) html.Open("p").Prose(Join(*sentences, " ")).Close("p");
  }
  html.Close("details").Close("section");
}

void DrawWarnings(const ReportSection& section, const Analysis& analysis, const Words& words,
                  Html& html) {
  if (analysis.warnings.empty()) return;
  AddSection(section.id, words.Say(label::kWarnings), html);
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

void DrawFailures(const ReportSection& section, const Analysis& analysis, const Words& words,
                  Html& html) {
  const std::vector<ReportTable> tables = PageTables(section, analysis, words);
  if (tables.empty()) return;
  AddSection(section.id, tables[0].title, html);
  AddTable(tables[0], html);
  for (const RunRecord& run : analysis.runs) AddLastLines(run, words, html);
  html.Close("section");
}

void DrawHowToRepeat(const ReportSection& section, const Analysis& analysis, const Words& words,
                     Html& html) {
  AddSection(section.id, words.Say(label::kHowToRepeatIt), html);
  html.Open("pre").Element("code", RepeatCommand(analysis)).Close("pre");
  AddFacts(words.Say({"What stays the same", "O que fica igual"}), RunLines(analysis, words), html);
  AddFacts(words.Say(label::kTheMachine), CommonFacts(analysis.runs, &RunRecord::facts), html);
  AddFacts(words.Say(label::kVersions), CommonFacts(analysis.runs, &RunRecord::versions), html);
  AddFacts(words.Say({"Checksums of the inputs", "Somas de verificação das entradas"}),
           CommonFacts(analysis.runs, &RunRecord::inputs), html);
  AddDetails(RunTable(analysis, words), html);
  html.Close("section");
}

// There, with or without rows: a reader looks for it.
void DrawScenarios(const ReportSection& section, const Analysis& analysis, const Words& words,
                   Html& html) {
  const ReportTable table = ScenarioTable(analysis, words);
  AddSection(section.id, table.title, html);
  AddFilteredTable(table, words, html);
  AddCharts(section.charts(analysis, words), html);
  html.Close("section");
}

void DrawMeans(const ReportSection& section, const Analysis& analysis, const Words& words,
               Html& html) {
  std::vector<Chart> charts = section.charts(analysis, words);
  auto wide = [](const Chart& chart) { return chart.name.starts_with("means-"); };
  auto rest = std::stable_partition(charts.begin(), charts.end(), wide);
  AddCharts({charts.begin(), rest}, html);
  const std::string missing = InteractionsNotDrawn(analysis, words);
  if (rest == charts.end() && missing.empty()) return;
  html.Element("h3", words.Say({"Interactions", "Interações"}));
  AddChartGrid({rest, charts.end()}, html);
  if (!missing.empty()) html.Open("p").Prose(missing).Close("p");
}

}  // namespace trena
