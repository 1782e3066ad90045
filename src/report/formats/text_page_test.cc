// SPDX-License-Identifier: Apache-2.0
// What pages for a terminal have in common, seen on a page that holds nothing else.
#include "report/formats/text_page.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

// In a pipe: 100 columns, no colour.
class BarePage : public TextPage {
 public:
  explicit BarePage(Language language = Language::kEnglish)
      : TextPage(ReportContext{language, "", "", nullptr}) {}

  using TextPage::AddModelTables;
  using TextPage::AddTable;
  using TextPage::AddText;
  using TextPage::AddTitle;

  std::vector<std::string> Lines() const { return Split(out_, '\n'); }
  const std::string& text() const { return out_; }
};

std::string Wrapped(const std::string& text, size_t indent) {
  BarePage page;
  page.AddText(text, indent);
  return page.text();
}

TEST(TextPageTest, LinesAreBrokenBetweenWords) {
  const std::string fifty(50, 'a'), forty_nine(49, 'b'), forty_eight(48, 'b');
  EXPECT_EQ(Wrapped(fifty + " " + forty_nine, 0), fifty + " " + forty_nine + "\n") << "100 fit";
  EXPECT_EQ(Wrapped(fifty + " " + forty_nine + "c", 0), fifty + "\n" + forty_nine + "c\n");
  EXPECT_EQ(Wrapped(fifty + " " + forty_eight, 2), "  " + fifty + "\n  " + forty_eight + "\n")
      << "101 with the indent";
  EXPECT_EQ(Wrapped("a b", 4), "    a b\n");
}

TEST(TextPageTest, AWordLongerThanALineIsLeftWhole) {
  const std::string path(130, 'x');
  EXPECT_EQ(Wrapped("see " + path + " now", 2), "  see\n  " + path + "\n  now\n");
}

// Columns, not bytes: "é" is one of two bytes.
TEST(TextPageTest, WidthIsInColumns) {
  std::string accents;
  for (int i = 0; i < 50; ++i) accents += "é";
  EXPECT_EQ(Wrapped(accents + " " + std::string(49, 'b'), 0),
            accents + " " + std::string(49, 'b') + "\n");
}

TEST(TextPageTest, TextFromAFileIsShownAndNotObeyed) {
  EXPECT_EQ(Wrapped("a\nb\x1b[2J", 0), "a\\u{a}b\\u{1b}[2J\n");
  BarePage page;
  page.AddTitle("x\ny\x07");
  EXPECT_EQ(page.text(), "\nx\\u{a}y\\u{7}\n");
}

ReportTable BarTable(std::optional<double> percent) {
  return {"Shares",
          "",
          {{"term"}, {"share", true}, TableColumn::Bar()},
          {{{"a", {}, false}, {"x", {}, true}, {"", percent, true}}}};
}

std::string BarOf(std::optional<double> percent) {
  BarePage page;
  page.AddTable(BarTable(percent));
  const std::string line = page.Lines().at(3);
  return line.substr(std::min(line.size(), line.find('x') + 3));
}

// Twenty columns for 100 %: 5 % is one, 0.625 % an eighth of one.
TEST(TextPageTest, ABarIsDrawnToAnEighthOfAColumn) {
  EXPECT_EQ(BarOf(5), "█");
  EXPECT_EQ(BarOf(10), "██");
  EXPECT_EQ(BarOf(0.625), "▏");
  EXPECT_EQ(BarOf(2.5), "▌");
  EXPECT_EQ(BarOf(7.5), "█▌");
  EXPECT_EQ(BarOf(4.375), "▉");
  EXPECT_EQ(BarOf(0.3), "") << "less than half of an eighth";
  EXPECT_EQ(BarOf(0.32), "▏") << "more";
}

TEST(TextPageTest, ABarIsNeverShorterThanNothingNorLongerThanAll) {
  std::string all;
  for (int i = 0; i < 20; ++i) all += "█";
  EXPECT_EQ(BarOf(100), all);
  EXPECT_EQ(BarOf(250), all);
  EXPECT_EQ(BarOf(0), "");
  EXPECT_EQ(BarOf(-30), "");
  EXPECT_EQ(BarOf(std::nullopt), "") << "missing is not drawn";
}

TEST(TextPageTest, ATableHasTitleHeadRowsAndNote) {
  BarePage page;
  page.AddTable(
      {"Costs",
       "In dollars.",
       {{"name"}, {"cost", true}},
       {{{"a", {}, false}, {"1.5", 1.5, true}}, {{"long", {}, false}, {"10", 10, true}}}});
  EXPECT_EQ(page.text(),
            "\nCosts\n"
            "  name  cost\n"
            "  a      1.5\n"
            "  long    10\n"
            "  In dollars.\n");
  BarePage empty;
  empty.AddTable({"Costs", "In dollars.", {{"name"}}, {}});
  EXPECT_EQ(empty.text(), "") << "without rows there is neither title nor note";
}

// An indent of 2, a key of 10, and columns of 30 after gaps of 2: three make 2 + 10 + 3 × 32 = 108.
TEST(TextPageTest, AWideTableGoesOnBelowAfterItsKey) {
  ReportTable table{"Wide", "", {TableColumn::Key("scenario12")}, {{{"C1", {}, false}}}};
  for (const char* name : {"a", "b", "c"}) {
    table.columns.push_back({name + std::string(29, '.'), true});
    table.rows[0].push_back({name, {}, true});
  }
  BarePage page;
  page.AddTable(table);
  const auto lines = page.Lines();
  ASSERT_EQ(lines.size(), 8u) << page.text();
  EXPECT_TRUE(Has(lines[2], "scenario12") && Has(lines[2], "a...") && Has(lines[2], "b..."));
  EXPECT_EQ(lines[4], "") << "an empty line between the parts";
  EXPECT_TRUE(Has(lines[5], "scenario12") && Has(lines[5], "c..."));
  EXPECT_TRUE(lines[6].starts_with("  C1"));
  for (const std::string& line : lines) EXPECT_LE(DisplayWidth(line), 100u);
  table.columns[1].title = table.columns[2].title = std::string(26, '.');  // 2 + 10 + 28 + 28 + 32
  BarePage narrow;
  narrow.AddTable(table);
  EXPECT_EQ(narrow.Lines().size(), 5u) << "100 columns fit: " << narrow.text();
}

TEST(TextPageTest, AModelIsFollowedByWhetherToBelieveIt) {
  BarePage page;
  page.AddModelTables(*ExampleAnalysis().main.stated, 12);
  EXPECT_TRUE(Has(page.text(), "\nLevels compared\n"));
  EXPECT_TRUE(Has(page.text(), "\nWhether to believe it\n"));
  StatedAnalysis unchecked = *ExampleAnalysis().main.stated;
  unchecked.checks.made = false;
  BarePage other(Language::kPortuguese);
  other.AddModelTables(unchecked, 12);
  EXPECT_TRUE(Has(other.text(), "\nNíveis comparados\n"));
  EXPECT_FALSE(Has(other.text(), "Se é de acreditar"));
}

}  // namespace
}  // namespace trena
