// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_terms.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

using Terms = std::vector<ModelTerm>;

// Factors a, b, c of two levels, `batch size` of two, and one of a single level.
Cells FiveFactors() {
  Cells cells;
  for (const char* name : {"a", "b", "c", "batch size", "single"}) {
    cells.factors.push_back({.name = name, .levels = {"0", "1"}});
  }
  for (uint32_t i = 0; i < 16; ++i) {
    Cell cell;
    cell.levels = {i / 8, i / 4 % 2, i / 2 % 2, i % 2, 1};
    cell.n = 1;
    cells.cells.push_back(cell);
  }
  return cells;
}

Terms Parse(const std::string& formula) {
  const auto terms = ParseFormula(formula, FiveFactors());
  EXPECT_TRUE(terms.ok()) << formula;
  return terms.ok() ? terms.value() : Terms{};
}

std::string ErrorOf(const std::string& formula) {
  const auto terms = ParseFormula(formula, FiveFactors());
  EXPECT_FALSE(terms.ok()) << formula;
  return terms.ok() ? "" : terms.error().message();
}

TEST(ModelTerms, FormulasAreReadAsRReadsThem) {
  EXPECT_EQ(Parse("a + b + a:b"), (Terms{{0}, {1}, {0, 1}}));
  EXPECT_EQ(Parse("a*b"), (Terms{{0}, {1}, {0, 1}}));
  EXPECT_EQ(Parse("seconds ~ b*a"), (Terms{{1}, {0}, {0, 1}}));
  EXPECT_EQ(Parse("a:b + a"), (Terms{{0}, {0, 1}}));
  EXPECT_EQ(Parse("a*b*c"), (Terms{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}));
  EXPECT_EQ(Parse("(a+b+c)^2"), (Terms{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(Parse("a*b - a:b"), (Terms{{0}, {1}}));
  EXPECT_EQ(Parse("(a+b):c"), (Terms{{0, 2}, {1, 2}}));
  EXPECT_EQ(Parse("1 + a + a"), (Terms{{0}}));
  EXPECT_EQ(Parse("`batch size` * c"), (Terms{{3}, {2}, {2, 3}}));
}

TEST(ModelTerms, WhatIsNoFormulaIsRefused) {
  EXPECT_NE(ErrorOf("a + batchsize").find("no factor"), std::string::npos);
  EXPECT_NE(ErrorOf("a + `batchsize`").find("did you mean `batch size`"), std::string::npos);
  EXPECT_NE(ErrorOf("a + single").find("single level"), std::string::npos);
  for (const char* formula :
       {"", "a +", "a b", "(a + b", "a^0", "a^x", "`a", "a / b", "a + )", "~", "a - a", ":"}) {
    ErrorOf(formula);
  }
  ErrorOf(std::string(100000, '('));
}

TEST(ModelTerms, HelpersLeaveOutFactorsOfOneLevel) {
  const Cells cells = FiveFactors();
  EXPECT_EQ(TermsUpTo(cells, {0, 1, 2, 3, 4}, 1), (Terms{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(TermsUpTo(cells, {0, 1, 2, 3, 4}, 2).size(), 4u + 6u);
  EXPECT_EQ(FullTerms(cells).size(), 15u);
  EXPECT_EQ(FullTerms(cells, {0, 2}), (Terms{{0}, {2}, {0, 2}}));
  EXPECT_TRUE(FullTerms(Cells{}).empty());
  EXPECT_EQ(TermName(cells, {0, 3}), "a:batch size");
}

// 100 × 100 levels: their interaction would have 9801 parameters.
TEST(ModelTerms, FullStopsBeforeThousandsOfParameters) {
  Cells cells;
  cells.factors = {{.name = "a", .levels = {}}, {.name = "b", .levels = {}}};
  for (uint32_t i = 0; i < 100; ++i) {
    Cell cell;
    cell.levels = {i, i};
    cell.n = 1;
    cells.cells.push_back(cell);
  }
  EXPECT_EQ(FullTerms(cells), (Terms{{0}, {1}}));
}

// Two factors of a and b levels have a·b − 1 parameters in all: 17 · 241 are just not too many,
// 2 · 2049 are one too many.
TEST(ModelTerms, FullGoesToFourThousandAndNinetySixParameters) {
  const auto terms = [](uint32_t a, uint32_t b) {
    Cells cells;
    cells.factors = {{.name = "a", .levels = {}}, {.name = "b", .levels = {}}};
    for (uint32_t i = 0; i < b; ++i) {
      Cell cell;
      cell.levels = {i % a, i};
      cell.n = 1;
      cells.cells.push_back(cell);
    }
    return FullTerms(cells);
  };
  EXPECT_EQ(terms(17, 241), (Terms{{0}, {1}, {0, 1}}));
  EXPECT_EQ(terms(2, 2049), (Terms{{0}, {1}}));
}

TEST(ModelTerms, SortedByOrderAndNoneTwice) {
  Terms terms = {{0, 1}, {2}, {0, 1, 2}, {0}, {2}, {0, 1}, {1}};
  SortTerms(terms);
  EXPECT_EQ(terms, (Terms{{2}, {0}, {1}, {0, 1}, {0, 1, 2}}));
  Terms none;
  SortTerms(none);
  EXPECT_TRUE(none.empty());
}

TEST(ModelTerms, UpToAnOrder) {
  const Cells cells = FiveFactors();
  EXPECT_TRUE(TermsUpTo(cells, {0, 1, 2}, 0).empty());
  EXPECT_EQ(TermsUpTo(cells, {2, 0}, 1).size(), 2u);
  EXPECT_EQ(TermsUpTo(cells, {0, 1, 2}, 2).size(), 3u + 3);
  EXPECT_EQ(TermsUpTo(cells, {0, 1, 2}, 9).size(), 7u) << "no more than there are";
  EXPECT_TRUE(TermsUpTo(cells, {4}, 2).empty()) << "a single level";
  EXPECT_EQ(TermName(cells, {}), "");
}

TEST(ModelTerms, LevelsThatOccur) {
  Cells cells;
  cells.factors = {{.name = "a", .levels = {"0", "1", "2"}}};
  EXPECT_TRUE(LevelsInUse(cells)[0].empty());
  for (uint32_t level : {2u, 0u, 2u}) {
    Cell cell;
    cell.levels = {level};
    cell.n = 1;
    cells.cells.push_back(cell);
  }
  EXPECT_EQ(LevelsInUse(cells)[0], (std::vector<uint32_t>{0, 2}));
}

}  // namespace
}  // namespace trena
