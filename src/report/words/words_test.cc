// SPDX-License-Identifier: Apache-2.0
#include "report/words/words.h"

#include <gtest/gtest.h>

#include <limits>

namespace trena {
namespace {

const Words kWordsEnglish(Language::kEnglish);
const Words kWordsPortuguese(Language::kPortuguese);

TEST(WordsTest, SaysInBothLanguages) {
  auto say = [](const Words& words) {
    return words.Say({"of {planned} planned, in {scenarios} scenarios",
                      "de {planned} planejadas, em {scenarios} cenários"},
                     {{"planned", "24"}, {"scenarios", "8"}});
  };
  EXPECT_EQ(say(kWordsEnglish), "of 24 planned, in 8 scenarios");
  EXPECT_EQ(say(kWordsPortuguese), "de 24 planejadas, em 8 cenários");
}

TEST(WordsTest, ArgumentsAreNotSearchedForNames) {
  EXPECT_EQ(kWordsEnglish.Say({"{items} and {last}", "{items} e {last}"},
                              {{"items", "{last}"}, {"last", "{items}"}}),
            "{last} and {items}");
}

TEST(WordsTest, NumbersFollowTheLanguage) {
  EXPECT_EQ(kWordsEnglish.Fixed(1234567.5, 1), "1,234,567.5");
  EXPECT_EQ(kWordsPortuguese.Fixed(1234567.5, 1), "1.234.567,5");
  EXPECT_EQ(kWordsEnglish.Fixed(999, 0), "999");
  EXPECT_EQ(kWordsEnglish.Fixed(-1000, 0), "\u22121,000");
  EXPECT_EQ(kWordsEnglish.Fixed(-0.001, 2), "0.00") << "what rounds to nothing has no sign";
  EXPECT_EQ(kWordsEnglish.Significant(0.04567, 3), "0.0457");
  EXPECT_EQ(kWordsEnglish.Significant(45678.9, 3), "45,679") << "whole digits are never dropped";
  EXPECT_EQ(kWordsEnglish.Significant(0, 3), "0");
  EXPECT_EQ(kWordsEnglish.Significant(9.9999999, 3), "10.0") << "rounding may add a digit";
  EXPECT_EQ(kWordsEnglish.Significant(0.099996, 4), "0.1000");
}

TEST(WordsTest, PercentAndProbability) {
  EXPECT_EQ(kWordsEnglish.Percent(61.24), "61.2%");
  EXPECT_EQ(kWordsPortuguese.Percent(61.24), "61,2%");
  EXPECT_EQ(kWordsEnglish.Percent(0.01), "<0.1%") << "a little is not nothing";
  EXPECT_EQ(kWordsEnglish.Percent(0), "0.0%");
  EXPECT_EQ(kWordsEnglish.Probability(0.0004), "p < 0.001");
  EXPECT_EQ(kWordsPortuguese.Probability(0.0124), "p = 0,012");
}

TEST(WordsTest, MoneyFollowsTheLanguage) {
  EXPECT_EQ(kWordsEnglish.Money(0.0024, "USD"), "0.00240 USD");
  EXPECT_EQ(kWordsPortuguese.Money(0.0024, "USD"), "US$ 0,00240");
  EXPECT_EQ(kWordsPortuguese.Money(1234.56, "BRL"), "R$ 1.234,56");
  EXPECT_EQ(kWordsEnglish.Money(1234.56, "BRL"), "1,234.56 BRL");
  EXPECT_EQ(kWordsPortuguese.Money(5, "JPY"), "JPY 5,00");
  EXPECT_EQ(kWordsPortuguese.Money(-5, "BRL"), "\u2212R$ 5,00");
  EXPECT_EQ(kWordsEnglish.Money(-5, "BRL"), "\u22125.00 BRL");
}

TEST(WordsTest, TimeAndLists) {
  EXPECT_EQ(kWordsPortuguese.Time(3.41), "3,41 s");
  EXPECT_EQ(kWordsEnglish.Time(125), "2 min 05 s");
  EXPECT_EQ(kWordsEnglish.List({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(kWordsPortuguese.List({"a", "b"}), "a e b");
  EXPECT_EQ(kWordsEnglish.List({"a"}), "a");
  EXPECT_EQ(kWordsEnglish.List({}), "");
}

TEST(WordsTest, DatesFollowTheLanguage) {
  EXPECT_EQ(kWordsEnglish.Date("2024-01-15"), "2024-01-15");
  EXPECT_EQ(kWordsPortuguese.Date("2024-01-15"), "15/01/2024");
  EXPECT_EQ(kWordsEnglish.Date("2024-01-15T12:30:05Z"), "2024-01-15 12:30 UTC");
  EXPECT_EQ(kWordsPortuguese.Date("2024-01-15T12:30:05Z"), "15/01/2024 12:30 UTC");
  for (const char* other : {"", "soon", "2024-01-1", "2024-01-15T12:30", "2024/01/15"}) {
    EXPECT_EQ(kWordsPortuguese.Date(other), other);
  }
  EXPECT_EQ(kWordsPortuguese.Scientific(1.2e-6, 1), "1,2e-06");
}

TEST(WordsTest, LanguageOfACode) {
  EXPECT_EQ(LanguageFromCode("pt-BR"), Language::kPortuguese);
  EXPECT_EQ(LanguageFromCode("en"), Language::kEnglish);
  EXPECT_EQ(LanguageFromCode("xx"), Language::kEnglish);
}

TEST(WordsTest, WhatIsNoNameStaysAsItIs) {
  EXPECT_EQ(kWordsEnglish.Say({"{nobody} {a}", "{nobody} {a}"}, {{"a", "1"}}), "{nobody} 1");
  EXPECT_EQ(kWordsEnglish.Say({"{a} and {a}", "{a} and {a}"}, {{"a", "1"}}), "1 and 1")
      << "said twice";
  EXPECT_EQ(kWordsEnglish.Say({"an open { brace", "an open { brace"}, {{"a", "1"}}),
            "an open { brace");
  EXPECT_EQ(kWordsEnglish.Say({"a } before {a}", "a } before {a}"}, {{"a", "1"}}), "a } before 1");
  EXPECT_EQ(kWordsEnglish.Say({"{a}", "{a}"}, {{"a", ""}}), "");
  EXPECT_EQ(kWordsEnglish.Say({"nothing", "nothing"}), "nothing");
}

TEST(WordsTest, WhatIsNoNumberIsADash) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double value : {nan, infinity, -infinity}) {
    EXPECT_EQ(kWordsEnglish.Fixed(value, 2), "—");
    EXPECT_EQ(kWordsEnglish.Significant(value, 3), "—");
    EXPECT_EQ(kWordsEnglish.Scientific(value, 1), "—");
  }
  EXPECT_EQ(kWordsEnglish.Percent(nan), "—%");
  EXPECT_EQ(kWordsEnglish.Money(nan, "USD"), "— USD");
}

// Limits are of what is below them.
TEST(WordsTest, LimitsOfSmallNumbers) {
  EXPECT_EQ(kWordsEnglish.Chance(0.001), "0.001");
  EXPECT_EQ(kWordsEnglish.Chance(0.00099), "<0.001");
  EXPECT_EQ(kWordsPortuguese.Chance(0), "<0,001");
  EXPECT_EQ(kWordsEnglish.Probability(0.001), "p = 0.001");
  EXPECT_EQ(kWordsEnglish.Probability(1), "p = 1.000");
  EXPECT_EQ(kWordsEnglish.Percent(0.06), "0.1%");
  EXPECT_EQ(kWordsEnglish.Percent(0.049), "<0.1%");
  EXPECT_EQ(kWordsPortuguese.Percent(0.049), "<0,1%");
  EXPECT_EQ(kWordsEnglish.Percent(-12.34), "\u221212.3%");
  EXPECT_EQ(kWordsEnglish.Percent(100), "100.0%");
}

TEST(WordsTest, MoneyHasTwoDecimalsFromOneOn) {
  EXPECT_EQ(kWordsEnglish.Money(1, "USD"), "1.00 USD");
  EXPECT_EQ(kWordsEnglish.Money(0.5, "USD"), "0.500 USD");
  EXPECT_EQ(kWordsEnglish.Money(0.1, "USD"), "0.100 USD");
  EXPECT_EQ(kWordsEnglish.Money(0.01, "USD"), "0.0100 USD");
  EXPECT_EQ(kWordsEnglish.Money(0, "USD"), "0.00 USD");
  EXPECT_EQ(kWordsEnglish.Money(1e-15, "USD"), "0.000000000 USD") << "nine decimals at most";
  EXPECT_EQ(kWordsEnglish.Money(-0.5, "USD"), "\u22120.500 USD");
  EXPECT_EQ(kWordsEnglish.Money(3, ""), "3.00");
  EXPECT_EQ(kWordsPortuguese.Money(3, "EUR"), "€ 3,00");
}

TEST(WordsTest, RoundingUpKeepsTheDigits) {
  EXPECT_EQ(kWordsEnglish.Significant(999.94, 4), "999.9");
  EXPECT_EQ(kWordsEnglish.Significant(999.96, 4), "1,000");
  EXPECT_EQ(kWordsEnglish.Significant(-9.996, 3), "\u221210.0");
  EXPECT_EQ(kWordsEnglish.Significant(10, 3), "10.0");
  EXPECT_EQ(kWordsEnglish.Significant(1e-20, 3), "0.000000000");
  EXPECT_EQ(kWordsEnglish.Fixed(1000, 0), "1,000");
  EXPECT_EQ(kWordsEnglish.Fixed(100, 0), "100");
}

TEST(WordsTest, AnyPortugueseIsPortuguese) {
  for (const char* code : {"pt", "pt-PT", "pt_BR.UTF-8"}) {
    EXPECT_EQ(LanguageFromCode(code), Language::kPortuguese) << code;
  }
  EXPECT_EQ(LanguageFromCode(""), Language::kEnglish);
  EXPECT_EQ(LanguageFromCode("p"), Language::kEnglish);
  EXPECT_EQ(CodeOf(Language::kPortuguese), "pt-BR");
  EXPECT_EQ(CodeOf(Language::kEnglish), "en");
}

// A count has its noun, in both languages.
TEST(WordsTest, OneIsNoPlural) {
  constexpr Sentence kRuns{"{name}: {n} [run was|runs were] made [x].",
                           "{name}: {n} [execução foi feita|execuções foram feitas] [x]."};
  const auto said = [&](const char* n, Language language) {
    return Words(language).Say(kRuns, {{"name", "1"}, {"n", n}});
  };
  EXPECT_EQ(said("1", Language::kEnglish), "1: 1 run was made [x].");
  EXPECT_EQ(said("2", Language::kEnglish), "1: 2 runs were made [x].");
  EXPECT_EQ(said("0", Language::kEnglish), "1: 0 runs were made [x].");
  EXPECT_EQ(said("1", Language::kPortuguese), "1: 1 execução foi feita [x].");
  EXPECT_EQ(said("11", Language::kPortuguese), "1: 11 execuções foram feitas [x].");
  EXPECT_EQ(Words(Language::kEnglish).Say(kRuns, {{"name", "[a|b]"}, {"n", "1"}}),
            "[a|b]: 1 run was made [x].")
      << "values are never searched";
}

}  // namespace
}  // namespace trena
