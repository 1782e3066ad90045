// SPDX-License-Identifier: Apache-2.0
#include "core/text/told.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(Told, HasBothLanguages) {
  const Told told = Tell({"{share}% of {who}", "{share}% de {who}"},
                         {{"share", Decimal("2.5")}, {"who", {"the cache", "o cache"}}});
  EXPECT_EQ(told.In(Language::kEnglish), "2.5% of the cache");
  EXPECT_EQ(told.In(Language::kPortuguese), "2,5% de o cache");
}

TEST(Told, ValuesAreNotSearchedForNames) {
  EXPECT_EQ(Tell({"{a} {b}", "{b} {a}"}, {{"a", "{b}"}, {"b", "x"}}), Told("{b} x", "x {b}"));
  EXPECT_EQ(Tell({"{a}", "{a}"}).english, "{a}") << "what has no value stays";
}

constexpr Sentence kKeptSentences[] = {{"{a} of {b} CPUs", "{b} CPUs, das quais {a}"},
                                       {"with {a} it is {b}", "com {a} é {b}"},
                                       {"no more", "chega"}};

TEST(TellAgain, WhatIsKeptInEnglishHasBothAgain) {
  const auto again = [](const char* kept) { return TellAgain(kept, kKeptSentences); };
  EXPECT_EQ(again("1.5 of 2 CPUs"), Told("1.5 of 2 CPUs", "2 CPUs, das quais 1,5"));
  EXPECT_EQ(again("with A=1 it is v1.9"), Told("with A=1 it is v1.9", "com A=1 é v1.9"));
  EXPECT_EQ(again("no more"), Told("no more", "chega"));
  EXPECT_EQ(again("1 of 2 CPUs of 4 CPUs"),
            Told("1 of 2 CPUs of 4 CPUs", "2 CPUs of 4 CPUs, das quais 1"))
      << "what follows the last value ends the text";
}

TEST(TellAgain, WhatIsOfNoSentenceStays) {
  for (const char* other :
       {"", "caffe@1.0", "1 of 2 CPU", "no more!", "and no more", "1 of 2 CPUs."}) {
    EXPECT_EQ(TellAgain(other, kKeptSentences), Told(other));
  }
}

TEST(Told, PartsAreJoinedInEach) {
  const Told with(" and ", " e ");
  EXPECT_EQ(JoinTold({{"one", "um"}, "x", {"two", "dois"}}, with),
            Told("one and x and two", "um e x e dois"));
  EXPECT_EQ(JoinNames({"a", "b"}, with), Told("a and b", "a e b"));
  EXPECT_TRUE(JoinTold(std::vector<Told>{}, with).empty());
}

TEST(Told, OneIsNotMany) {
  const auto runs = [](const char* count) {
    return Tell({"{n} [run|runs]", "{n} [execução|execuções]"}, {{"n", count}});
  };
  EXPECT_EQ(runs("1"), Told("1 run", "1 execução"));
  EXPECT_EQ(runs("2"), Told("2 runs", "2 execuções"));
}

TEST(Told, ANameIsTheSameInBoth) {
  EXPECT_EQ(Told("tsc").In(Language::kPortuguese), "tsc");
  EXPECT_TRUE(Told().empty());
}

}  // namespace
}  // namespace trena
