// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_parts.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

ReportTable SmallTable() {
  return {"Title",
          "Note.",
          {TableColumn::Key("name"), TableColumn::Number("share"), TableColumn::Bar()},
          {{{"a", {}, false}, {"25.0%", 25.0, true}, {"", 25.0, true}},
           {{"b", {}, false}, {"—", std::nullopt, true}, {"", std::nullopt, true}}}};
}

std::string Drawn(const ReportTable& table, bool sortable = false) {
  Html html;
  AddTable(table, html, sortable);
  return html.text();
}

TEST(PagePartsTest, ATableIsNamedAndItsRowsHaveHeads) {
  const std::string text = Drawn(SmallTable());
  EXPECT_TRUE(Has(text, "aria-label=\"Title\""));
  EXPECT_TRUE(
      Has(text, "<th scope=\"col\">name</th><th scope=\"col\" class=\"number\">share</th>"));
  EXPECT_TRUE(Has(text, "<th scope=\"row\">a</th>"));
  EXPECT_TRUE(Has(text, "<p class=\"note\">Note.</p>"));
  EXPECT_FALSE(Has(text, "sortable"));
  EXPECT_TRUE(Has(Drawn(SmallTable(), true), "class=\"sortable\""));
}

TEST(PagePartsTest, NumbersCarryWhatTheyAreSortedBy) {
  const std::string text = Drawn(SmallTable());
  EXPECT_TRUE(Has(text, "<td class=\"number\" data-sort=\"25\">25.0%</td>"));
  EXPECT_TRUE(Has(text, "<td class=\"number\" data-sort=\"\">—</td>")) << "missing sorts nowhere";
}

TEST(PagePartsTest, ABarIsAsLongAsItsShareAndNoLonger) {
  ReportTable table = SmallTable();
  EXPECT_TRUE(Has(Drawn(table), "style=\"width:25.00%\""));
  table.rows[0][2].sort = 130;
  EXPECT_TRUE(Has(Drawn(table), "style=\"width:100.00%\""));
  table.rows[0][2].sort = -3;
  EXPECT_FALSE(Has(Drawn(table), "-3")) << "nothing is drawn to the left of nothing";
}

TEST(PagePartsTest, ATableWithoutRowsIsNotThere) {
  ReportTable table = SmallTable();
  table.rows.clear();
  EXPECT_EQ(Drawn(table), "");
  Html html;
  AddDetails(table, html);
  AddFilteredTable(table, Words(Language::kEnglish), html);
  AddChartGrid({}, html);
  AddFacts("Facts", {}, html);
  EXPECT_EQ(html.text(), "");
}

TEST(PagePartsTest, DetailsStandBehindTheirTitle) {
  Html html;
  AddDetails(SmallTable(), html);
  EXPECT_TRUE(html.text().starts_with("<details><summary>Title</summary>"));
  EXPECT_TRUE(Has(html.text(), "class=\"sortable\""));
  EXPECT_TRUE(html.text().ends_with("</details>"));
}

TEST(PagePartsTest, AFilterSpeaksTheReadersLanguage) {
  Html html;
  AddFilteredTable(SmallTable(), Words(Language::kPortuguese), html);
  EXPECT_TRUE(Has(html.text(), "data-filter=\"Filtrar as linhas\""));
  EXPECT_TRUE(Has(html.text(), "data-shown=\"{shown} de {all} linhas\"")) << "for the script";
}

TEST(PagePartsTest, HostileTextStaysTextInEveryPart) {
  for (const std::string& text : HostileStrings()) {
    Html html;
    ReportTable table{text, text, {{text}, {text, true}}, {{{text, {}, false}, {text, 1.0, true}}}};
    AddTable(table, html);
    AddDetails(table, html);
    AddSection("ours", text, html);
    AddFigure(text, text, {text}, html);
    AddFacts(text, {{text, text}}, html);
    AddChart({"ours", text, text, {}}, html);
    for (const char* harm : {"<script>alert", "<img", "\x1b", "\u202e", " onmouseover=\""}) {
      EXPECT_FALSE(Has(html.text(), harm)) << text;
    }
  }
}

TEST(PagePartsTest, AChartHasItsSpecificationBesideItsPlace) {
  Html html;
  AddChart({"time", "Time", "Unit: s.", {{"a", "</script>"}}}, html);
  EXPECT_TRUE(Has(html.text(), "data-chart=\"time\" role=\"img\" aria-label=\"Time\""));
  EXPECT_TRUE(Has(html.text(), "<script type=\"application/json\" id=\"chart-time\">"));
  EXPECT_TRUE(Has(html.text(), "\\u003c/script\\u003e"));
}

RunRecord WithFacts(Json facts) {
  RunRecord run;
  run.facts = std::move(facts);
  return run;
}

TEST(CommonFactsTest, WhatDiffersIsListedWithEachValue) {
  const FactLines lines =
      CommonFacts({WithFacts({{"cpu", {{"model", "A"}, {"cores", 2}}}, {"note", nullptr}}),
                   WithFacts({{"cpu", {{"model", "B"}, {"cores", 2}}}})},
                  &RunRecord::facts);
  EXPECT_EQ(lines, (FactLines{{"cpu.model", "A · B"}, {"cpu.cores", "2"}}));
}

TEST(CommonFactsTest, MoreThanThreeValuesAreCut) {
  std::vector<RunRecord> runs;
  for (const char* value : {"a", "b", "c"}) runs.push_back(WithFacts({{"host", value}}));
  EXPECT_EQ(CommonFacts(runs, &RunRecord::facts)[0].second, "a · b · c");
  runs.push_back(WithFacts({{"host", "d"}}));
  runs.push_back(WithFacts({{"host", "e"}}));
  EXPECT_EQ(CommonFacts(runs, &RunRecord::facts)[0].second, "a · b · c · …");
  EXPECT_TRUE(CommonFacts({}, &RunRecord::facts).empty());
}

TEST(HtmlCutTest, KeepsBothEndsAndWholeCharacters) {
  EXPECT_EQ(Cut("short", 5), "short");
  EXPECT_EQ(Cut("abcdefghij", 8), "abcdef…ij");
  const std::string cut = Cut("ééééééééééé", 9);
  EXPECT_TRUE(Has(cut, "…"));
  EXPECT_EQ(HtmlEscaped(cut), cut) << "no half of a character is left";
}

TEST(HtmlProseTest, AMeanStaysOnALineWithItsInterval) {
  EXPECT_EQ(Html().Prose("6.5 ± 0.2 s (n = 3)").text(), "6.5\u00a0±\u00a00.2 s (n\u00a0=\u00a03)");
  EXPECT_EQ(Html().Prose("a `b` c `d").text(), "a <code>b</code> c `d");
}

}  // namespace
}  // namespace trena
