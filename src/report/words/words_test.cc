// SPDX-License-Identifier: Apache-2.0
#include "report/words/words.h"

#include <gtest/gtest.h>

#include <set>

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);
const Words kPortuguese(Language::kPortuguese);

std::multiset<std::string> NamesIn(std::string_view sentence) {
  std::multiset<std::string> names;
  size_t open = 0;
  while ((open = sentence.find('{', open)) != std::string_view::npos) {
    size_t close = sentence.find('}', open);
    names.emplace(sentence.substr(open, close - open + 1));
    open = close;
  }
  return names;
}

// That every sentence used is in a table is the compiler's work; here, that the tables are good.
TEST(WordsTest, EverySentenceHasItsPortuguese) {
  std::set<std::string_view> seen;
  for (std::span<const Translation> table : kSentenceTables) {
    for (const Translation& row : table) {
      EXPECT_FALSE(row.english.empty());
      EXPECT_FALSE(row.portuguese.empty()) << row.english;
      EXPECT_EQ(NamesIn(row.english), NamesIn(row.portuguese)) << row.english;
      EXPECT_TRUE(seen.insert(row.english).second) << "twice: " << row.english;
      bool stop = row.english.ends_with('.');
      EXPECT_EQ(stop, row.portuguese.ends_with('.')) << row.english;
    }
  }
  EXPECT_GT(seen.size(), 100u);
}

TEST(WordsTest, SaysInBothLanguages) {
  auto say = [](const Words& words) {
    return words.Say("of {planned} planned, in {scenarios} scenarios",
                     {{"planned", "24"}, {"scenarios", "8"}});
  };
  EXPECT_EQ(say(kEnglish), "of 24 planned, in 8 scenarios");
  EXPECT_EQ(say(kPortuguese), "de 24 planejadas, em 8 cenários");
}

TEST(WordsTest, ArgumentsAreNotSearchedForNames) {
  EXPECT_EQ(kEnglish.Say("{items} and {last}", {{"items", "{last}"}, {"last", "{items}"}}),
            "{last} and {items}");
}

TEST(WordsTest, NumbersFollowTheLanguage) {
  EXPECT_EQ(kEnglish.Fixed(1234567.5, 1), "1,234,567.5");
  EXPECT_EQ(kPortuguese.Fixed(1234567.5, 1), "1.234.567,5");
  EXPECT_EQ(kEnglish.Fixed(999, 0), "999");
  EXPECT_EQ(kEnglish.Fixed(-1000, 0), "\u22121,000");
  EXPECT_EQ(kEnglish.Fixed(-0.001, 2), "0.00") << "what rounds to nothing has no sign";
  EXPECT_EQ(kEnglish.Significant(0.04567, 3), "0.0457");
  EXPECT_EQ(kEnglish.Significant(45678.9, 3), "45,679") << "whole digits are never dropped";
  EXPECT_EQ(kEnglish.Significant(0, 3), "0");
  EXPECT_EQ(kEnglish.Significant(9.9999999, 3), "10.0") << "rounding may add a digit";
  EXPECT_EQ(kEnglish.Significant(0.099996, 4), "0.1000");
}

TEST(WordsTest, PercentAndProbability) {
  EXPECT_EQ(kEnglish.Percent(61.24), "61.2%");
  EXPECT_EQ(kPortuguese.Percent(61.24), "61,2%");
  EXPECT_EQ(kEnglish.Percent(0.01), "<0.1%") << "a little is not nothing";
  EXPECT_EQ(kEnglish.Percent(0), "0.0%");
  EXPECT_EQ(kEnglish.Probability(0.0004), "p < 0.001");
  EXPECT_EQ(kPortuguese.Probability(0.0124), "p = 0,012");
}

TEST(WordsTest, MoneyFollowsTheLanguage) {
  EXPECT_EQ(kEnglish.Money(0.0024, "USD"), "0.00240 USD");
  EXPECT_EQ(kPortuguese.Money(0.0024, "USD"), "US$ 0,00240");
  EXPECT_EQ(kPortuguese.Money(1234.56, "BRL"), "R$ 1.234,56");
  EXPECT_EQ(kEnglish.Money(1234.56, "BRL"), "1,234.56 BRL");
  EXPECT_EQ(kPortuguese.Money(5, "JPY"), "JPY 5,00");
  EXPECT_EQ(kPortuguese.Money(-5, "BRL"), "\u2212R$ 5,00");
  EXPECT_EQ(kEnglish.Money(-5, "BRL"), "\u22125.00 BRL");
}

TEST(WordsTest, TimeAndLists) {
  EXPECT_EQ(kPortuguese.Time(3.41), "3,41 s");
  EXPECT_EQ(kEnglish.Time(125), "2 min 05 s");
  EXPECT_EQ(kEnglish.List({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(kPortuguese.List({"a", "b"}), "a e b");
  EXPECT_EQ(kEnglish.List({"a"}), "a");
  EXPECT_EQ(kEnglish.List({}), "");
}

TEST(WordsTest, DatesFollowTheLanguage) {
  EXPECT_EQ(kEnglish.Date("2024-01-15"), "2024-01-15");
  EXPECT_EQ(kPortuguese.Date("2024-01-15"), "15/01/2024");
  EXPECT_EQ(kEnglish.Date("2024-01-15T12:30:05Z"), "2024-01-15 12:30 UTC");
  EXPECT_EQ(kPortuguese.Date("2024-01-15T12:30:05Z"), "15/01/2024 12:30 UTC");
  for (const char* other : {"", "soon", "2024-01-1", "2024-01-15T12:30", "2024/01/15"}) {
    EXPECT_EQ(kPortuguese.Date(other), other);
  }
  EXPECT_EQ(kPortuguese.Scientific(1.2e-6, 1), "1,2e-06");
}

TEST(WordsTest, LanguageOfACode) {
  EXPECT_EQ(LanguageFromCode("pt-BR"), Language::kPortuguese);
  EXPECT_EQ(LanguageFromCode("en"), Language::kEnglish);
  EXPECT_EQ(LanguageFromCode("xx"), Language::kEnglish);
}

}  // namespace
}  // namespace trena
