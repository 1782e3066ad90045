// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/merge.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

// A layout of comma-separated columns, the last of which is the response y.
TableLayout LayoutOf(std::vector<std::string> factors, bool found) {
  TableLayout layout;
  layout.columns = std::move(factors);
  for (size_t i = 0; i < layout.columns.size(); ++i) layout.factors.push_back(i);
  layout.response = layout.columns.size();
  layout.columns.emplace_back("y");
  layout.factors_found = found;
  return layout;
}

TablePart PartOf(const TableLayout& layout, const std::string& text, bool names = false) {
  const std::string padded = text + std::string(kMaskPadding, '\0');
  return ReadPart(layout, std::string_view(padded).substr(0, text.size()), names);
}

Result<TableRead> Merged(const TableLayout& layout, const std::vector<std::string>& parts,
                         TableRequest request = {}) {
  request.path = "t.csv";
  TableMerge merge(request, layout);
  for (const std::string& part : parts) {
    Status added = merge.Add(PartOf(layout, part));
    if (!added.ok()) return added.error();
  }
  return merge.Finish();
}

std::string MergeError(const TableLayout& layout, const std::vector<std::string>& parts,
                       const TableRequest& request = {}) {
  Result<TableRead> read = Merged(layout, parts, request);
  return read.ok() ? "" : read.error().message();
}

TEST(ReadPartTest, CountsWhatItReads) {
  TableLayout layout = LayoutOf({"f"}, false);
  const TablePart part = PartOf(layout, "f,y\na,1\nb,\n\"c\nd\",NA\na,3\n", true);
  EXPECT_EQ(part.rows, 4u) << "the names are no row";
  EXPECT_EQ(part.lines, 6u);
  EXPECT_EQ(part.used, 2u);
  EXPECT_EQ(part.missing, 2u);
  EXPECT_FALSE(part.problems.any());
  EXPECT_EQ(part.cells.size(), 1u);
  EXPECT_EQ(part.levels[0].levels(), std::vector<std::string>{"a"})
      << "a level without a response is none";
}

TEST(ReadPartTest, NoTextNoRows) {
  const TableLayout layout = LayoutOf({"f"}, false);
  const TablePart part = PartOf(layout, "");
  EXPECT_EQ(part.rows + part.lines + part.used + part.missing + part.cells.size(), 0u);
}

TEST(ReadPartTest, EachProblemIsOfItsKind) {
  const TableLayout layout = LayoutOf({"f"}, false);
  const auto count = [&](const std::string& text, ProblemKind kind) {
    return PartOf(layout, text).problems.count(kind);
  };
  EXPECT_EQ(count("a,fast\n", ProblemKind::kText), 1u);
  EXPECT_EQ(count("a,nan\na,inf\n", ProblemKind::kNotFinite), 2u);
  EXPECT_EQ(count("a,1e999\n", ProblemKind::kTooLarge), 1u);
  EXPECT_EQ(count("a,\"1,5\"\n", ProblemKind::kDecimalComma), 1u);
  EXPECT_EQ(count("a,\"1,234.5\"\n", ProblemKind::kThousands), 1u);
  EXPECT_EQ(count("a,1,2\na\n", ProblemKind::kFieldCount), 2u);
  EXPECT_EQ(count(",1\n", ProblemKind::kEmptyLevel), 1u);
  EXPECT_EQ(count("a,1\n", ProblemKind::kEmptyLevel), 0u);
}

TEST(ReadPartTest, LogarithmsOfWhatIsAboveNothing) {
  TableLayout layout = LayoutOf({"f"}, false);
  layout.log = true;
  EXPECT_EQ(PartOf(layout, "a,0\n").problems.count(ProblemKind::kNotPositive), 1u);
  EXPECT_EQ(PartOf(layout, "a,-1\n").problems.count(ProblemKind::kNotPositive), 1u);
  const TablePart good = PartOf(layout, "a,1e-300\n");
  EXPECT_FALSE(good.problems.any());
  EXPECT_NEAR(good.cells.ToCells()[0].mean, -300 * std::log(10.0), 1e-10);
}

TEST(ReadPartTest, OutcomesComeBeforeNumbers) {
  TableLayout layout = LayoutOf({"f"}, false);
  layout.columns = {"f", "outcome", "y"};
  layout.outcome = 1;
  layout.response = 2;
  const TablePart part = PartOf(layout, "a,ok,1\nb,failed,garbage\na,OOM,\nb,failed,2\na,Done,3\n");
  EXPECT_FALSE(part.problems.any()) << "what a failed run says does not matter";
  EXPECT_EQ(part.used, 2u);
  EXPECT_EQ(part.missing, 0u);
  EXPECT_EQ(part.not_ok, (std::map<std::string, size_t>{{"failed", 2}, {"OOM", 1}}));
  const TablePart bad = PartOf(layout, "a,fine,1\nb,,2\nb,,2\n");
  EXPECT_EQ(bad.problems.count(ProblemKind::kUnknownOutcome), 3u);
  EXPECT_EQ(bad.used, 0u);
}

TEST(ReadPartTest, WhereFactorsAreFoundAnEmptyFieldIsNoted) {
  const TableLayout layout = LayoutOf({"f", "g"}, true);
  const TablePart part = PartOf(layout, "a,p,1\n,q,2\na,q,3\n");
  EXPECT_FALSE(part.problems.any());
  EXPECT_EQ(part.used, 3u);
  EXPECT_EQ(part.with_empty, (std::vector<bool>{true, false}));
}

TEST(TableMergeTest, PartsInOrderAreOneTable) {
  const TableLayout layout = LayoutOf({"f"}, false);
  const Result<TableRead> read = Merged(layout, {"b,1\na,2\n", "a,4\nc,5\n", "", "b,3\n"});
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read.value().rows, 5u);
  EXPECT_EQ(read.value().used, 5u);
  EXPECT_EQ(read.value().cells.factors.at(0).levels, (std::vector<std::string>{"b", "a", "c"}));
  ASSERT_EQ(read.value().cells.cells.size(), 3u);
  EXPECT_NEAR(read.value().cells.cells[0].mean, 2, 1e-15);     // 1 and 3
  EXPECT_NEAR(read.value().cells.cells[0].squares, 2, 1e-15);  // (1 − 2)² + (3 − 2)²
  EXPECT_NEAR(read.value().cells.cells[1].mean, 3, 1e-15);     // 2 and 4
  EXPECT_EQ(read.value().cells.cells[2].n, 1);
  EXPECT_EQ(read.value().observations.y, (std::vector<double>{1, 2, 4, 5, 3}));
  EXPECT_EQ(read.value().observations.cell_of, (std::vector<size_t>{0, 1, 1, 2, 0}));
  EXPECT_EQ(read.value().format, "csv");
}

TEST(TableMergeTest, TwoRowsAreTheLeast) {
  const TableLayout layout = LayoutOf({"f"}, false);
  EXPECT_EQ(MergeError(layout, {}),
            "t.csv: 0 rows with a value of `y`; an analysis needs at least two");
  EXPECT_EQ(MergeError(layout, {"a,1\n", "b,\n"}),
            "t.csv: 1 row with a value of `y`; an analysis needs at least two");
  EXPECT_EQ(MergeError(layout, {"a,1\na,2\nb,3\n"}), "");
}

TEST(TableMergeTest, ANamedFactorHasTwoLevelsAndFewerThanRows) {
  const TableLayout layout = LayoutOf({"f"}, false);
  EXPECT_EQ(MergeError(layout, {"a,1\na,2\n"}),
            "factor `f` has a single level (`a`): there is nothing to compare; leave it out");
  EXPECT_NE(MergeError(layout, {"a,1\nb,2\n"}).find("as many levels as there are rows (2)"),
            std::string::npos);
  EXPECT_EQ(MergeError(layout, {"a,1\nb,2\nc,3\nc,4\n"}), "") << "one fewer is enough";
}

TEST(TableMergeTest, PlacesOfProblemsCountOnOverParts) {
  const TableLayout layout = LayoutOf({"f"}, false);
  const std::string error = MergeError(layout, {"a,1\n\"b\nc\",2\n", "a,x\n"});
  EXPECT_NE(error.find("row 3 (line 4), column `y`: `x`"), std::string::npos) << error;
}

// Where they are found, a factor has at most half as many levels as there are rows.
TEST(TableMergeTest, AFoundFactorHasLevelsThatRepeat) {
  const TableLayout layout = LayoutOf({"f"}, true);
  EXPECT_EQ(MergeError(layout, {"a,1\nb,2\na,3\nb,4\n"}), "");
  EXPECT_NE(MergeError(layout, {"a,1\nb,2\na,3\n"}).find("can be told to be a factor"),
            std::string::npos);
}

LeftOutColumn OnlyLeftOut(const Result<TableRead>& read) {
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message());
  if (!read.ok()) return {};
  EXPECT_EQ(read.value().left_out.size(), 1u);
  return read.value().left_out.empty() ? LeftOutColumn{} : read.value().left_out[0];
}

TEST(TableMergeTest, FoundColumnsThatAreNoFactors) {
  const TableLayout layout = LayoutOf({"f", "g"}, true);
  const LeftOutColumn constant = OnlyLeftOut(Merged(layout, {"a,p,1\nb,p,2\na,p,3\nb,p,4\n"}));
  EXPECT_EQ(constant.name, "g");
  EXPECT_EQ(constant.why, LeftOut::kConstant);
  EXPECT_EQ(constant.detail, "p");
  const LeftOutColumn empty =
      OnlyLeftOut(Merged(layout, {"a,p,1\nb,p,2\na,,3\nb,q,4\na,q,5\nb,p,6\n"}));
  EXPECT_EQ(empty.why, LeftOut::kEmptyFields);
  const LeftOutColumn many = OnlyLeftOut(Merged(layout, {"a,p,1\nb,q,2\na,r,3\nb,s,4\n"}));
  EXPECT_EQ(many.name, "g");
  EXPECT_EQ(many.why, LeftOut::kTooManyLevels);
  const LeftOutColumn same = OnlyLeftOut(Merged(layout, {"a,p,1\nb,q,2\na,p,3\nb,q,4\n"}));
  EXPECT_EQ(same.name, "g");
  EXPECT_EQ(same.why, LeftOut::kSameAs);
  EXPECT_EQ(same.detail, "f");
}

TEST(TableMergeTest, OneToOneIsBothWays) {
  const TableLayout layout = LayoutOf({"f", "g"}, true);
  // b comes with p and with q: two factors, of two levels each.
  const Result<TableRead> crossed = Merged(layout, {"a,p,1\nb,q,2\nb,p,3\nb,q,4\n"});
  ASSERT_TRUE(crossed.ok()) << crossed.error().message();
  EXPECT_TRUE(crossed.value().left_out.empty());
  EXPECT_EQ(crossed.value().cells.factors.size(), 2u);
}

TEST(TableMergeTest, ALabelNamesTheCombinationsOfTwoOthers) {
  const TableLayout layout = LayoutOf({"f", "g", "h"}, true);
  std::string text;
  for (int i = 0; i < 8; ++i) {
    const int f = i % 2, g = i / 2 % 2;
    text += std::string(f == 0 ? "a" : "b") + (g == 0 ? ",p," : ",q,") + std::to_string(2 * f + g) +
            "," + std::to_string(i) + "\n";
  }
  const LeftOutColumn label = OnlyLeftOut(Merged(layout, {text}));
  EXPECT_EQ(label.name, "h");
  EXPECT_EQ(label.why, LeftOut::kLabel);
}

TEST(TableMergeTest, WhatIsOfTheDesignIsNeverLeftOut) {
  const TableLayout layout = LayoutOf({"f", "plot"}, true);
  TableRequest request;
  request.plot = "plot";
  const Result<TableRead> read = Merged(layout, {"a,1,1\nb,2,2\na,1,3\nb,2,4\n"}, request);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read.value().cells.factors.size(), 2u) << "a plot may go with the level it has";
}

// The level numbers of a part whose factor was forgotten are none of the whole's.
TEST(TableMergeTest, AFoundFactorIsForgottenBeyondAHundredLevels) {
  const TableLayout layout = LayoutOf({"f", "g"}, true);
  const auto rows = [](int levels, int repeats) {
    std::string text;
    for (int i = 0; i < levels * repeats; ++i) {
      text += std::string(i % 2 == 0 ? "a" : "b") + ",g" + std::to_string(i % levels) + "," +
              std::to_string(i) + "\n";
    }
    return text;
  };
  const Result<TableRead> hundred = Merged(layout, {rows(100, 3)});
  ASSERT_TRUE(hundred.ok()) << hundred.error().message();
  EXPECT_EQ(hundred.value().cells.factors.size(), 2u);
  const Result<TableRead> more = Merged(layout, {rows(101, 3), rows(101, 1), "a,g7,5\n"});
  EXPECT_EQ(OnlyLeftOut(more).why, LeftOut::kTooManyLevels);
  ASSERT_EQ(more.value().cells.cells.size(), 2u);
  EXPECT_EQ(more.value().cells.cells[0].n + more.value().cells.cells[1].n, 303 + 101 + 1);
}

TEST(TableMergeTest, ANamedFactorMayHaveManyLevelsButNotAny) {
  const TableLayout layout = LayoutOf({"f"}, false);
  std::string text;
  for (int i = 0; i < 300; ++i) text += "l" + std::to_string(i % 150) + ",1\n";
  EXPECT_EQ(MergeError(layout, {text}), "") << "150 are fine where they were asked for";
  std::string most;
  for (size_t i = 0; i < TableMerge::kMostLevels; ++i) most += "l" + std::to_string(i) + ",1\n";
  EXPECT_EQ(MergeError(layout, {most, "l0,2\n"}), "");
  EXPECT_NE(MergeError(layout, {most, "new,2\n"})
                .find("column `f` has more than 65536 different values by row 65537"),
            std::string::npos);
}

TEST(TableMergeTest, NumbersWhoseSquaresAreTooLarge) {
  const TableLayout layout = LayoutOf({"f"}, false);
  EXPECT_NE(MergeError(layout, {"a,1e300\na,-1e300\nb,1\n"}).find("too large for their squares"),
            std::string::npos);
}

}  // namespace
}  // namespace trena
