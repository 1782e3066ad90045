// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/fraction/fraction.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace trena {
namespace {

FactorWord W(const std::string& letters) { return ParseLetters(letters, 25).value(); }

Fraction Make(int factors, const std::vector<std::string>& words) {
  std::vector<Generator> generators;
  for (const std::string& word : words) generators.push_back({W(word), false});
  return MakeFraction(factors, generators).value();
}

std::vector<std::string> Relation(const Fraction& fraction) {
  std::vector<std::string> words;
  for (const Generator& word : DefiningRelation(fraction)) words.push_back(Letters(word.word));
  return words;
}

TEST(FractionTest, LettersLeaveOutI) {
  EXPECT_EQ(Letters(0), "I");
  EXPECT_EQ(Letters(0b1011), "ABD");
  EXPECT_EQ(Letters(FactorWord{1} << 8), "J");
  EXPECT_EQ(W("HJ"), FactorWord{0b110000000});
  for (const char* wrong : {"", "I", "AA", "a", "A B"}) {
    EXPECT_FALSE(ParseLetters(wrong, 25)) << wrong;
  }
  EXPECT_FALSE(ParseLetters("ABD", 3));
}

// Jain 1991, section 19.3 (a 2^(4−1) with D = ABC): A = BCD, …, AB = CD, I = ABCD. The columns of
// pyDOE 1.6.0's fracfact("a b c abc") and ("a b c ab") have these products.
TEST(FractionTest, JainsConfounding) {
  Fraction fraction = Make(4, {"ABCD"});
  EXPECT_EQ(Relation(fraction), std::vector<std::string>{"ABCD"});
  EXPECT_EQ(Resolution(fraction), 4);
  std::vector<std::vector<FactorWord>> chains = AliasChains(fraction);
  std::vector<std::vector<FactorWord>> expected = {
      {W("A")},           {W("B")},           {W("C")},          {W("D")},
      {W("AB"), W("CD")}, {W("AC"), W("BD")}, {W("AD"), W("BC")}};
  EXPECT_EQ(chains, expected);
  // Jain's other one: D = AB gives I = ABD, so A = BD, B = AD, D = AB, and C only with longer ones.
  chains = AliasChains(Make(4, {"ABD"}));
  expected = {{W("A"), W("BD")}, {W("B"), W("AD")}, {W("C")}, {W("D"), W("AB")},
              {W("AC")},         {W("BC")},         {W("CD")}};
  EXPECT_EQ(chains, expected);
  EXPECT_EQ(Resolution(Make(4, {"ABD"})), 3);
}

// Box, Hunter & Hunter, section 6.5: the 2^(7−4) has 7 words of three letters, 7 of four, 1 of 7.
TEST(FractionTest, TheSaturatedEight) {
  Fraction fraction = Make(7, {"ABD", "ACE", "BCF", "ABCG"});
  EXPECT_EQ(fraction.runs(), 8u);
  EXPECT_EQ(WordLengthPattern(fraction), (std::vector<int>{0, 0, 0, 7, 7, 0, 0, 1}));
  EXPECT_EQ(Resolution(fraction), 3);
  EXPECT_EQ(Relation(fraction).size(), 15u);
}

TEST(FractionTest, RunsObeyTheirGenerators) {
  Fraction plus = Make(5, {"ABCDE"});
  Fraction minus = plus;
  minus.generators[0].negative = true;
  std::set<FactorWord> all;
  for (const Fraction& half : {plus, minus}) {
    for (FactorWord high : Runs(half)) {
      int low = 5 - std::popcount(high);
      EXPECT_EQ(low % 2 != 0, half.generators[0].negative);
      all.insert(high);
    }
  }
  EXPECT_EQ(all.size(), 32u);
}

TEST(FractionTest, GeneratorsMustSaySomethingNew) {
  Result<Fraction> fraction =
      MakeFraction(6, {{W("ABC"), false}, {W("ADE"), false}, {W("BCDE"), false}});
  ASSERT_FALSE(fraction.ok());
  EXPECT_NE(fraction.error().message().find("BCDE is the product of others"), std::string::npos);
}

TEST(FractionTest, WholeCrossingsHaveNoRelation) {
  Fraction whole{3, {}};
  EXPECT_EQ(whole.runs(), 8u);
  EXPECT_EQ(Runs(whole).size(), 8u);
  EXPECT_EQ(Resolution(whole), 0);
  EXPECT_EQ(AliasChains(whole).size(), 6u);
}

TEST(FractionTest, RomanNumbers) {
  EXPECT_EQ(Roman(3), "III");
  EXPECT_EQ(Roman(4), "IV");
  EXPECT_EQ(Roman(8), "VIII");
  EXPECT_EQ(Roman(11), "XI");
}

}  // namespace
}  // namespace trena
