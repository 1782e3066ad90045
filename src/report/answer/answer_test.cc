// SPDX-License-Identifier: Apache-2.0
#include "report/answer/answer.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

Answer English(const Analysis& analysis) {
  return AnswerInWords(analysis, Words(Language::kEnglish));
}

// Each scenario's sd is 0.1 with n = 3: t(0.975; 2) = 4.30265, so ± 4.30265 × 0.1 / √3 = 0.248 s.
TEST(AnswerTest, TellsTheRangeOfTimeWithIntervalsAndN) {
  EXPECT_EQ(English(ExampleAnalysis()).costs[0],
            "Training takes from 6.50 ± 0.25 s (n = 3) in C5 (batch 128, image 32, network1) to "
            "13.50 ± 0.25 s (n = 3) in C4 (batch 64, image 64, network2), 2.1 times as long.");
}

TEST(AnswerTest, TellsTheRangeOfCost) {
  EXPECT_EQ(English(ExampleAnalysis()).costs[1],
            "One training costs from 0.000650 ± 0.000025 USD (n = 3) in C5 to "
            "0.001350 ± 0.000025 USD (n = 3) in C4.");
}

// SS: image 24 × 2² = 96, network 24, batch 24 × 0.5² = 6, residuals 8 × 0.02 = 0.16; all 126.16.
TEST(AnswerTest, TellsWhatDrivesTheTime) {
  Answer answer = English(ExampleAnalysis());
  EXPECT_TRUE(Has(answer.drivers,
                  "What drives the training time, in percent of its variation: image (76.1%, "
                  "p < 0.001), network (19.0%, p < 0.001) and batch (4.8%, p < 0.001)."));
  EXPECT_TRUE(Has(answer.drivers, "Differences between replications account for 0.1%."));
}

// s = √(0.16 / 16) = 0.1; t(0.975; 16) = 2.1199; ± 2.1199 × 0.1 / √24 = 0.0433.
TEST(AnswerTest, TellsEffectsWithIntervalAndN) {
  EXPECT_TRUE(Has(English(ExampleAnalysis()).drivers,
                  "To the mean of 10.0 s, image 64 adds 2.00 s (95% interval from 1.957 to 2.043, "
                  "n = 12), network2 adds 1.00 s (95% interval from 0.957 to 1.043, n = 12) and "
                  "batch 64 adds 0.500 s (95% interval from 0.457 to 0.543, n = 12)."));
}

TEST(AnswerTest, LeavesOutEffectsThatMayBeChance) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Has(English(analysis).drivers, "adds"));
  for (Driver& driver : analysis.drivers) {
    driver.p = 0.6;
    driver.evidence = Evidence::kChance;
  }
  EXPECT_FALSE(Has(English(analysis).drivers, "adds"));
  EXPECT_FALSE(Has(English(analysis).drivers, "What drives"));
  EXPECT_TRUE(Has(English(analysis).drivers, "No effect can be told from chance for: "));
}

// Of many terms, each at 5 %, some pass by chance; and what is 0.8 % of the variation drives
// nothing.
TEST(AnswerTest, DriversStandTogetherAndAreOfSomeSize) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers = {{"image", 0.8, 0.001, Evidence::kEffect},
                      {"network", 0.5, 0.03, Evidence::kChance},
                      {"batch", 0.1, 0.6, Evidence::kChance}};
  const auto said = English(analysis).drivers;
  EXPECT_FALSE(Has(said, "What drives"));
  EXPECT_TRUE(Has(said, "Told from chance, but less than 1% of the variation each: image."));
  EXPECT_TRUE(Has(said,
                  "Of 3 terms chance alone shows as much in some, so these are not told from it: "
                  "network (0.5%, p = 0.030)."));
  EXPECT_TRUE(Has(said, "No effect can be told from chance for: batch."));
}

// The analysis has judged already: the answer has no limit of its own that could part from it.
TEST(AnswerTest, TakesTheAnalysissWordForWhatIsAnEffect) {
  Analysis analysis = ExampleAnalysis();
  for (Driver& driver : analysis.drivers) {
    driver.p = 0.08;  // an effect at 90 % confidence
    driver.evidence = Evidence::kEffect;
  }
  EXPECT_TRUE(Has(English(analysis).drivers, "What drives"));
  EXPECT_FALSE(Has(English(analysis).drivers, "told from chance"));
}

TEST(AnswerTest, TellsWhetherTheCheapestIsCertain) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Has(English(analysis).costs,
                  "The cheapest is C5 (batch 128, image 32, network1): every other scenario costs "
                  "more, with 95% confidence in all of these comparisons together (Hsu)."));
  analysis.cost.not_told_apart = {"C1", "C6"};
  EXPECT_TRUE(Has(English(analysis).costs,
                  "but C1 and C6 may be as cheap: with 95% confidence the cheapest is one of these "
                  "(Hsu)."));
  analysis.confidence = 0.9;
  EXPECT_TRUE(Has(English(analysis).costs, "with 90% confidence the cheapest"));
  analysis.scenarios[4].metrics["cost"].summary.low.reset();
  EXPECT_TRUE(Has(English(analysis).costs, "a single run has no interval"));
}

TEST(AnswerTest, AlwaysTellsWhatTheNumbersAreNot) {
  Analysis analysis = ExampleAnalysis();
  analysis.warnings = {{"synthetic_data", {"noise"}},
                       {"stand_in", {"f4s_v2", "2 vCPUs instead of 4"}},
                       {"no_price", {"laptop"}},
                       {"simulated_runner", {"fake"}}};
  Answer answer = English(analysis);
  EXPECT_TRUE(Has(answer.caveats, "The data are synthetic: noise."));
  EXPECT_TRUE(Has(answer.caveats, "not of f4s_v2"));
  EXPECT_TRUE(Has(answer.caveats, "No price is given for laptop."));
  EXPECT_TRUE(Has(answer.Paragraph(), "No number here is a measurement."));
}

TEST(AnswerTest, EndsWithVerdictAndNextCommand) {
  Analysis analysis = ExampleAnalysis();
  Answer valid = English(analysis);
  EXPECT_EQ(valid.verdict, "The answer is valid: 24 of 24 planned runs are done.");
  EXPECT_EQ(valid.next, "Next: `trena report examples/first.yaml`.");
  analysis.verdict = Verdict::kInconclusive;
  analysis.verdict_reasons = {"missing_runs", "no_replication"};
  analysis.finished_runs = 20;
  analysis.next_command.clear();
  Answer answer = English(analysis);
  EXPECT_EQ(answer.verdict,
            "The answer is inconclusive: planned runs are missing and there are scenarios with a "
            "single run (20 of 24 planned runs are done).");
  EXPECT_TRUE(answer.next.empty());
}

TEST(AnswerTest, SpeaksPortuguese) {
  Answer answer = AnswerInWords(ExampleAnalysis(), Words(Language::kPortuguese));
  EXPECT_EQ(
      answer.costs[1],
      "Um treinamento custa de US$ 0,000650 ± 0,000025 (n = 3) em C5 a US$ 0,001350 ± 0,000025 "
      "(n = 3) em C4.");
  EXPECT_TRUE(Has(answer.Paragraph(), "image (76,1%, p < 0,001)"));
}

TEST(AnswerTest, HasAnAnswerToNothing) {
  Answer answer = English(Analysis{});
  EXPECT_TRUE(Has(answer.Paragraph(), "No run ended well"));
  EXPECT_TRUE(Has(answer.Paragraph(), "inconclusive"));
}

TEST(AnswerTest, SaysWhyThereIsNoAllocation) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.stated.reset();
  analysis.main.why_not = "missing_runs";
  analysis.main.why_not_details = {"C3"};
  EXPECT_TRUE(Has(English(analysis).drivers,
                  "Runs of C3 are missing, so no factor has two levels to compare"));
}

}  // namespace
}  // namespace trena
