// SPDX-License-Identifier: Apache-2.0
#include "core/table/json_rows.h"

#include <gtest/gtest.h>

#include "core/table/byte_masks.h"

namespace trena {
namespace {

using JsonRowsRows = std::vector<std::vector<std::string>>;

JsonRowsRows Read(std::string text) {
  const size_t size = text.size();
  text.append(kMaskPadding, '\0');
  const std::string_view whole = std::string_view(text).substr(0, size);
  const auto columns = JsonRows::Columns(whole, 100);
  JsonRowsRows all = {columns};
  JsonRows rows(whole, columns);
  std::vector<std::string_view> fields;
  for (RowState state; (state = rows.Next(fields)) != RowState::kEnd;) {
    if (state == RowState::kBad) {
      all.push_back({"!" + std::to_string(rows.line())});
    } else {
      all.emplace_back(fields.begin(), fields.end());
    }
  }
  return all;
}

TEST(JsonRows, ColumnsInOrderOfFirstAppearance) {
  EXPECT_EQ(Read("{\"a\": \"x\", \"t\": 1.50}\n\n{\"t\": -2e3, \"b\": true, \"a\": null}\r\n"),
            (JsonRowsRows{{"a", "t", "b"}, {"x", "1.50", ""}, {"", "-2e3", "true"}}));
}

TEST(JsonRows, ObjectsWithinAndLists) {
  EXPECT_EQ(Read("{\"levels\": {\"image\": 32, \"n\": {\"k\": 1}}, \"list\": [1, {\"x\": 2}], "
                 "\"t\": 3}\n"),
            (JsonRowsRows{{"levels.image", "levels.n.k", "t"}, {"32", "1", "3"}}));
}

TEST(JsonRows, EscapesAndUnicode) {
  EXPECT_EQ(Read("{\"a\\\"b\": \"say \\\"hi\\\"\\n\", \"c\": \"\\u00e9é\"}\n"),
            (JsonRowsRows{{"a\"b", "c"}, {"say \"hi\"\n", "éé"}}));
}

TEST(JsonRows, WhatIsNoObjectIsBad) {
  EXPECT_EQ(Read("{\"a\": 1}\n[1]\n{\"a\": }\n{\"a\": 2} x\n{\"a\": 3\n{\"a\": NaN}\n{\"a\": 4}\n"),
            (JsonRowsRows{{"a"}, {"1"}, {"!2"}, {"!3"}, {"!4"}, {"!5"}, {"!6"}, {"4"}}));
  EXPECT_EQ(Read("{\"a\": 1}\n7\n\"a\"\n{\"a\": \"\xff\"}\n{\"a\": 01}\n{\"a\": [1, }]}\n"),
            (JsonRowsRows{{"a"}, {"1"}, {"!2"}, {"!3"}, {"!4"}, {"!5"}, {"!6"}}));
  EXPECT_EQ(Read(std::string("{\"a\": 1}\0 x\n", 12)), (JsonRowsRows{{"a"}, {"!1"}}));
}

std::string Nested(const std::string& open, size_t depth, const std::string& close) {
  std::string text = "{\"a\": 1, \"b\": ";
  for (size_t i = 0; i < depth; ++i) text += open;
  text += "1";
  for (size_t i = 0; i < depth; ++i) text += close;
  return text + "}\n";
}

TEST(JsonRows, DepthIsBounded) {
  EXPECT_EQ(Read(Nested("[", 999, "]")), (JsonRowsRows{{"a"}, {"1"}}));
  EXPECT_EQ(Read(Nested("[{\"c\": ", 100'000, "}]")), (JsonRowsRows{{"a"}, {"!1"}}));
  EXPECT_EQ(Read(Nested("{\"c\": ", 7, "}")), (JsonRowsRows{{"a", "b.c.c.c.c.c.c.c"}, {"1", "1"}}));
  EXPECT_EQ(Read(Nested("{\"c\": ", 8, "}")), (JsonRowsRows{{"a"}, {"!1"}}));
}

// A name within an object is not taken for one outside, nor one after a list for one in it.
TEST(JsonRows, NamesAfterAnObjectOrAList) {
  EXPECT_EQ(Read("{\"o\": {\"x\": 1}, \"x\": 2, \"l\": [{\"x\": 3, \"y\": [4]}], \"y\": 5}\n"),
            (JsonRowsRows{{"o.x", "x", "y"}, {"1", "2", "5"}}));
}

}  // namespace
}  // namespace trena
