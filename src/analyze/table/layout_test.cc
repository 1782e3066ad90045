// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/layout.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trena {
namespace {

// A table's text with the bytes after it that a RowBlock has.
Result<TableLayout> TryLayOut(const std::string& text, TableRequest request = {}) {
  if (request.path.empty()) request.path = "runs.csv";
  const std::string padded = text + std::string(kMaskPadding, '\0');
  const std::string_view view = std::string_view(padded).substr(0, text.size());
  return LayOut(request, SniffFormat(view), view);
}

TableLayout Laid(const std::string& text, const TableRequest& request = {}) {
  Result<TableLayout> layout = TryLayOut(text, request);
  EXPECT_TRUE(layout.ok()) << (layout.ok() ? "" : layout.error().message());
  return layout.ok() ? layout.value() : TableLayout{};
}

std::string LayoutError(const std::string& text, const TableRequest& request = {}) {
  Result<TableLayout> layout = TryLayOut(text, request);
  return layout.ok() ? "" : layout.error().message();
}

TableRequest Response(const std::string& response) {
  TableRequest request;
  request.response = response;
  return request;
}

TEST(SniffFormatTest, TheSeparatorThatTheFirstRowHasMostOf) {
  EXPECT_EQ(SniffFormat("a,b,c\n").separator, ',');
  EXPECT_EQ(SniffFormat("a;b;c\n").separator, ';');
  EXPECT_EQ(SniffFormat("a\tb\tc\n").separator, '\t');
  EXPECT_EQ(SniffFormat("a;b,c;d\n").separator, ';');
  EXPECT_EQ(SniffFormat("a,b;c\n").separator, ',') << "of equals the comma";
  EXPECT_EQ(SniffFormat("a\tb;c\n").separator, '\t') << "then the tab";
  EXPECT_EQ(SniffFormat("alone\n").separator, ',');
  EXPECT_EQ(SniffFormat("").separator, ',');
  EXPECT_EQ(SniffFormat(" \n").separator, ',');
}

TEST(SniffFormatTest, OnlyTheFirstRowAndOnlyOutsideQuotes) {
  EXPECT_EQ(SniffFormat("a,b\n1;2;3;4;5\n").separator, ',');
  EXPECT_EQ(SniffFormat("\"a;b;c;d\",e\n").separator, ',');
  EXPECT_EQ(SniffFormat("\"two\nlines;;;\",b\n").separator, ',') << "a newline within quotes";
  EXPECT_EQ(SniffFormat("\n\r\n a;b\n").separator, ';') << "empty lines before it";
}

TEST(SniffFormatTest, JsonBeginsWithABrace) {
  EXPECT_TRUE(SniffFormat("{\"a\": 1}\n").json());
  EXPECT_TRUE(SniffFormat(" \n {\"a\": 1}\n").json());
  EXPECT_FALSE(SniffFormat("a,{\n").json());
  EXPECT_EQ(SniffFormat("{}").quotes(), Quotes::kIgnored);
  EXPECT_EQ(SniffFormat("a,b").quotes(), Quotes::kMayHoldNewlines);
}

TEST(SniffFormatTest, FormatsHaveNames) {
  EXPECT_EQ(TableFormat{0}.name(), "json lines");
  EXPECT_EQ(TableFormat{'\t'}.name(), "tsv");
  EXPECT_EQ(TableFormat{';'}.name(), "csv with semicolons");
  EXPECT_EQ(TableFormat{','}.name(), "csv");
}

TEST(LayOutTest, NamedFactorsInTheOrderAsked) {
  TableRequest request = Response("y");
  request.factors = {"g", "f"};
  const TableLayout layout = Laid("f,y,g\na,1,p\nb,2,q\n", request);
  EXPECT_EQ(layout.columns, (std::vector<std::string>{"f", "y", "g"}));
  EXPECT_EQ(layout.response, 1u);
  EXPECT_EQ(layout.factors, (std::vector<size_t>{2, 0}));
  EXPECT_FALSE(layout.factors_found);
  EXPECT_FALSE(layout.outcome);
  EXPECT_TRUE(layout.left_out.empty());
}

TEST(LayOutTest, FoundFactorsInTheOrderOfTheTable) {
  const TableLayout layout =
      Laid("id,g,y,f,started\n1,p,5,a,2026-01-01\n2,q,6,b,2026-01-02\n", Response("y"));
  EXPECT_TRUE(layout.factors_found);
  EXPECT_EQ(layout.factors, (std::vector<size_t>{1, 3}));
  ASSERT_EQ(layout.left_out.size(), 2u);
  EXPECT_EQ(layout.left_out[0].name, "id");
  EXPECT_EQ(layout.left_out[0].why, LeftOut::kIdentifier);
  EXPECT_EQ(layout.left_out[1].name, "started");
  EXPECT_EQ(layout.left_out[1].why, LeftOut::kTimestamp);
}

TEST(LayOutTest, NamesOfSeveralColumnsAreToldApart) {
  TableRequest request = Response("y");
  request.factors = {"f", "f (2)", "f (3)"};
  const TableLayout layout = Laid("f,f,y,f,,\na,b,1,c,,\n", request);
  EXPECT_EQ(layout.columns, (std::vector<std::string>{"f", "f (2)", "y", "f (3)", "", ""}));
  EXPECT_EQ(layout.factors, (std::vector<size_t>{0, 1, 3}));
}

TEST(LayOutTest, BlanksAroundNamesDoNotCount) {
  EXPECT_EQ(Laid(" f , y \na,1\nb,2\n", Response("y")).columns,
            (std::vector<std::string>{"f", "y"}));
}

TEST(LayOutTest, TheBlockAndThePlotAreFactorsWhateverTheirNames) {
  TableRequest request = Response("y");
  request.block = "replication";
  request.plot = "run";
  const std::string text = "f,replication,run,y\na,1,1,5\nb,1,2,6\na,2,3,7\nb,2,4,8\n";
  EXPECT_EQ(Laid(text, request).factors, (std::vector<size_t>{0, 1, 2}));
  request.factors = {"f"};
  EXPECT_EQ(Laid(text, request).factors, (std::vector<size_t>{0, 1, 2})) << "added to those named";
  request.factors = {"run", "f"};
  EXPECT_EQ(Laid(text, request).factors, (std::vector<size_t>{2, 0, 1})) << "named: not twice";
  request.plot = "rum";
  EXPECT_NE(LayoutError(text, request).find("no column `rum` (did you mean `run`?)"),
            std::string::npos);
  request.plot = "y";
  EXPECT_NE(LayoutError(text, request).find("`y` is the response and cannot be the plot too"),
            std::string::npos);
}

TEST(LayOutTest, TheOutcomeIsFoundOrNamed) {
  const std::string text = "f,status,y\na,ok,1\nb,failed,\n";
  EXPECT_EQ(Laid(text, Response("y")).outcome, 1u);
  EXPECT_EQ(Laid(text, Response("y")).factors, std::vector<size_t>{0});
  TableRequest asked = Response("y");
  asked.factors = {"f", "status"};
  EXPECT_FALSE(Laid(text, asked).outcome) << "asked for as a factor";
  TableRequest named = Response("y");
  named.outcome = "f";
  EXPECT_EQ(Laid(text, named).outcome, 0u);
  named.outcome = "y";
  EXPECT_NE(LayoutError(text, named).find("`y` is the response and cannot be the outcome too"),
            std::string::npos);
}

TEST(LayOutTest, CovariatesAreTakenFirst) {
  TableRequest request = Response("y");
  request.covariates = {"x"};
  const TableLayout layout = Laid("f,x,y\na,1,5\nb,2,6\n", request);
  EXPECT_EQ(layout.covariates, std::vector<size_t>{1});
  EXPECT_EQ(layout.factors, std::vector<size_t>{0});
  request.factors = {"x"};
  EXPECT_EQ(LayoutError("f,x,y\na,1,5\nb,2,6\n", request),
            "`x` cannot be a factor: it is used already");
  request.factors = {};
  request.covariates = {"x", "x"};
  EXPECT_EQ(LayoutError("f,x,y\na,1,5\nb,2,6\n", request),
            "`x` cannot be a covariate: it is used already");
}

TEST(LayOutTest, WithoutAResponseNumbersAreOffered) {
  EXPECT_EQ(LayoutError("f,x,y\na,1,5\nb,2,6\n"),
            "which column is analysed? Say --response with one of `x`, `y`");
}

TEST(LayOutTest, OfManyColumnsTwelveAreListed) {
  std::string names, row;
  for (int i = 0; i < 12; ++i) {
    names += (i > 0 ? ",c" : "c") + std::to_string(i);
    row += i > 0 ? ",1" : "1";
  }
  const std::string twelve = LayoutError(names + "\n" + row + "\n");
  EXPECT_NE(twelve.find("`c11`"), std::string::npos);
  EXPECT_EQ(twelve.find("…"), std::string::npos) << twelve;
  const std::string thirteen = LayoutError(names + ",c12\n" + row + ",1\n");
  EXPECT_NE(thirteen.find("`c11`, …"), std::string::npos) << thirteen;
  EXPECT_EQ(thirteen.find("`c12`"), std::string::npos) << thirteen;
}

TEST(LayOutTest, ColumnsHaveABound) {
  std::string names = "f,y";
  for (int i = 2; i < 10'000; ++i) names += ",x";
  TableRequest request = Response("y");
  request.factors = {"f"};
  EXPECT_EQ(LayoutError(names + "\n", request), "");
  EXPECT_EQ(LayoutError(names + ",x\n", request), "runs.csv: 10001 columns, more than 10000");
}

TEST(LayOutTest, NumbersAreNoNames) {
  EXPECT_NE(LayoutError("1,2\n3,4\n", Response("y")).find("the first row has numbers only"),
            std::string::npos);
  EXPECT_EQ(LayoutError("1,y\na,2\nb,3\n", Response("y")), "") << "some of them may be";
}

TEST(LayOutTest, WhereNothingCanBeAFactor) {
  EXPECT_EQ(LayoutError("id,y\n1,5\n2,6\n", Response("y")),
            "no column of runs.csv can be told to be a factor; name them with --factors, of `id`, "
            "`y`");
  TableRequest pipe = Response("z");
  pipe.path = "-";
  EXPECT_NE(LayoutError("f,y\na,1\n", pipe).find("standard input has no column `z`"),
            std::string::npos);
}

TEST(LayOutTest, RowsOfAnotherLengthTellNothing) {
  // The row with three fields would make `f` a column of numbers and words.
  const TableLayout layout = Laid("f,y\na,1\nb,2\n1,2,3\n", Response("y"));
  EXPECT_EQ(layout.factors, std::vector<size_t>{0});
}

TEST(LayOutTest, JsonLinesHaveTheirNamesInEveryRow) {
  const TableLayout layout =
      Laid("{\"f\": \"a\", \"y\": 1}\n{\"y\": 2, \"f\": \"b\", \"g\": \"p\"}\n", Response("y"));
  EXPECT_EQ(layout.columns, (std::vector<std::string>{"f", "y", "g"}));
  EXPECT_EQ(layout.factors, std::vector<size_t>{0});
  ASSERT_EQ(layout.left_out.size(), 1u);
  EXPECT_EQ(layout.left_out[0].why, LeftOut::kEmptyFields);
}

}  // namespace
}  // namespace trena
