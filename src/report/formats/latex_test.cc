// SPDX-License-Identifier: Apache-2.0
#include "report/formats/latex.h"

#include <gtest/gtest.h>

#include <set>

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

ReportTable OfRows(size_t rows) {
  ReportTable table{"Many", "Note.", {TableColumn::Key("key"), TableColumn::Number("n")}, {}};
  for (size_t i = 0; i < rows; ++i) table.rows.push_back({{"k", {}, false}, {"1", 1.0, true}});
  return table;
}

TEST(LatexTest, FortyRowsFitAPage) {
  EXPECT_TRUE(Has(LatexTable(OfRows(40), "many", kEnglish), "\\begin{tabular}"));
  EXPECT_FALSE(Has(LatexTable(OfRows(40), "many", kEnglish), "longtable"));
  const std::string over = LatexTable(OfRows(41), "many", kEnglish);
  EXPECT_TRUE(Has(over, "\\begin{longtable}{@{}lr@{}}"));
  EXPECT_FALSE(Has(over, "tabular"));
  EXPECT_TRUE(Has(over, "\\noindent Note.\\par"));
  EXPECT_TRUE(Has(over, "\\label{tab:many}"));
}

TEST(LatexTest, AColumnOfMoreThanFortyFourCharactersIsBroken) {
  ReportTable table = OfRows(1);
  table.rows[0][0].text = std::string(44, 'x');
  EXPECT_TRUE(Has(LatexTable(table, "t", kEnglish), "{@{}lr@{}}"));
  table.rows[0][0].text = std::string(45, 'x');
  EXPECT_TRUE(Has(LatexTable(table, "t", kEnglish), "p{0.42\\linewidth}r@{}}"));
}

// A key of 3 and four columns of 22 are 3 + 3 + 4 × (22 + 3) = 106 of 104 characters.
TEST(LatexTest, PartsAreNamedAndOnlyTheFirstHasTheLabel) {
  ReportTable table{"Wide", "", {TableColumn::Key("key")}, {{{"k", {}, false}}}};
  for (int i = 0; i < 4; ++i) {
    table.columns.push_back({std::string(22, 'x'), true});
    table.rows[0].push_back({"1", 1.0, true});
  }
  const std::string text = LatexTable(table, "wide", Words(Language::kPortuguese));
  EXPECT_TRUE(Has(text, "\\caption{Wide}\\label{tab:wide}"));
  EXPECT_TRUE(Has(text, "\\caption{Wide (continuação)}\n")) << text;
  EXPECT_TRUE(Has(text, "{@{}lrrr@{}}"));
  EXPECT_TRUE(Has(text, "{@{}lr@{}}")) << "the key again, and the last";
  table.columns[1].title = std::string(20, 'x');
  EXPECT_FALSE(Has(LatexTable(table, "wide", kEnglish), "continued")) << "104 fit";
}

TEST(LatexTest, ATitleANoteAndAHeadAreText) {
  ReportTable table = OfRows(1);
  table.title = "\\input{a}";
  table.note = "50% of $x$\n\\end{minipage}";
  table.columns[0].title = "a & b\\\\";
  table.rows[0][0].text = "c & d \\\\ %";
  const std::string text = LatexTable(table, "t", kEnglish);
  EXPECT_TRUE(Has(text, "\\caption{\\textbackslash{}input\\{a\\}}"));
  EXPECT_TRUE(
      Has(text, "50\\% of \\$x\\$\\textbackslash{}u\\{a\\}\\textbackslash{}end\\{minipage"));
  EXPECT_TRUE(Has(text, "\na \\& b\\textbackslash{}\\textbackslash{} & n \\\\\n"));
  EXPECT_TRUE(Has(text, "\nc \\& d \\textbackslash{}\\textbackslash{} \\% & 1 \\\\\n"));
}

// A comment ends where its line does: a version with a line's end in it must not.
TEST(LatexReportTest, ACommentCannotBeLeft) {
  ReportContext context;
  context.trena_version = "trena\n\\input{/etc/passwd}";
  context.generated = "\r\\input{/etc/passwd}";
  const std::string text = LatexReport(Analysis{}, context);
  for (const std::string& line : Split(text, '\n')) {
    EXPECT_TRUE(line.empty() || line.starts_with("% ")) << line;
  }
  EXPECT_FALSE(Has(text, "\r"));
  EXPECT_TRUE(Has(text, "% \\usepackage{array,booktabs,longtable}"));
}

TEST(LatexReportTest, TablesThatAreManyAreNumbered) {
  std::set<std::string> names;
  for (const NamedTable& named : LatexTables(ExampleAnalysis(), kEnglish)) {
    EXPECT_TRUE(names.insert(named.name).second) << named.name;
    EXPECT_FALSE(named.table.rows.empty()) << named.name;
  }
  EXPECT_EQ(names, (std::set<std::string>{"scenarios", "variation", "effects", "interactions"}));
  EXPECT_TRUE(LatexTables(Analysis{}, kEnglish).empty());
}

}  // namespace
}  // namespace trena
