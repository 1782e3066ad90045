// SPDX-License-Identifier: Apache-2.0
#include "stats/model/aliases.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// Runs of a two-level design in `signs` of -1 and +1.
Cells DesignOf(const std::vector<std::vector<int>>& runs) {
  Cells cells;
  for (size_t i = 0; i < runs[0].size(); ++i) {
    cells.factors.push_back({.name = std::string(1, static_cast<char>('A' + i)), .levels = {}});
  }
  for (const auto& run : runs) {
    Cell cell;
    cell.n = 1;
    for (int sign : run) cell.levels.push_back(sign > 0 ? 1 : 0);
    cells.cells.push_back(cell);
  }
  return cells;
}

std::string Text(const AliasChain& chain) {
  std::string text = chain.of_mean ? "I" : "";
  for (const SignedTerm& term : chain.terms) {
    if (!text.empty()) text += term.sign > 0 ? "=" : "=-";
    for (size_t factor : term.factors) text += static_cast<char>('A' + factor);
  }
  return text;
}

// 2^(4-1) with D = ABC: I = ABCD (Jain 1991, section 19.3).
TEST(Aliases, HalfFraction) {
  std::vector<std::vector<int>> runs;
  for (int a : {-1, 1}) {
    for (int b : {-1, 1}) {
      for (int c : {-1, 1}) runs.push_back({a, b, c, a * b * c});
    }
  }
  std::vector<std::string> chains;
  for (const AliasChain& chain : AliasChains(DesignOf(runs), 4)) chains.push_back(Text(chain));
  EXPECT_EQ(chains, (std::vector<std::string>{"I=ABCD", "A=BCD", "B=ACD", "C=ABD", "D=ABC", "AB=CD",
                                              "AC=BD", "AD=BC"}));
}

// The other half, C = -AB: signs are opposite.
TEST(Aliases, OppositeSigns) {
  const auto chains = AliasChains(DesignOf({{-1, -1, -1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, -1}}), 3);
  std::vector<std::string> texts;
  for (const AliasChain& chain : chains) texts.push_back(Text(chain));
  EXPECT_EQ(texts, (std::vector<std::string>{"I=-ABC", "A=-BC", "B=-AC", "C=-AB"}));
}

TEST(Aliases, FullFactorialHasNone) {
  const auto chains = AliasChains(DesignOf({{-1, -1}, {1, -1}, {-1, 1}, {1, 1}}), 2);
  ASSERT_EQ(chains.size(), 3u);
  for (const AliasChain& chain : chains) EXPECT_EQ(chain.terms.size(), 1u);
}

// A run lost from a full factorial of 2^2 does not alias, but half the runs do.
TEST(Aliases, LostRunsAreSeen) {
  EXPECT_EQ(AliasChains(DesignOf({{-1, -1}, {1, -1}, {-1, 1}}), 2).size(), 3u);
  const auto chains = AliasChains(DesignOf({{-1, -1}, {1, 1}}), 2);
  ASSERT_EQ(chains.size(), 2u);
  EXPECT_EQ(Text(chains[0]), "I=AB");
  EXPECT_EQ(Text(chains[1]), "A=B");
}

TEST(Aliases, NothingToAlias) {
  EXPECT_TRUE(AliasChains(Cells{}, 3).empty());
  EXPECT_TRUE(AliasChains(DesignOf({{1}}), 3).empty());
}

}  // namespace
}  // namespace trena
