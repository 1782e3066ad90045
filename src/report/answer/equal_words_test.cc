// SPDX-License-Identifier: Apache-2.0
#include "report/answer/equal_words.h"

#include <gtest/gtest.h>

#include "report/answer/short_answer.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

Analysis WithEqual(std::optional<EqualRatio> ratio, size_t pairs) {
  Analysis analysis = ExampleAnalysis();
  analysis.equal = {{"C1", "C1b", "key", "train_s", 5, pairs, ratio}};
  return analysis;
}

std::string Said(const Analysis& analysis, Language language) {
  std::vector<std::string> out;
  SayEqual(analysis, Words(language), out);
  return out.empty() ? "" : out[0];
}

TEST(EqualWords, SayWhatCannotBeSeen) {
  const Analysis analysis = WithEqual(EqualRatio{0.992, 0.971, 1.013}, 5);
  EXPECT_EQ(Said(analysis, Language::kEnglish),
            "Equal trainings (C1 = C1b) differed by 0.8% in training time (from −2.9% to 1.3%, 5 "
            "pairs): differences below 2.9% cannot be seen here.");
  EXPECT_EQ(Said(analysis, Language::kPortuguese),
            "Treinamentos iguais (C1 = C1b) diferiram 0,8% em tempo de treinamento (de −2,9% a "
            "1,3%, 5 pares): diferenças menores que 2,9% não se podem ver aqui.");
  EXPECT_EQ(ShortAnswer(analysis, Words(Language::kEnglish)).back(),
            Said(analysis, Language::kEnglish));
}

TEST(EqualWords, WithoutPairsNothingIsClaimed) {
  EXPECT_EQ(Said(WithEqual(std::nullopt, 1), Language::kEnglish),
            "Nothing says yet what equal trainings differ by (C1 = C1b): 1 of 5 pairs ended well.");
  EXPECT_EQ(Said(ExampleAnalysis(), Language::kEnglish), "");
}

}  // namespace
}  // namespace trena
