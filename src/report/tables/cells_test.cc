// SPDX-License-Identifier: Apache-2.0
#include "report/tables/cells.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"
#include "report/tables/table_parts.h"

namespace trena {
namespace {

const Words kCellsEnglish(Language::kEnglish);

TEST(CellsTest, WhatIsMissingIsADashAndSortsNowhere) {
  for (const TableCell& cell :
       {cell::Figure(std::nullopt, kCellsEnglish), cell::Chance(std::nullopt, kCellsEnglish),
        cell::Interval(std::nullopt, 1, kCellsEnglish)}) {
    EXPECT_EQ(cell.text, "—");
    EXPECT_FALSE(cell.sort.has_value());
    EXPECT_TRUE(cell.number) << "it stands among numbers";
  }
  EXPECT_EQ(cell::Interval(1, std::nullopt, kCellsEnglish).text, "at least 1.000") << "open above";
}

TEST(CellsTest, NumbersSortByTheirValue) {
  EXPECT_EQ(cell::Figure(0.012344, kCellsEnglish).text, "0.01234");
  EXPECT_EQ(cell::Figure(0.012344, kCellsEnglish).sort, 0.012344);
  EXPECT_EQ(cell::Figure(0, kCellsEnglish).text, "0") << "zero is not missing";
  EXPECT_EQ(cell::Chance(0.0002, kCellsEnglish).text, "<0.001");
  EXPECT_EQ(cell::Chance(0.0002, kCellsEnglish).sort, 0.0002);
  const TableCell interval = cell::Interval(1.02, 1.1, Words(Language::kPortuguese));
  EXPECT_EQ(interval.text, "de 1,020 a 1,100");
  EXPECT_EQ(interval.sort, 1.02);
  EXPECT_FALSE(cell::Text("x").number);
}

TEST(TableColumnTest, NamesSayWhatAColumnIs) {
  EXPECT_TRUE(TableColumn::Key("a").key);
  EXPECT_FALSE(TableColumn::Key("a").number);
  EXPECT_TRUE(TableColumn::KeyNumber("n").key && TableColumn::KeyNumber("n").number);
  EXPECT_TRUE(TableColumn::Number("b").number);
  EXPECT_FALSE(TableColumn::Number("b").key || TableColumn::Number("b").bar);
  EXPECT_TRUE(TableColumn::Bar().bar);
  EXPECT_EQ(TableColumn::Bar().title, "");
}

using Parts = std::vector<std::vector<size_t>>;

ReportTable Columns(std::vector<TableColumn> columns) { return {"", "", std::move(columns), {}}; }

TEST(TablePartsTest, WhatFitsIsOnePart) {
  const ReportTable table = Columns({TableColumn::Key("k"), {"a"}, {"b"}});
  EXPECT_EQ(PartsOf(table, {5, 5, 5}, 15), (Parts{{0, 1, 2}}));
  EXPECT_EQ(PartsOf(table, {5, 5, 5}, 14), (Parts{{0, 1}, {0, 2}})) << "the key is repeated";
}

TEST(TablePartsTest, AColumnWiderThanAllHasAPartOfItsOwn) {
  const ReportTable table = Columns({TableColumn::Key("k"), {"a"}, {"b"}, {"c"}});
  EXPECT_EQ(PartsOf(table, {5, 100, 5, 5}, 15), (Parts{{0, 1}, {0, 2, 3}}));
}

TEST(TablePartsTest, KeysInTheMiddleAreRepeatedToo) {
  const ReportTable table =
      Columns({TableColumn::Key("k"), {"a"}, TableColumn::Key("n"), {"b"}, {"c"}});
  EXPECT_EQ(PartsOf(table, {4, 4, 4, 4, 4}, 16), (Parts{{0, 1, 2, 3}, {0, 2, 4}}));
}

TEST(TablePartsTest, WithoutAKeyNothingIsCut) {
  EXPECT_EQ(PartsOf(Columns({{"a"}, {"b"}}), {50, 50}, 20), (Parts{{0, 1}}))
      << "rows could not be told apart";
}

}  // namespace
}  // namespace trena
