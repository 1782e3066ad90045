// SPDX-License-Identifier: Apache-2.0
// The sections of the page: which are there for which record, in both languages.
#include "report/page/page_sections.h"

#include <gtest/gtest.h>

#include "analyze/verdict_reasons.h"
#include "report/formats/example_analysis.h"
#include "report/sections.h"

namespace trena {
namespace {

std::string Sections(const Analysis& analysis, Language language = Language::kEnglish) {
  Html html;
  AddSections(analysis, Words(language), html);
  return html.text();
}

// Ids of headings, in their order.
std::vector<std::string> Headings(const std::string& page) {
  std::vector<std::string> ids;
  const std::string open = "<h2 id=\"";
  for (size_t at = page.find(open); at != page.npos; at = page.find(open, at + 1)) {
    const size_t begin = at + open.size();
    ids.push_back(page.substr(begin, page.find('"', begin) - begin));
  }
  return ids;
}

using Ids = std::vector<std::string>;

TEST(PageSectionsTest, TheExampleHasTheSectionsThatItHasDataFor) {
  EXPECT_EQ(Headings(Sections(ExampleAnalysis())),
            (Ids{"scenarios", "drivers", "checks", "trade-offs", "repeat"}));
}

TEST(PageSectionsTest, WithEverythingAllAreThereInTheOrderOfReading) {
  Analysis analysis = WithEverything(ExampleAnalysis());
  analysis.cost.bill.lines = {{"laptop", BillItem::kTraining, 24, 240.0, 0.024, ""}};
  analysis.limits.runs = {{"C1-r1-a1", "C1", LimitKind::kCpu, {{"cpu_pct", 94, 85, true}}}};
  analysis.runs[0].outcome = Outcome::kFailed;
  analysis.warnings = {{"stand_in", {"laptop", "2 CPUs"}}};
  TargetAnalysis target;
  target.accuracy = 0.9;
  target.scenarios.resize(1);
  analysis.target = target;
  FactorScaling scaling;
  scaling.groups.resize(1);
  analysis.scaling = {scaling, scaling};
  EXPECT_EQ(Headings(Sections(analysis)),
            (Ids{"warnings", "scenarios", "drivers", "checks", "trade-offs", "batch-size",
                 "time-and-cost", "bill", "target", "scaling-1", "scaling-2", "limits", "over-time",
                 "machine-speed", "failures", "repeat"}));
}

// What the verdict rests on stands below it; then the contents, with a link to every section.
TEST(PageSectionsTest, TheAnswerIsFollowedByItsReservationsAndTheContents) {
  Analysis analysis = ExampleAnalysis();
  analysis.verdict = Verdict::kValidWithReservations;
  analysis.reservations = {{"disturbed_runs", {"16", "24"}}};
  const std::string page = Sections(analysis);
  const size_t badge = page.find("class=\"verdict valid_with_reservations\"");
  const size_t reason = page.find("disturbed runs (16 of 24)");
  const size_t answer = page.find("Fastest and cheapest is C5");
  const size_t contents = page.find("<nav class=\"contents\"");
  ASSERT_NE(contents, std::string::npos);
  EXPECT_LT(badge, reason);
  EXPECT_LT(reason, answer);
  EXPECT_LT(answer, contents);
  size_t links = 0;
  for (const std::string& id : Headings(page)) {
    const size_t link = page.find("<a href=\"#" + id + "\">");
    EXPECT_GT(link, contents) << id;
    EXPECT_LT(link, page.find("</nav>")) << id;
    ++links;
  }
  EXPECT_GT(links, 3u);
}

TEST(PageSectionsTest, SeriesThatAreOnlyInTheirFoldersAreCounted) {
  Analysis analysis = WithEverything(ExampleAnalysis());
  analysis.series.runs[0].columns = {{std::string(kSeriesColumns[0]), {}}};
  EXPECT_TRUE(Has(Sections(analysis), "A line is what was sampled."));
  EXPECT_FALSE(Has(Sections(analysis), "more runs are not among these"));
  analysis.series.left_out = 17;
  EXPECT_TRUE(Has(Sections(analysis), "17 more runs are not among these"));
  EXPECT_TRUE(Has(Sections(analysis, Language::kPortuguese), "Outras 17 execuções não estão"));
}

TEST(PageSectionsTest, HeadingsAreInTheReadersLanguage) {
  const std::string page = Sections(WithEverything(ExampleAnalysis()), Language::kPortuguese);
  for (const char* heading : {">O que determina o resultado</h2>", ">O que o tempo compra</h2>",
                              ">Tamanho do lote</h2>", ">A velocidade da máquina</h2>"}) {
    EXPECT_TRUE(Has(page, heading)) << heading;
  }
  EXPECT_FALSE(Has(page, "What drives it"));
}

TEST(PageSectionsTest, EverySectionIsClosed) {
  const std::string page = Sections(WithEverything(ExampleAnalysis()));
  size_t depth = 0;
  for (size_t at = page.find("section"); at != page.npos; at = page.find("section", at + 1)) {
    if (at > 0 && page[at - 1] == '<') ++depth;
    if (at > 1 && page.substr(at - 2, 2) == "</") --depth;
    ASSERT_LE(depth, 1u) << "no section within another";
  }
  EXPECT_EQ(depth, 0u);
}

TEST(PageSectionsTest, WithoutAModelTheSectionSaysWhy) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.stated.reset();
  analysis.main.why_not = why_not::kNoFactor;
  const std::string page = Sections(analysis);
  EXPECT_EQ(Headings(page), (Ids{"scenarios", "drivers", "trade-offs", "repeat"}));
  EXPECT_TRUE(Has(page, "No factor has more than one level"));
  EXPECT_FALSE(Has(page, "Allocation of variation"));
  EXPECT_FALSE(Has(page, "What drives the other metrics"));
  EXPECT_FALSE(Has(Sections(ExampleAnalysis()), "No factor has more than one level"));
}

TEST(PageSectionsTest, ChartsOfDriversStandAboveTheirTables) {
  const std::string page = Sections(ExampleAnalysis());
  const size_t variation_chart = page.find("data-chart=\"variation\"");
  const size_t variation_table = page.find("aria-label=\"Allocation of variation");
  const size_t effects_chart = page.find("data-chart=\"effects\"");
  const size_t effects_table = page.find("aria-label=\"Main effects");
  EXPECT_LT(variation_chart, variation_table);
  EXPECT_LT(variation_table, effects_chart);
  EXPECT_LT(effects_chart, effects_table);
  EXPECT_LT(effects_table, page.find("<summary>Interactions of two factors"));
}

TEST(PageSectionsTest, TheFirstScreenHasTheFiguresToTakeAway) {
  Analysis analysis = ExampleAnalysis();
  std::string page = Sections(analysis);
  EXPECT_TRUE(Has(page, "<p class=\"verdict valid\">Verdict: valid</p>"));
  for (const char* figure : {"<dt>Cheapest training</dt>", "<dt>Fastest training</dt>",
                             "<dt>What drives it most</dt>", "<dt>Cost of measuring</dt>"}) {
    EXPECT_TRUE(Has(page, figure)) << figure;
  }
  EXPECT_TRUE(Has(page, "of a budget of 0.500 USD"));
  EXPECT_TRUE(Has(page, "of 24 planned, in 8 scenarios"));
  analysis.cost = {};
  analysis.fastest.reset();
  analysis.drivers.clear();
  page = Sections(analysis);
  for (const char* figure : {"Cheapest training", "Fastest training", "What drives it most",
                             "Cost of measuring", "budget"}) {
    EXPECT_FALSE(Has(page, figure)) << figure;
  }
  EXPECT_TRUE(Has(page, "<dt>Runs done</dt>"));
}

TEST(PageSectionsTest, WithoutABudgetEveryAttemptIsIncluded) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.budget.reset();
  EXPECT_TRUE(Has(Sections(analysis), "every attempt included"));
  EXPECT_FALSE(Has(Sections(ExampleAnalysis()), "every attempt included"));
}

TEST(PageSectionsTest, AWarningSaysWhatWhyAndWhatToDo) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(Has(Sections(analysis), "class=\"warning\""));
  analysis.warnings = {{"stand_in", {"laptop", "2 CPUs"}}, {"set_aside", {"C1"}}};
  const std::string page = Sections(analysis);
  size_t count = 0;
  for (size_t at = page.find("class=\"warning\""); at != page.npos;
       at = page.find("class=\"warning\"", at + 1)) {
    ++count;
  }
  EXPECT_EQ(count, 2u);
  EXPECT_TRUE(Has(page, "class=\"seen\""));
}

TEST(PageSectionsTest, HowToRepeatItHasTheCommandAndTheSeeds) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Has(Sections(analysis), "<code>trena run examples/first.yaml</code>"));
  analysis.repeat_command = "trena run examples/first.yaml -P epochs=1";
  const std::string page = Sections(analysis);
  EXPECT_TRUE(Has(page, "<code>trena run examples/first.yaml -P epochs=1</code>"));
  EXPECT_TRUE(Has(page, "replication 1: 8, replication 2: 9, replication 3: 10"));
  EXPECT_TRUE(Has(page, "libtorch 1.13.1"));
  EXPECT_TRUE(Has(page, "<dt>optimizer</dt><dd>sgd</dd>"));
}

// Started at noon of 15 January 2024, UTC: 19737 days of 86,400 s after 1970, and half a day.
TEST(PageSectionsTest, RunsAreSortedByTheirMoment) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Has(Sections(analysis), "data-sort=\"1705320000\">2024-01-15 12:00 UTC</td>"));
  for (RunRecord& run : analysis.runs) run.started = "some day";
  EXPECT_TRUE(Has(Sections(analysis), "data-sort=\"\">some day</td>")) << "no moment sorts nowhere";
}

TEST(PageSectionsTest, FailuresShowLastLinesAndWellEndedRunsNone) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs[0].last_lines = {"all is well"};
  EXPECT_FALSE(Has(Sections(analysis), "all is well")) << "no run failed";
  analysis.runs[1].outcome = Outcome::kFailed;
  analysis.runs[1].last_lines = {"out of luck"};
  EXPECT_TRUE(Has(Sections(analysis), "<pre><code>out of luck\n</code></pre>"));
}

}  // namespace
}  // namespace trena
