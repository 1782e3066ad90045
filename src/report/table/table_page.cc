// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_page.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "core/text/text.h"
#include "report/page/page_parts.h"
#include "report/page/page_sections.h"
#include "report/sections.h"
#include "report/table/table_answer.h"
#include "report/table/table_as_study.h"
#include "report/table/table_tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

constexpr size_t kCellsOnPage = 500;    // of the table
constexpr size_t kMostDrawnCells = 60;  // of the chart
// What a study's page shows of a model, and a table has too.
constexpr std::string_view kWarningSections[] = {"warnings"};
constexpr std::string_view kModelSections[] = {"baseline",     "variation", "effects", "means",
                                               "interactions", "speed-ups", "model",   "checks"};

void AddAnswer(const TableAnalysis& table, const Words& words, Html& html) {
  std::vector<std::string> sentences = AnswerInWords(table, words);
  const std::string verdict = std::move(sentences.back());
  sentences.pop_back();
  html.Open("section", {{"class", "answer"}, {"aria-label", words.Say(label::kAnswer)}});
  AddVerdict(table.verdict, verdict, words, html);
  html.Open("ul", {{"class", "sentences"}});
  for (const std::string& sentence : sentences) html.Open("li").Prose(sentence).Close("li");
  html.Close("ul");
  html.Open("p", {{"class", "note"}}).Prose(Join(ReadingInWords(table, words), " ")).Close("p");
  html.Close("section");
}

void AddMeans(const TableAnalysis& table, const Analysis& study, const Words& words, Html& html) {
  const std::vector<size_t> cells = FirstCells(table, kCellsOnPage);
  const ReportTable means = MeansTable(table, cells, words);
  AddSection("cells", means.title, html);
  if (table.ids.size() <= kMostDrawnCells) {
    AddChart(
        ScenarioChart("cells", means.title, MetricText(words, study.response, ""), study, words),
        html);
  }
  AddFilteredTable(means, words, html);
  if (cells.size() < table.ids.size()) {
    html.Open("p")
        .Prose(words.Say(label::kCountMoreAreInJson,
                         {{"count", std::to_string(table.ids.size() - cells.size())}}))
        .Close("p");
  }
  html.Close("section");
}

void AddVariance(const TableAnalysis& table, const Words& words, Html& html) {
  const ReportTable variance = VarianceTable(table, words);
  AddSection("variance", variance.title, html);
  AddTable(variance, html);
  html.Close("section");
}

std::vector<const ReportSection*> SectionsNamed(std::span<const std::string_view> names) {
  std::vector<const ReportSection*> sections = SectionsOf(ReportForm::kPage);
  std::erase_if(sections, [&](const ReportSection* section) {
    return std::ranges::find(names, std::string_view(section->id)) == names.end();
  });
  return sections;
}

void AddContent(const TableAnalysis& table, const Analysis& study, const ReportContext& context,
                const Words& words, Html& html) {
  AddTop(words.Say({"A table that trena did not measure", "Uma tabela que o trena não mediu"}),
         table.path == "-" ? words.Say({"standard input", "entrada padrão"}) : table.path, true,
         words, html);
  html.Open("main", {{"id", "answer"}});
  AddAnswer(table, words, html);
  Html rest;
  AddSectionList(SectionsNamed(kWarningSections), study, words, rest);
  AddMeans(table, study, words, rest);
  AddSectionList(SectionsNamed(kModelSections), study, words, rest);
  AddVariance(table, words, rest);
  AddContents(rest, words, html);
  html.Trusted(rest.text()).Close("main");
  AddFooter(context, words, html);
}

}  // namespace

std::string TablePageReport(const TableAnalysis& analysis, const ReportContext& context) {
  const Analysis study = AsStudy(analysis);
  return PageInBothLanguages(
      analysis.path, context,
      [&](const Words& words, Html& html) { AddContent(analysis, study, context, words, html); },
      [](Html&) {});
}

}  // namespace trena
