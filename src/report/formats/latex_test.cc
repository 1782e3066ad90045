// SPDX-License-Identifier: Apache-2.0
#include "report/formats/latex.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"
#include "report/words/test_sentences.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);

TEST(LatexTest, TextIsNothingButText) {
  EXPECT_EQ(LatexText("\\input{/etc/passwd}"), "\\textbackslash{}input\\{/etc/passwd\\}");
  EXPECT_EQ(LatexText("100% #1 $x$ a&b a_b"), "100\\% \\#1 \\$x\\$ a\\&b a\\_b");
  EXPECT_EQ(LatexText("~^"), "\\textasciitilde{}\\textasciicircum{}");
  EXPECT_EQ(LatexText("<a|b>"), "\\textless{}a\\textbar{}b\\textgreater{}");
  EXPECT_EQ(LatexText("--x,,``''"),
            "-{}-{}x,{},{}\\textasciigrave{}\\textasciigrave{}"
            "\\textquotesingle{}\\textquotesingle{}")
      << "nothing becomes another character";
  EXPECT_EQ(LatexText("[2cm]*"), "{[}2cm{]}{*}") << "a row may follow a line's end";
}

TEST(LatexTest, CharactersThatFontsLackAreShownByTheirCode) {
  EXPECT_EQ(LatexText("média 1 ± 2 − ²"), "média 1 $\\pm$ 2 $-$ ²");
  EXPECT_EQ(LatexText("中😀"), "\\texttt{U+4E2D}\\texttt{U+1F600}");
  EXPECT_EQ(LatexText("a\u202eb\nc\xff"),
            "a\\textbackslash{}u\\{202e\\}b\\textbackslash{}u\\{a\\}c\\textbackslash{}xff");
}

// A sentence of ours that LaTeX cannot show would be seen only in a compiled paper.
TEST(LatexTest, ShowsEverySentenceOfOurs) {
  for (const auto& [english, portuguese] : AllSentences()) {
    for (const std::string& text : {english, portuguese}) {
      EXPECT_FALSE(Has(LatexText(text), "U+")) << text;
    }
  }
}

TEST(LatexTest, ATableHasRulesCaptionLabelAndNote) {
  ReportTable table{"Costs: 5%",
                    "See a_b.",
                    {TableColumn::Key("scenario"), {"share", true, true}, {"cost", true}},
                    {{{"C1", {}, false}, {"x", 5.0, true}, {"1.5", 1.5, true}}}};
  EXPECT_EQ(LatexTable(table, "costs", kEnglish),
            "\\begin{table}[htbp]\n\\centering\\footnotesize\n"
            "\\caption{Costs: 5\\%}\\label{tab:costs}\n\n\\smallskip\n"
            "\\begin{tabular}{@{}lr@{}}\n\\toprule\nscenario & cost \\\\\n\\midrule\n"
            "C1 & 1.5 \\\\\n\\bottomrule\n\\end{tabular}\n"
            "\n\\medskip\n\\begin{minipage}{\\linewidth}\\footnotesize\nSee a\\_b.\n"
            "\\end{minipage}\n\\end{table}\n");
  table.rows.clear();
  EXPECT_EQ(LatexTable(table, "costs", kEnglish), "");
}

TEST(LatexTest, AWideTableComesInPartsAndALongOneOverPages) {
  ReportTable table{"Wide", "Note.", {TableColumn::Key("key")}, {}};
  for (int i = 0; i < 6; ++i) table.columns.push_back({"c" + std::string(28, 'x'), true});
  for (int i = 0; i < 41; ++i) table.rows.emplace_back(7, TableCell{"1", 1.0, true});
  std::string text = LatexTable(table, "wide", kEnglish);
  EXPECT_TRUE(Has(text, "\\caption{Wide}\\label{tab:wide}"));
  EXPECT_TRUE(Has(text, "\\caption{Wide (continued)}\\\\[4pt]"));
  EXPECT_TRUE(Has(text, "\\begin{longtable}{@{}lrrr@{}}"));
  EXPECT_EQ(text.find("Note."), text.rfind("Note.")) << "the note is said once";
  table.columns[1].title = std::string(60, 'y');
  EXPECT_TRUE(Has(LatexTable(table, "wide", kEnglish), "p{0.42\\linewidth}"));
}

TEST(LatexReportTest, HasScenariosAllocationEffectsAndCosts) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.bill.lines = {{"laptop", BillItem::kTraining, 1, 240.0, 0.024, ""}};
  std::string text = LatexReport(analysis, {});
  for (const char* label :
       {"tab:scenarios", "tab:variation", "tab:effects", "tab:interactions", "tab:bill"}) {
    EXPECT_TRUE(Has(text, label)) << label;
  }
  EXPECT_TRUE(Has(text, "C5 & 128 & 32 & network1 & 3 & 6.50 $\\pm$ 0.25"));
  EXPECT_TRUE(Has(text, "image & 76.1\\% &"));
}

// Every line of a hostile record is a line of ours: what is not escaped would end it or begin a
// command.
TEST(LatexReportTest, NoTextBecomesACommand) {
  Analysis analysis = HostileAnalysis();
  analysis.scenarios[0].levels[2].second = std::string("\\input{/etc/passwd} & \\\\ %");
  std::string text = LatexReport(analysis, {});
  EXPECT_FALSE(Has(text, "\\input{/etc"));
  EXPECT_TRUE(Has(text, "\\textbackslash{}input\\{/etc/passwd\\} \\& "));
  EXPECT_FALSE(Has(text, "<script>"));
  EXPECT_FALSE(Has(text, "\x1b"));
}

}  // namespace
}  // namespace trena
