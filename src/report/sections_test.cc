// SPDX-License-Identifier: Apache-2.0
// Which format shows which section, in which order, and why a section is missing where it is.
#include "report/sections.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "report/formats/example_analysis.h"
#include "report/formats/latex.h"
#include "report/formats/markdown_report.h"
#include "report/formats/terminal_report.h"
#include "report/page/page_report.h"

namespace trena {
namespace {

constexpr ReportForm kForms[] = {ReportForm::kTerminal, ReportForm::kMarkdown, ReportForm::kLatex,
                                 ReportForm::kPage};

// "+" or the reason, of terminal, Markdown, LaTeX and page.
std::string Row(const ReportSection& section) {
  static const std::map<NotShown, std::string> kReasons = {{NotShown::kTooLong, "too long"},
                                                           {NotShown::kNotForPaper, "no paper"},
                                                           {NotShown::kCharts, "charts"},
                                                           {NotShown::kInAnswer, "in answer"},
                                                           {NotShown::kInAnother, "in another"}};
  std::string row;
  for (ReportForm form : kForms) {
    const Showing& showing = section.In(form);
    row += (row.empty() ? "" : ", ") +
           (showing.shown() ? std::string("+") : kReasons.at(*showing.why_not()));
  }
  return row;
}

std::vector<std::string> Ids(ReportForm form) {
  std::vector<std::string> ids;
  for (const ReportSection* section : SectionsOf(form)) ids.emplace_back(section->id);
  return ids;
}

const ReportSection& Named(const std::string& id) {
  for (const ReportSection& section : ReportSections()) {
    if (section.id == id) return section;
  }
  ADD_FAILURE() << "no section " << id;
  return ReportSections()[0];
}

// The closed list. A format that leaves a section out says why; a change here is a change for
// readers.
TEST(SectionsTest, EveryFormatShowsASectionOrSaysWhyNot) {
  const std::map<std::string, std::string> expected = {
      {"answer", "+, +, no paper, +"},
      {"scenarios", "+, +, +, +"},
      {"baseline", "+, +, +, +"},
      {"no-model", "+, in answer, no paper, +"},
      {"variation", "+, +, +, +"},
      {"effects", "+, +, +, +"},
      {"half-normal", "charts, charts, charts, +"},
      {"means", "charts, charts, charts, +"},
      {"interactions", "too long, too long, +, +"},
      {"speed-ups", "charts, charts, charts, +"},
      {"model", "+, +, no paper, +"},
      {"covariates", "+, in answer, no paper, in answer"},
      {"other-responses", "too long, +, no paper, +"},
      {"checks", "+, +, no paper, +"},
      {"trade-offs", "charts, charts, charts, +"},
      {"batch-size", "charts, charts, charts, +"},
      {"largest-batch", "+, +, +, +"},
      {"time-and-cost", "+, +, +, +"},
      {"bill", "+, +, +, +"},
      {"break-even", "+, +, +, +"},
      {"target", "+, +, no paper, +"},
      {"scaling", "+, +, no paper, +"},
      {"limits", "too long, +, no paper, +"},
      {"over-time", "charts, charts, charts, +"},
      {"verification", "too long, +, no paper, +"},
      {"machine-speed", "charts, charts, charts, +"},
      {"warnings", "+, +, no paper, +"},
      {"failures", "+, +, no paper, +"},
      {"last-lines", "too long, +, no paper, in another"},
      {"repeat", "too long, too long, no paper, +"}};
  std::map<std::string, std::string> found;
  for (const ReportSection& section : ReportSections()) found[section.id] = Row(section);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(ReportSections().size(), expected.size()) << "ids are there once";
}

TEST(SectionsTest, AScreenEndsWithTheAnswerWhereTextBeginsWithIt) {
  EXPECT_EQ(Ids(ReportForm::kTerminal),
            (std::vector<std::string>{"scenarios", "baseline", "no-model", "variation", "effects",
                                      "model", "covariates", "checks", "largest-batch",
                                      "time-and-cost", "target", "scaling", "bill", "break-even",
                                      "warnings", "failures", "answer"}));
  EXPECT_EQ(Ids(ReportForm::kMarkdown),
            (std::vector<std::string>{
                "answer", "warnings", "scenarios", "baseline", "variation", "effects", "model",
                "checks", "largest-batch", "time-and-cost", "other-responses", "bill", "break-even",
                "target", "scaling", "limits", "verification", "failures", "last-lines"}));
  EXPECT_EQ(
      Ids(ReportForm::kLatex),
      (std::vector<std::string>{"scenarios", "baseline", "variation", "effects", "interactions",
                                "largest-batch", "time-and-cost", "bill", "break-even"}));
}

// The page and LaTeX have no order of their own.
TEST(SectionsTest, ThePageIsInTheOrderOfTheList) {
  std::vector<std::string> list;
  for (const ReportSection& section : ReportSections()) {
    if (section.page.shown()) list.emplace_back(section.id);
    EXPECT_EQ(section.page.after(), nullptr) << section.id;
    EXPECT_EQ(section.latex.after(), nullptr) << section.id;
  }
  EXPECT_EQ(Ids(ReportForm::kPage), list);
}

TEST(SectionsTest, WhatStandsBelowAnotherFindsItThere) {
  for (ReportForm form : kForms) {
    const std::vector<std::string> ids = Ids(form);
    for (size_t i = 0; i < ids.size(); ++i) {
      const char* after = Named(ids[i]).In(form).after();
      if (after == nullptr) continue;
      ASSERT_GT(i, 0u) << ids[i];
      EXPECT_EQ(ids[i - 1], after);
    }
  }
}

TEST(SectionsTest, ThePageCanDrawWhatItShows) {
  std::set<const PageGroup*> closed;
  const PageGroup* open = nullptr;
  for (const ReportSection* section : SectionsOf(ReportForm::kPage)) {
    EXPECT_NE(section->draw, nullptr) << section->id;
    if (section->group != open) closed.insert(open);
    open = section->group;
    EXPECT_TRUE(open == nullptr || !closed.contains(open)) << section->id << ": two headings";
  }
}

TEST(SectionsTest, IdsAreSafeInHtmlLatexAndFileNames) {
  for (const ReportSection& section : ReportSections()) {
    EXPECT_EQ(std::string(section.id).find_first_not_of("abcdefghijklmnopqrstuvwxyz-"),
              std::string::npos)
        << section.id;
  }
}

TEST(SectionsTest, ATableIsCutAsTheFormatAsks) {
  const Words words(Language::kEnglish);
  Analysis analysis = ExampleAnalysis();
  // 20 more terms after the example's seven: 27 and the residuals.
  auto& rows = analysis.main.stated->model.rows;
  for (int i = 0; i < 20; ++i) rows.insert(rows.begin(), rows.front());
  const ReportSection& variation = Named("variation");
  auto count = [&](ReportForm form) {
    return TablesOf(variation, form, analysis, words)[0].rows.size();
  };
  EXPECT_EQ(count(ReportForm::kTerminal), 11u) << "ten terms and the residuals";
  EXPECT_EQ(count(ReportForm::kMarkdown), 28u);
  EXPECT_EQ(count(ReportForm::kPage), 28u);
}

TEST(SectionsTest, AFormatThatDoesNotShowItGetsNoTable) {
  const Words words(Language::kEnglish);
  const Analysis analysis = ExampleAnalysis();
  const ReportSection& interactions = Named("interactions");
  EXPECT_TRUE(TablesOf(interactions, ReportForm::kTerminal, analysis, words).empty());
  EXPECT_EQ(TablesOf(interactions, ReportForm::kLatex, analysis, words).size(), 1u);
  EXPECT_TRUE(TablesOf(interactions, ReportForm::kLatex, Analysis{}, words).empty())
      << "a table without rows is none";
  EXPECT_TRUE(TablesOf(Named("means"), ReportForm::kPage, analysis, words).empty());
}

// A bill of training alone is not repeated on a screen; one with more is.
TEST(SectionsTest, AScreenShowsABillThatHasMore) {
  const Words words(Language::kEnglish);
  Analysis analysis = ExampleAnalysis();
  analysis.cost.bill.lines = {{"laptop", BillItem::kTraining, 24, 240.0, 0.024, ""}};
  analysis.cost.bill.total = 0.024;
  const ReportSection& bill = Named("bill");
  ASSERT_FALSE(analysis.cost.bill.HasMore());
  EXPECT_TRUE(TablesOf(bill, ReportForm::kTerminal, analysis, words).empty());
  EXPECT_EQ(TablesOf(bill, ReportForm::kMarkdown, analysis, words).size(), 1u);
  analysis.cost.bill.lines.push_back({"laptop", BillItem::kSetup, 24, 60.0, 0.006, "bill.setup"});
  EXPECT_EQ(TablesOf(bill, ReportForm::kTerminal, analysis, words).size(), 1u);
}

TEST(SectionsTest, SeveralTablesAreNumbered) {
  EXPECT_EQ(TableName(Named("bill"), 0), "bill");
  EXPECT_EQ(TableName(Named("scaling"), 0), "scaling-1");
  EXPECT_EQ(TableName(Named("scaling"), 1), "scaling-2");
}

TEST(SectionsTest, TextIsThatOfTheModelOrOfItsAbsence) {
  const Words words(Language::kEnglish);
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(TextOf(Named("no-model"), analysis, words).sentences.empty());
  EXPECT_FALSE(TextOf(Named("checks"), analysis, words).sentences.empty());
  analysis.main.stated.reset();
  analysis.main.why_not = "no_factor";
  EXPECT_EQ(TextOf(Named("no-model"), analysis, words).sentences.size(), 1u);
  EXPECT_TRUE(TextOf(Named("checks"), analysis, words).sentences.empty());
  EXPECT_TRUE(TextOf(Named("covariates"), analysis, words).sentences.empty());
  EXPECT_TRUE(TextOf(Named("scenarios"), analysis, words).sentences.empty()) << "a table alone";
}

// The formats walk the list: what a row shows is in the text, and what it leaves out is not.
TEST(SectionsTest, EachFormatHoldsTheTitlesOfItsTables) {
  Analysis analysis = WithEverything(ExampleAnalysis());
  analysis.runs[0].outcome = Outcome::kFailed;
  analysis.limits.runs = {{"C1-r1-a1", "C1", LimitKind::kCpu, {{"cpu_pct", 94, 85, true}}}};
  const Words words(Language::kEnglish);
  const std::map<ReportForm, std::string> texts = {
      {ReportForm::kTerminal, TerminalReport(analysis, {})},
      {ReportForm::kMarkdown, MarkdownReport(analysis, {})},
      {ReportForm::kLatex, LatexReport(analysis, {})},
      {ReportForm::kPage, PageReport(analysis, {})}};
  size_t shown = 0, hidden = 0;
  for (const ReportSection& section : ReportSections()) {
    if (section.table == nullptr) continue;
    const ReportTable table = section.table(analysis, words, kAllRows);
    if (table.rows.empty()) continue;
    for (ReportForm form : kForms) {
      const bool shows = section.In(form).shown() && section.In(form).HoldsFor(analysis);
      EXPECT_EQ(Has(texts.at(form), table.title), shows) << section.id << ": " << table.title;
      ++(shows ? shown : hidden);
    }
  }
  EXPECT_GE(shown, 12u);
  EXPECT_GE(hidden, 4u);
}

}  // namespace
}  // namespace trena
