// SPDX-License-Identifier: Apache-2.0
// Where blocks, fields and masks of 64 bytes end.
#include <gtest/gtest.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "core/table/byte_masks.h"
#include "core/table/delimited_rows.h"
#include "core/table/json_rows.h"
#include "core/table/row_blocks.h"

namespace trena {
namespace {

class TableLimitsTest : public testing::Test {
 protected:
  std::vector<std::string> BlocksOf(const std::string& text, size_t size,
                                    Quotes quotes = Quotes::kMayHoldNewlines) {
    const fs::path path = folder_.path() / "table";
    EXPECT_TRUE(WriteFile(path, text).ok());
    auto blocks = RowBlocks::Open(path.string(), size).value();
    std::vector<std::string> all;
    RowBlock block;
    while (true) {
      Result<bool> more = blocks->Next(block, quotes);
      if (!more.ok()) all.push_back("!");
      if (!more.ok() || !more.value()) return all;
      all.emplace_back(block.text());
      for (size_t i = 0; i < kMaskPadding; ++i) EXPECT_EQ(block.text().end()[i], '\0');
    }
  }

  ScratchFolder folder_{MakeTemporaryFolder(fs::temp_directory_path(), "trena-table-").value()};
};

using Blocks = std::vector<std::string>;

TEST_F(TableLimitsTest, ARowAsLongAsABlockFits) {
  EXPECT_EQ(BlocksOf("1234567\nab\n", 8), (Blocks{"1234567\n", "ab\n"}));
  EXPECT_EQ(BlocksOf("12345678\nab\n", 8), Blocks{"!"}) << "a byte more does not";
}

TEST_F(TableLimitsTest, TheLastRowMayFillABlockWithoutItsNewline) {
  // 8 bytes fill the block, so it is not known yet that they are the last: they do not end a row.
  EXPECT_EQ(BlocksOf("1234567", 8), Blocks{"1234567\n"});
  EXPECT_EQ(BlocksOf("a\n34567\n", 8), Blocks{"a\n34567\n"});
}

TEST_F(TableLimitsTest, ADoubledQuoteIsNoEndOfOne) {
  EXPECT_EQ(BlocksOf("\"a\"\"\nb\"\nc\n", 9), (Blocks{"\"a\"\"\nb\"\n", "c\n"}));
  EXPECT_EQ(BlocksOf("x\n\"a\nb\nc\nd\ne\nf\n", 8), (Blocks{"x\n", "!"}))
      << "one that is never closed";
}

TEST_F(TableLimitsTest, QuotesAreCountedAcrossMasks) {
  // 70 bytes before the newline within quotes, so that the quotes lie in different masks.
  const std::string quoted = "\"" + std::string(70, 'x') + "\n" + std::string(70, 'y') + "\"\n";
  EXPECT_EQ(BlocksOf(quoted + quoted, 150), (Blocks{quoted, quoted}));
  EXPECT_EQ(BlocksOf(quoted + quoted, 2 * quoted.size() + 1), Blocks{quoted + quoted});
}

TEST_F(TableLimitsTest, ByteOrderMarksOnlyAtTheBeginning) {
  EXPECT_EQ(BlocksOf("\xEF\xBB\xBF", 100), Blocks{}) << "nothing but a mark is nothing";
  EXPECT_EQ(BlocksOf("a\xEF\xBB\xBF\n", 100), Blocks{"a\xEF\xBB\xBF\n"});
  const fs::path path = folder_.path() / "big";
  ASSERT_TRUE(WriteFile(path, "\xFE\xFF").ok());
  EXPECT_FALSE(RowBlocks::Open(path.string()).ok()) << "big-endian UTF-16";
}

TEST_F(TableLimitsTest, TheStartIsSeenBeforeTheFirstBlock) {
  const fs::path path = folder_.path() / "start";
  ASSERT_TRUE(WriteFile(path, std::string(5000, 'a') + "\n").ok());
  auto blocks = RowBlocks::Open(path.string()).value();
  EXPECT_EQ(blocks->start().size(), RowBlocks::kStartSize);
  RowBlock block;
  ASSERT_TRUE(blocks->Next(block, Quotes::kIgnored).value());
  EXPECT_EQ(block.text().size(), 5001u) << "and is part of it";
  EXPECT_TRUE(block.last);
}

TEST_F(TableLimitsTest, WhatComesThroughAPipeIsCutInTheSamePlaces) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "row " + std::to_string(i) + "\n";
  Blocks from_file = BlocksOf(text, 64);
  int line[2];
  ASSERT_EQ(pipe(line), 0);
  std::thread writer([&] {
    for (size_t at = 0; at < text.size(); at += 7) {
      std::string part = text.substr(at, 7);
      if (write(line[1], part.data(), part.size()) < 0) break;
    }
    close(line[1]);
  });
  auto blocks = RowBlocks::Open("/proc/self/fd/" + std::to_string(line[0]), 64).value();
  Blocks from_pipe;
  RowBlock block;
  while (blocks->Next(block, Quotes::kIgnored).value()) from_pipe.emplace_back(block.text());
  writer.join();
  close(line[0]);
  EXPECT_EQ(from_pipe, from_file);
}

TEST_F(TableLimitsTest, EveryRowIsGivenOnceToManyWhoAsk) {
  const fs::path path = folder_.path() / "many";
  std::string text;
  for (int i = 0; i < 2000; ++i) text += std::to_string(i) + "\n";
  ASSERT_TRUE(WriteFile(path, text).ok());
  auto blocks = RowBlocks::Open(path.string(), 50).value();
  std::mutex guard;
  std::map<size_t, std::string> seen;
  auto take = [&] {
    RowBlock block;
    while (blocks->Next(block, Quotes::kIgnored).value()) {
      std::lock_guard lock(guard);
      seen[block.index] = std::string(block.text());
    }
  };
  std::thread first(take), second(take);
  first.join();
  second.join();
  std::string together;
  for (const auto& [index, part] : seen) together += part;
  EXPECT_EQ(together, text);
}

std::vector<std::vector<std::string>> FieldsOf(const std::string& text, char separator = ',') {
  std::string padded = text + std::string(kMaskPadding, '\0');
  DelimitedRows rows(std::string_view(padded).substr(0, text.size()), separator);
  std::vector<std::vector<std::string>> all;
  std::vector<std::string_view> fields;
  for (RowState state; (state = rows.Next(fields)) != RowState::kEnd;) {
    all.emplace_back();
    if (state == RowState::kRow) all.back().assign(fields.begin(), fields.end());
  }
  return all;
}

using Table = std::vector<std::vector<std::string>>;

TEST(DelimitedLimits, SeparatorsAtTheEdgeOfAMask) {
  for (size_t length : {62, 63, 64, 65, 127, 128, 129}) {
    const std::string field(length, 'x');
    EXPECT_EQ(FieldsOf(field + ",y\n"), (Table{{field, "y"}})) << length;
    EXPECT_EQ(FieldsOf("\"" + field + "\",y\n"), (Table{{field, "y"}})) << length;
    EXPECT_EQ(FieldsOf(field + "\ny\n"), (Table{{field}, {"y"}})) << length;
    EXPECT_EQ(FieldsOf(field + "\r\ny\n"), (Table{{field}, {"y"}})) << length;
  }
}

TEST(DelimitedLimits, QuotesAndLineEnds) {
  EXPECT_EQ(FieldsOf("\"a\"\r\n\"b\"\n"), (Table{{"a"}, {"b"}}));
  EXPECT_EQ(FieldsOf("a\rb\n"), (Table{{"a\rb"}})) << "a return alone ends nothing";
  EXPECT_EQ(FieldsOf("\"\"\"\"\n"), (Table{{"\""}}));
  EXPECT_EQ(FieldsOf("\"a\"\"\",b\n"), (Table{{"a\"", "b"}}));
  EXPECT_EQ(FieldsOf("a,\n,b\n"), (Table{{"a", ""}, {"", "b"}}));
  EXPECT_EQ(FieldsOf("a;\"b;c\"\n", ';'), (Table{{"a", "b;c"}}));
}

TEST(DelimitedLimits, ABadRowIsOneAndTheNextIsGood) {
  EXPECT_EQ(FieldsOf("a\n\"b\"x,\"y\"\nc\n"), (Table{{"a"}, {}, {"c"}}));
  EXPECT_EQ(FieldsOf("x\"y\n"), Table{{}});
  EXPECT_EQ(FieldsOf("\"x\"\ry\nz\n"), (Table{{}, {"z"}})) << "a return alone after a quote";
}

// Properties of any table that is written as RFC 4180 says: it reads back as it was.
TEST(DelimitedLimits, WhatIsQuotedReadsBack) {
  const std::string odd[] = {"", "a", "\"", "\"\"", ",", "\n", "\r\n", "a,b\n\"c\"", " x "};
  std::string text;
  Table expected;
  for (const std::string& first : odd) {
    for (const std::string& second : odd) {
      auto quote = [](const std::string& field) {
        std::string out = "\"";
        for (char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
        return out + "\"";
      };
      text += quote(first) + "," + quote(second) + "\n";
      expected.push_back({first, second});
    }
  }
  EXPECT_EQ(FieldsOf(text), expected);
}

TEST(JsonRowsLimits, ColumnsOfTheFirstRowsAlone) {
  const std::string text = "{\"a\": 1}\n\n{\"b\": 1}\n{\"c\": 1}\n";
  EXPECT_EQ(JsonRows::Columns(text, 0), std::vector<std::string>());
  EXPECT_EQ(JsonRows::Columns(text, 1), std::vector<std::string>{"a"});
  EXPECT_EQ(JsonRows::Columns(text, 3), (std::vector<std::string>{"a", "b"}))
      << "an empty line counts as one";
  EXPECT_EQ(JsonRows::Columns(text, 100), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(JsonRowsLimits, AThousandColumnsAreTheMost) {
  std::string row = "{";
  for (int i = 0; i < 1001; ++i) {
    row += (i > 0 ? ", \"c" : "\"c") + std::to_string(i) + "\": " + std::to_string(i);
  }
  std::vector<std::string> columns = JsonRows::Columns(row + "}\n", 1);
  ASSERT_EQ(columns.size(), 1000u);
  EXPECT_EQ(columns.back(), "c999");
}

TEST(JsonRowsLimits, OnlyTheColumnsThatAreAskedFor) {
  const std::string text = "{\"a\": 1, \"b\": 2}\n{\"b\": 3, \"a\": 4, \"b\": 5}\n{}\n";
  JsonRows rows(text, {"b", "none", "a"});
  std::vector<std::string_view> fields;
  auto next = [&] {
    EXPECT_EQ(rows.Next(fields), RowState::kRow);
    return std::vector<std::string>(fields.begin(), fields.end());
  };
  EXPECT_EQ(next(), (std::vector<std::string>{"2", "", "1"}));
  EXPECT_EQ(next(), (std::vector<std::string>{"5", "", "4"})) << "the last of a name";
  EXPECT_EQ(next(), (std::vector<std::string>{"", "", ""}));
  EXPECT_EQ(rows.Next(fields), RowState::kEnd);
  EXPECT_EQ(rows.lines(), 3u);
}

}  // namespace
}  // namespace trena
