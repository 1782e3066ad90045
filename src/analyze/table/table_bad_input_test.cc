// SPDX-License-Identifier: Apache-2.0
// Tables that cannot be analysed are refused with the place and with what to do; whatever the
// bytes, the reader ends with a table or with an error.
#include <fmt/format.h>

#include <random>

#include "analyze/table/test_file.h"

namespace trena {
namespace {

class TableBadInput : public TableFileTest {
 protected:
  void ExpectRefused(std::string_view text, const std::vector<std::string>& expected,
                     const TableRequest& request = {}, size_t block_size = RowBlocks::kBlockSize) {
    const std::string message = Refused(text, request, block_size);
    for (const std::string& part : expected) {
      EXPECT_NE(message.find(part), std::string::npos) << part << "\nis not in\n" << message;
    }
  }

  static TableRequest Named(std::vector<std::string> factors) {
    TableRequest request;
    request.factors = std::move(factors);
    return request;
  }
};

TEST_F(TableBadInput, TextWhereANumberShouldBe) {
  ExpectRefused("f,y\na,1\n\"a\nb\",2\nb,fast\nb,3\n",
                {"text where a number should be, in 1 row", "row 3 (line 5), column `y`: `fast`",
                 "leave it empty"});
}

TEST_F(TableBadInput, PlacesAreRightInLaterBlocks) {
  std::string text = "f,y\n";
  for (int i = 1; i <= 100; ++i) text += i == 77 ? "b,x\n" : i % 2 ? "a,1\n" : "b,2\n";
  ExpectRefused(text, {"row 77 (line 78)"}, Named({"f"}), 64);
}

TEST_F(TableBadInput, NotFinite) {
  ExpectRefused(
      "f,y\na,NaN\nb,inf\na,1\nb,-Infinity\nb,nan\n",
      {"NaN or infinity where a number should be, in 4 rows", "row 1 (line 2), column `y`: `NaN`",
       "row 2 (line 3), column `y`: `inf`", "column `outcome`"});
}

TEST_F(TableBadInput, DecimalCommasAreSuggested) {
  ExpectRefused("f;y\na;1.234,56\nb;2,5\n", {"in 2 rows", "`1.234,56`", "--decimal-comma"});
  ExpectRefused("f;y\na;1,234.56\nb;2\n", {"between the thousands"});
  ExpectRefused("f,y\na,1,5\nb,2,5\n", {"3 fields, 2 names", "decimal comma"});
}

TEST_F(TableBadInput, NumberOfFields) {
  ExpectRefused("f,g,y\na,b,1\na,1\n", {"row 2 (line 3): 2 fields, 3 names"});
}

TEST_F(TableBadInput, ASingleLevelOneRowNoRows) {
  ExpectRefused("f,y\na,1\na,2\n", {"factor `f` has a single level (`a`)"}, Named({"f"}));
  ExpectRefused("f,y\na,1\n", {"1 row with a value of `y`"}, Named({"f"}));
  ExpectRefused("f,y\n", {"0 rows with a value"}, Named({"f"}));
  ExpectRefused("f,y\na,\nb,NA\n", {"0 rows with a value"}, Named({"f"}));
  ExpectRefused("", {"is empty"});
  ExpectRefused(" \n\n", {"is empty"});
}

TEST_F(TableBadInput, LogarithmsOfWhatHasNone) {
  TableRequest request = Named({"f"});
  request.log = true;
  ExpectRefused("f,y\na,1\nb,0\nb,-3\n", {"no logarithm, in 2 rows", "row 2 (line 3)"}, request);
}

TEST_F(TableBadInput, EmptyLevels) {
  ExpectRefused("f,y\na,1\n,2\nb,3\nb,4\n", {"no level of a factor", "row 2 (line 3), column `f`"},
                Named({"f"}));
}

TEST_F(TableBadInput, UnknownColumnsNameTheNearest) {
  TableRequest request = Named({"framwork"});
  ExpectRefused("framework,y\na,1\nb,2\n",
                {"no column `framwork` (did you mean `framework`?)", "`framework`, `y`"}, request);
  request.response = "tme_s";
  ExpectRefused("framework,time_s\na,1\nb,2\n", {"did you mean `time_s`?"}, request);
}

TEST_F(TableBadInput, TheResponseIsNoFactor) {
  ExpectRefused("f,y\na,1\nb,2\n", {"`y` is the response and cannot be a factor too"},
                Named({"f", "y"}));
  ExpectRefused("f,y\na,1\nb,2\n", {"`f` cannot be a factor: it is used already"},
                Named({"f", "f"}));
}

TEST_F(TableBadInput, AsManyLevelsAsRows) {
  std::string text = "id,y\n";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("{},{}\n", i, i % 7);
  ExpectRefused(text, {"column `id` has more than 65536 different values", "identifies the row"},
                Named({"id"}));
  ExpectRefused(text, {"no column", "can be told to be a factor"});
  ExpectRefused("g,y\na,1\nb,2\nc,3\n", {"as many levels as there are rows (3)"}, Named({"g"}));
}

TEST_F(TableBadInput, NamesOfColumns) {
  ExpectRefused("1,2\n3,4\n", {"the first row has numbers only"});
  ExpectRefused("\"f,y\na,1\n", {"the first row", "quote"});
}

TEST_F(TableBadInput, LongRows) {
  ExpectRefused("f,y\na,1\n" + std::string(2 << 20, 'x') + ",1\n",
                {"a row is longer than 1048576 bytes", "after row 1"});
  ExpectRefused("f,y\na,1\n\"" + std::string(2 << 20, '\n'), {"a row is longer than"});
}

TEST_F(TableBadInput, Outcomes) {
  TableRequest request = Named({"f"});
  request.outcome = "end";
  ExpectRefused("f,end,y\na,ok,1\nb,splendid,2\n", {"`splendid`", "timed_out"}, request);
}

TEST_F(TableBadInput, WhatIsNoTable) {
  ExpectRefused("[{\"f\": 1}]", {"a list in JSON"});
  ExpectRefused(std::string_view("f,\0y\n", 5), {"no text"});
  ExpectRefused("{\"f\": \"a\", \"y\": 1}\n{\"f\": \"b\", y: 2}\n{\"f\": \"b\", \"y\": 2}\n",
                {"row 2 (line 2): not an object in JSON"}, Named({"f"}));
}

TEST_F(TableBadInput, NumbersTooLargeToSquare) {
  ExpectRefused("f,y\na,1e300\na,-1e300\nb,1\nb,2\n", {"too large"}, Named({"f"}));
}

TEST_F(TableBadInput, ControlCharactersDoNotReachTheTerminal) {
  const std::string message = Refused("f,y\na,\x1b[2Jx\nb,2\n", Named({"f"}));
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
}

// Bytes changed, left out, doubled and cut at random: a table or an error, never anything else.
TEST_F(TableBadInput, RandomBytesNeverBreakTheReader) {
  const std::string seeds[] = {
      "f,g,status,y\na,\"x\ny\",ok,1.5\nb,\"q\"\"r\",failed,\nb,z,ok,2e3\na,z,ok,7\n",
      "f;y\na;1.234,5\nb;2,5\n\"c;d\";3\n",
      "{\"f\":\"a\",\"y\":1,\"n\":{\"g\":[1,2]}}\n{\"f\":\"b\",\"y\":2.5e1}\n{\"f\":\"b\",\"y\":3}"
      "\n"};
  std::mt19937 random(3);
  const std::string alphabet("\",;\t\r\n{}[]:\\0a.-e\0\xff\xc3", 22);
  int good = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = seeds[i % 3];
    for (size_t change = 0; change < 1 + random() % 4; ++change) {
      const size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = alphabet[random() % alphabet.size()];
          break;
        case 1:
          text.insert(at, 1, alphabet[random() % alphabet.size()]);
          break;
        case 2:
          text.erase(at, 1 + random() % 3);
          break;
        default:
          text.insert(at, text.substr(at, random() % 9));
      }
      if (text.empty()) text = "x";
    }
    TableRequest request = i % 2 == 0 ? TableRequest{} : Named({"f"});
    request.threads = 1 + i % 2;
    if (i % 3 == 1) request.decimal_mark = DecimalMark::kComma;
    const auto read = Read(text, request, i % 5 == 0 ? 40 : RowBlocks::kBlockSize);
    good += read.ok() ? 1 : 0;
    EXPECT_TRUE(read.ok() || !read.error().message().empty());
  }
  EXPECT_GT(good, 100);
}

}  // namespace
}  // namespace trena
