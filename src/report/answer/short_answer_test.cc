// SPDX-License-Identifier: Apache-2.0
#include "report/answer/short_answer.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

std::string Short(const Analysis& analysis, Language language = Language::kEnglish) {
  return Join(ShortAnswer(analysis, Words(language)), "\n");
}

TEST(ShortAnswerTest, HasThreeToSixSentences) {
  for (Language language : {Language::kEnglish, Language::kPortuguese}) {
    const auto sentences = ShortAnswer(ExampleAnalysis(), Words(language));
    EXPECT_GE(sentences.size(), 3u);
    EXPECT_LE(sentences.size(), 6u);
  }
}

// C5 takes 6.5 s and C4 13.5 s: 2.08 times as long.
TEST(ShortAnswerTest, TellsTheFastestTheCheapestAndTheSlowest) {
  const std::string text = Short(ExampleAnalysis());
  EXPECT_TRUE(Has(text, "Fastest and cheapest is C5")) << text;
  EXPECT_TRUE(Has(text, "6.50 ± 0.25 s (n = 3) and 0.650 ± 0.025 USD per 1,000 trainings")) << text;
  EXPECT_TRUE(Has(text, "told apart from all others")) << text;
  EXPECT_TRUE(Has(text, "Slowest is C4")) << text;
  EXPECT_TRUE(Has(text, "2.1 times the fastest's time")) << text;
}

TEST(ShortAnswerTest, SaysWhoMayBeAsFastOrAsCheap) {
  Analysis analysis = ExampleAnalysis();
  analysis.fastest_not_told_apart = {"C6"};
  const std::string text = Short(analysis);
  EXPECT_TRUE(Has(text, "Fastest is C5")) << text;
  EXPECT_TRUE(Has(text, "C6 cannot be told apart from it")) << text;
  EXPECT_TRUE(Has(text, "Cheapest is C5")) << "their lists differ: two sentences\n" << text;
  analysis.cost.not_told_apart = {"C6"};
  EXPECT_TRUE(Has(Short(analysis), "Fastest and cheapest is C5")) << Short(analysis);
}

TEST(ShortAnswerTest, ASingleRunMayBeChance) {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    Summary& time = scenario.metrics["train_s"].summary;
    time.n = 1;
    time.low.reset();
    time.high.reset();
  }
  EXPECT_TRUE(Has(Short(analysis), "a single run has no interval, so it may be chance"));
}

TEST(ShortAnswerTest, AScenarioThatIsNotThereIsNotNamed) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios.resize(2);
  analysis.fastest = "C5";
  analysis.cost.cheapest = "C5";
  EXPECT_FALSE(Has(Short(analysis), "C5")) << Short(analysis);
}

TEST(ShortAnswerTest, WithoutAPriceNothingIsCheapest) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost = {};
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.metrics.erase("cost");
  const std::string text = Short(analysis);
  EXPECT_TRUE(Has(text, "Fastest is C5")) << text;
  EXPECT_FALSE(Has(text, "heapest")) << text;
  EXPECT_FALSE(Has(text, "USD")) << text;
}

void SetAccuracy(Analysis& analysis, const std::string& id, double mean, double half) {
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    if (scenario.id != id) continue;
    Summary& accuracy = scenario.metrics["accuracy"].summary;
    accuracy = {};
    accuracy.n = 3;
    accuracy.mean = mean;
    accuracy.low = mean - half;
    accuracy.high = mean + half;
  }
}

// A batch that is cheapest at chance's accuracy has not trained the same network.
TEST(ShortAnswerTest, SaysThatTheCheapestLearnedLess) {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    SetAccuracy(analysis, scenario.id, 0.97, 0.01);
  }
  EXPECT_FALSE(Has(Short(analysis), "did not learn alike"));
  SetAccuracy(analysis, "C5", 0.10, 0.01);
  const std::string text = Short(analysis);
  EXPECT_TRUE(Has(text, "They did not learn alike: C5 reaches an accuracy of 10.0%")) << text;
  EXPECT_TRUE(Has(text, "of 97.0%")) << text;
  EXPECT_TRUE(Has(Short(analysis, Language::kPortuguese), "Não aprenderam o mesmo"));
  SetAccuracy(analysis, "C5", 0.955, 0.01);
  EXPECT_FALSE(Has(Short(analysis), "did not learn alike")) << "their intervals meet";
  SetAccuracy(analysis, "C5", 0.10, 0.01);
  analysis.target.emplace();
  EXPECT_FALSE(Has(Short(analysis), "did not learn alike")) << "a target was asked for";
}

TEST(ShortAnswerTest, SaysWhatTheNumbersAreOf) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(Has(Short(analysis), "simulated"));
  analysis.warnings = {{"noisy", {"12", "C1"}}, {"simulated_runner", {"fake"}}};
  const std::string text = Short(analysis);
  EXPECT_TRUE(Has(text, "The runs are simulated: fake trains nothing.")) << text;
  EXPECT_FALSE(Has(text, "12%")) << text;
}

}  // namespace
}  // namespace trena
