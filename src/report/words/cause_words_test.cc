// SPDX-License-Identifier: Apache-2.0
#include "report/words/cause_words.h"

#include <gtest/gtest.h>

#include <set>

namespace trena {
namespace {

constexpr Outcome kOutcomes[] = {Outcome::kOk,       Outcome::kFailed,      Outcome::kOutOfMemory,
                                 Outcome::kTimedOut, Outcome::kInterrupted, Outcome::kRefused};

TEST(OutcomeWordTest, EachEndHasAWordOfItsOwnInBothLanguages) {
  std::set<std::string> words;
  for (Outcome outcome : kOutcomes) {
    for (Language language : {Language::kEnglish, Language::kPortuguese}) {
      const std::string word = OutcomeWord(outcome, Words(language));
      EXPECT_FALSE(word.empty()) << ToString(outcome);
      EXPECT_TRUE(words.insert(word).second) << word;
    }
  }
}

TEST(OutcomeWordTest, OnlyOneEndIsWell) {
  for (Outcome outcome : kOutcomes) {
    const bool well = OutcomeWord(outcome, Words(Language::kEnglish)) == "ended well";
    EXPECT_EQ(well, outcome == Outcome::kOk) << ToString(outcome);
  }
}

TEST(CauseWordTest, NoTwoCausesSoundTheSame) {
  for (Language language : {Language::kEnglish, Language::kPortuguese}) {
    std::set<std::string> words;
    for (const cause::Row& row : cause::kAll) {
      EXPECT_TRUE(words.insert(CauseWord(row.code, Words(language))).second) << row.code;
    }
  }
}

}  // namespace
}  // namespace trena
