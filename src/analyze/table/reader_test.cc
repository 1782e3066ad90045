// SPDX-License-Identifier: Apache-2.0
// Tables are made at random, written in every format and read back; and the rule by which factors
// are found.
#include "analyze/table/reader.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <random>

#include "analyze/table/test_file.h"
#include "core/json.h"

namespace trena {
namespace {

using Names = std::vector<std::string>;

struct RandomTable {
  Names factors = {"frame work", "o \"tipo\", é"};
  std::vector<Names> levels = {{"a", "b,c", "say \"hi\"", "línea\nnova", "a longer name; than 16"},
                               {"32", "64"}};
  std::vector<std::pair<std::vector<size_t>, double>> rows;
};

RandomTable MakeTable(std::mt19937& random) {
  RandomTable table;
  std::normal_distribution<double> noise(100, 10);
  const size_t rows = 30 + random() % 200;
  for (size_t i = 0; i < rows; ++i) {
    table.rows.push_back({{random() % 5, random() % 2}, noise(random)});
  }
  return table;
}

std::string Quoted(const std::string& text, char separator, std::mt19937& random) {
  const std::string special = std::string("\"\n") + separator;
  if (text.find_first_of(special) == std::string::npos && random() % 2 == 0) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string AsDelimited(const RandomTable& table, char separator, std::mt19937& random) {
  const std::string end = random() % 2 == 0 ? "\n" : "\r\n";
  std::string text = random() % 2 == 0 ? "\xEF\xBB\xBF" : "";
  for (const std::string& factor : table.factors)
    text += Quoted(factor, separator, random) + separator;
  text += "y" + end;
  for (const auto& [levels, y] : table.rows) {
    for (size_t i = 0; i < levels.size(); ++i) {
      text += Quoted(table.levels[i][levels[i]], separator, random) + separator;
    }
    text += fmt::format("{}", y) + end;
  }
  if (random() % 2 == 0) text.resize(text.size() - end.size());
  return text;
}

std::string AsJsonLines(const RandomTable& table) {
  std::string text;
  for (const auto& [levels, y] : table.rows) {
    Json row = {{"y", y}};
    for (size_t i = 0; i < levels.size(); ++i) row[table.factors[i]] = table.levels[i][levels[i]];
    text += Dump(row) + "\n";
  }
  return text;
}

using Expected = std::map<Names, std::vector<double>>;

Expected ExpectedOf(const RandomTable& table) {
  Expected expected;
  for (const auto& [levels, y] : table.rows) {
    expected[{table.levels[0][levels[0]], table.levels[1][levels[1]]}].push_back(y);
  }
  return expected;
}

void ExpectCells(const Cells& cells, const Expected& expected) {
  ASSERT_EQ(cells.cells.size(), expected.size());
  for (const Cell& cell : cells.cells) {
    Names levels;
    for (size_t i = 0; i < 2; ++i) levels.push_back(cells.factors[i].levels[cell.levels[i]]);
    ASSERT_TRUE(expected.contains(levels)) << levels[0] << " " << levels[1];
    const std::vector<double>& values = expected.at(levels);
    double mean = 0, squares = 0;
    for (double y : values) mean += y / static_cast<double>(values.size());
    for (double y : values) squares += (y - mean) * (y - mean);
    EXPECT_EQ(cell.n, static_cast<double>(values.size()));
    EXPECT_NEAR(cell.mean, mean, 1e-12 * 100);
    EXPECT_NEAR(cell.squares, squares, 1e-9);
  }
}

class TableReader : public TableFileTest {};

TEST_F(TableReader, RandomTablesReadBackFromEveryFormat) {
  std::mt19937 random(11);
  for (int i = 0; i < 40; ++i) {
    const RandomTable table = MakeTable(random);
    TableRequest request;
    request.factors = table.factors;
    const Expected expected = ExpectedOf(table);
    const size_t block = i % 2 == 0 ? 512 : RowBlocks::kBlockSize;
    for (char separator : {',', '\t', ';'}) {
      const std::string text = AsDelimited(table, separator, random);
      ExpectCells(Good(text, request, block).cells, expected);
    }
    const TableRead json = Good(AsJsonLines(table), request, block);
    EXPECT_EQ(json.format, "json lines");
    EXPECT_EQ(json.used, table.rows.size());
    ExpectCells(json.cells, expected);
  }
}

TEST_F(TableReader, TheNumberOfThreadsChangesNotABit) {
  std::mt19937 random(5);
  std::string text = "f,g,y\n";
  std::normal_distribution<double> noise;
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format("{},{},{}\n", "abc"[random() % 3], random() % 4, noise(random));
  }
  TableRequest request;
  request.threads = 1;
  const TableRead one = Good(text, request, 4096);
  for (unsigned threads : {2u, 3u, 7u}) {
    request.threads = threads;
    const TableRead many = Good(text, request, 4096);
    ASSERT_EQ(many.cells.cells.size(), one.cells.cells.size());
    EXPECT_EQ(many.cells.factors[0].levels, one.cells.factors[0].levels);
    for (size_t i = 0; i < one.cells.cells.size(); ++i) {
      EXPECT_EQ(many.cells.cells[i].mean, one.cells.cells[i].mean);
      EXPECT_EQ(many.cells.cells[i].squares, one.cells.cells[i].squares);
    }
  }
}

TEST_F(TableReader, LevelsAreInOrderOfFirstAppearance) {
  const TableRead read = Good("f,y\nz,1\na,2\nz,3\nm,4\na,5\nm,6\n", {}, 16);
  EXPECT_EQ(read.cells.factors[0].levels, (Names{"z", "a", "m"}));
}

TEST_F(TableReader, FailedAndMissingRunsAreCountedAndLeftOut) {
  const TableRead read = Good(
      "f,status,y\na,ok,1\na,OK,2\nb,failed,NaN\nb,timed out,900\nb,success,\nb,ok,4\nb,ok,5\n");
  EXPECT_EQ(read.rows, 7u);
  EXPECT_EQ(read.used, 4u);
  EXPECT_EQ(read.missing, 1u);
  EXPECT_EQ(read.outcome_column, "status");
  EXPECT_EQ(read.not_ok, (std::map<std::string, size_t>{{"failed", 1}, {"timed out", 1}}));
}

TEST_F(TableReader, Logarithms) {
  TableRequest request;
  request.log = true;
  const TableRead read = Good("f,y\na,1\na,1\nb,10\nb,1000\n", request);
  EXPECT_EQ(read.cells.cells[0].mean, 0);
  EXPECT_NEAR(read.cells.cells[1].mean, std::log(100), 1e-14);
}

TEST_F(TableReader, DecimalCommas) {
  TableRequest request;
  request.decimal_mark = DecimalMark::kComma;
  const TableRead read = Good("f;y\na;1.234,5\na;1.235,5\nb;2\nb;2,5\n", request);
  EXPECT_EQ(read.format, "csv with semicolons");
  EXPECT_EQ(read.cells.cells[0].mean, 1235);
  EXPECT_EQ(read.cells.cells[1].mean, 2.25);
}

TEST_F(TableReader, Covariates) {
  TableRequest request;
  request.factors = {"f"};
  request.covariates = {"x"};
  const TableRead read = Good("f,x,y\na,1,2\na,3,6\nb,0,1\nb,,5\nb,2,2\n", request);
  EXPECT_EQ(read.missing, 1u);
  EXPECT_EQ(read.cells.covariates, Names{"x"});
  EXPECT_EQ(read.cells.cells[0].covariate_means[0], 2);
  EXPECT_EQ(read.cells.cells[0].covariate_response[0], 4);
}

std::map<std::string, LeftOut> WhyLeftOut(const TableRead& read) {
  std::map<std::string, LeftOut> why;
  for (const LeftOutColumn& column : read.left_out) why[column.name] = column.why;
  return why;
}

TEST_F(TableReader, FactorsAreFound) {
  std::string text = "run,started,framework,image,batch,accuracy,temperature,note,y\n";
  for (int i = 0; i < 24; ++i) {
    text +=
        fmt::format("{},2026-01-{:02}T10:00:00,{},{},64,0.{},{},{},{}\n", i % 3, i + 1,
                    i % 2 ? "mxnet" : "pytorch", i % 3 * 32, i % 2, 20 + i, i == 5 ? "odd" : "", i);
  }
  const TableRead read = Good(text);
  EXPECT_TRUE(read.factors_found);
  EXPECT_EQ(FactorNames(read), (Names{"framework", "image"}));
  EXPECT_EQ(WhyLeftOut(read),
            (std::map<std::string, LeftOut>{{"run", LeftOut::kIdentifier},
                                            {"started", LeftOut::kTimestamp},
                                            {"batch", LeftOut::kConstant},
                                            {"accuracy", LeftOut::kMeasured},
                                            {"temperature", LeftOut::kTooManyLevels},
                                            {"note", LeftOut::kIdentifier}}));
}

TEST_F(TableReader, AliasesAndLabelsAreNoFactors) {
  std::string text = "machine,image,size,combination,y\n";
  for (int i = 0; i < 24; ++i) {
    text += fmt::format("{},{},{},{},{}\n", i % 2 ? "t4" : "f4", i % 3, i % 3 ? i % 3 * 8 : 4,
                        "ABCDEF"[i % 6], i);
  }
  const TableRead read = Good(text);
  EXPECT_EQ(FactorNames(read), (Names{"machine", "image"}));
  EXPECT_EQ(WhyLeftOut(read), (std::map<std::string, LeftOut>{{"size", LeftOut::kSameAs},
                                                              {"combination", LeftOut::kLabel}}));
}

// As in what `trena report --format csv` writes.
TEST_F(TableReader, ColumnsOfTheSameNameAreToldApart) {
  const TableRead read = Good("f,g,f,y\na@1,p,a,1\nb@2,p,b,2\na@1,q,a,3\nb@2,q,b,4\n");
  EXPECT_EQ(FactorNames(read), (Names{"f", "g"}));
  EXPECT_EQ(WhyLeftOut(read), (std::map<std::string, LeftOut>{{"f (2)", LeftOut::kSameAs}}));
}

// What the first rows do not show: sorted tables, and a column that turns out to be a measurement.
TEST_F(TableReader, LaterRowsCorrectTheFirst) {
  std::string text = "f,g,x,y\n";
  for (int i = 0; i < 30'000; ++i) {
    text += fmt::format("{},{},{},{}\n", i < 20'000 ? "a" : "b", i % 2 ? "p" : "q",
                        i < 15'000 ? 1 : i, i % 10);
  }
  const TableRead read = Good(text, {}, 1 << 14);
  EXPECT_EQ(FactorNames(read), (Names{"f", "g"}));
  EXPECT_EQ(read.cells.cells.size(), 4u);
  EXPECT_EQ(WhyLeftOut(read).at("x"), LeftOut::kTooManyLevels);
  double n = 0;
  for (const Cell& cell : read.cells.cells) n += cell.n;
  EXPECT_EQ(n, 30'000);
}

}  // namespace
}  // namespace trena
