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

Answer Portuguese(const Analysis& analysis) {
  return AnswerInWords(analysis, Words(Language::kPortuguese));
}

// Each scenario's sd is 0.1 with n = 3: t(0.975; 2) = 4.30265, so ± 4.30265 × 0.1 / √3 = 0.248 s.
TEST(AnswerTest, TellsTheRangeOfTimeWithIntervalsAndN) {
  EXPECT_EQ(English(ExampleAnalysis()).costs[0],
            "Training takes from 6.50 ± 0.25 s (n = 3) in C5 (batch 128, image 32, network1) to "
            "13.50 ± 0.25 s (n = 3) in C4 (batch 64, image 64, network2), 2.1 times as long.");
}

TEST(AnswerTest, TellsTheRangeOfCost) {
  EXPECT_EQ(English(ExampleAnalysis()).costs[1],
            "Training costs from 0.650 ± 0.025 USD per 1,000 trainings (n = 3) in C5 to 1.350 ± "
            "0.025 USD per 1,000 trainings (n = 3) in C4.");
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

// A curve is an effect of some factor: beside it none is said to have no effect at all.
TEST(AnswerTest, ACurveIsAnEffectAndIsExplained) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers = {{"curvature", 40, 8e-5, Evidence::kEffect, true},
                      {"batch", 0.1, 0.6, Evidence::kChance}};
  const auto said = English(analysis).drivers;
  EXPECT_TRUE(Has(said,
                  "What drives the training time, in percent of its variation: curvature "
                  "(40.0%, p < 0.001)."));
  EXPECT_TRUE(Has(said,
                  "The effects are no straight lines: the centre of the design differs from "
                  "what its corners say (curvature (40.0%, p < 0.001))."));
  EXPECT_TRUE(Has(said, "No straight-line effect can be told from chance for: batch."));
  EXPECT_FALSE(Has(said, "No effect can be told"));
  EXPECT_TRUE(Has(Portuguese(analysis).drivers, "Os efeitos não são linhas retas"));
  EXPECT_TRUE(Has(Portuguese(analysis).drivers, "nenhum efeito em linha reta de: batch."));
  analysis.drivers[0].evidence = Evidence::kChance;
  const auto straight = English(analysis).drivers;
  EXPECT_FALSE(Has(straight, "straight"));
  EXPECT_TRUE(Has(straight, "No effect can be told from chance for: batch."));
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
            "single run; 20 of 24 planned runs are done.");
  EXPECT_TRUE(answer.next.empty());
}

TEST(AnswerTest, SpeaksPortuguese) {
  Answer answer = AnswerInWords(ExampleAnalysis(), Words(Language::kPortuguese));
  EXPECT_EQ(answer.costs[1],
            "Treinar custa de US$ 0,650 ± 0,025 por 1.000 treinamentos (n = 3) em C5 a US$ 1,350 ± "
            "0,025 por 1.000 treinamentos (n = 3) em C4.");
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

Analysis OneScenario() {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios.resize(1);
  return analysis;
}

// C1 takes 7.5 s, as a scenario alone it is neither the fastest nor the cheapest of any.
TEST(AnswerTest, OneScenarioIsComparedWithNone) {
  const Answer answer = English(OneScenario());
  EXPECT_EQ(answer.costs[0], "Training C1 takes 7.50 ± 0.25 s (n = 3).") << "nothing varies";
  EXPECT_EQ(answer.costs[1], "Training costs 0.750 ± 0.025 USD per 1,000 trainings (n = 3).");
  EXPECT_FALSE(Has(answer.costs, "times as long"));
  EXPECT_FALSE(Has(answer.costs, "cheapest"));
  EXPECT_TRUE(Has(Portuguese(OneScenario()).costs, "Treinar C1 leva 7,50 ± 0,25 s (n = 3)."));
}

TEST(AnswerTest, AScenarioWithoutATimeIsNotTheFastest) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[4].metrics.erase("train_s");                // C5, the fastest
  analysis.scenarios[3].metrics["train_s"].summary = Summary{};  // C4, the slowest
  const std::string time = English(analysis).costs[0];
  // C1 with 7.5 s and C8 with 12.5 s are left: 12.5 ÷ 7.5 = 1.67.
  EXPECT_TRUE(Has(time, "from 7.50 ± 0.25 s (n = 3) in C1 (")) << time;
  EXPECT_TRUE(Has(time, "to 12.50 ± 0.25 s (n = 3) in C8 (")) << time;
  EXPECT_TRUE(Has(time, "1.7 times")) << time;
}

// Where no runner tells its training time, the whole run is what is told: two seconds more.
TEST(AnswerTest, TheTimeIsTheAnalysissOwn) {
  Analysis analysis = ExampleAnalysis();
  analysis.time = "wall_s";
  EXPECT_TRUE(Has(English(analysis).costs[0], "from 8.50 ± 0.25 s"));
  analysis.time = "no_such";
  EXPECT_TRUE(Has(English(analysis).costs[0], "no training time to tell"));
  EXPECT_TRUE(Has(Portuguese(analysis).costs[0], "não há tempo de treinamento"));
}

TEST(AnswerTest, FreeIsSaidOnlyWhereAllIsFree) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(Has(English(analysis).costs, "free"));
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    scenario.metrics["cost"].summary = Summarize(std::vector<double>{0, 0, 0});
  }
  EXPECT_TRUE(Has(English(analysis).costs, "Training is free in every environment measured."));
  EXPECT_TRUE(Has(Portuguese(analysis).costs, "gratuito em todos os ambientes medidos"));
  EXPECT_FALSE(Has(English(analysis).costs, "One training costs"));
  analysis.scenarios[0].metrics["cost"].summary = Summarize(std::vector<double>{1, 1, 1});
  EXPECT_FALSE(Has(English(analysis).costs, "free in every")) << "C1 costs 1";
  EXPECT_TRUE(Has(English(analysis).costs, "1.000 ± 0 USD (n = 3) in C1"));
}

TEST(AnswerTest, WithoutACostNothingIsSaidOfMoney) {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.metrics.erase("cost");
  const Answer answer = English(analysis);
  EXPECT_FALSE(Has(answer.costs, "One training costs"));
  EXPECT_FALSE(Has(answer.costs, "The cheapest"));
}

TEST(AnswerTest, WhatMeasuringCostIsSaidWhereItWasPaid) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(
      Has(English(analysis).costs, "Measuring all this cost 0.0288 USD of a budget of 0.500 USD."));
  EXPECT_TRUE(Has(Portuguese(analysis).costs, "US$ 0,0288 de um orçamento de US$ 0,500"));
  analysis.cost.budget.reset();
  EXPECT_TRUE(Has(English(analysis).costs, "Measuring all this cost 0.0288 USD."));
  analysis.cost.repriced = {{"laptop", std::nullopt, Price{1, "USD", false}}};
  EXPECT_FALSE(Has(English(analysis).costs, "Measuring all this")) << "nobody paid these prices";
  analysis.cost.repriced.clear();
  analysis.cost.spent = 0;
  EXPECT_FALSE(Has(English(analysis).costs, "Measuring all this"));
  analysis.cost.spent.reset();
  EXPECT_FALSE(Has(English(analysis).costs, "Measuring all this"));
}

std::string DriversOf(const std::vector<Driver>& drivers) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers = drivers;
  for (const std::string& sentence : English(analysis).drivers) {
    if (sentence.starts_with("What drives")) return sentence.substr(sentence.find(": ") + 2);
  }
  return "";
}

TEST(AnswerTest, ADriverOfOnePercentIsWorthSaying) {
  const Evidence effect = Evidence::kEffect;
  EXPECT_EQ(DriversOf({{"a", 90, 0.01, effect}, {"b", 1, 0.04, effect}}),
            "a (90.0%, p = 0.010) and b (1.0%, p = 0.040).");
  EXPECT_EQ(DriversOf({{"a", 90, 0.01, effect}, {"b", 0.99, 0.04, effect}}),
            "a (90.0%, p = 0.010).");
  EXPECT_EQ(DriversOf({{"a", 0.5, 0.01, effect}, {"b", 0.4, 0.04, effect}}), "")
      << "less than a hundredth drives nothing";
  EXPECT_EQ(DriversOf({{"a", 1.5, {}, Evidence::kUntested}}), "") << "nothing says that it does";
}

// With one whole plot per level, or one run per level of a single factor, there is no error.
TEST(AnswerTest, WhatNothingJudgesIsNoDriver) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers = {{"image", 90, {}, Evidence::kUntested}};
  EXPECT_TRUE(Has(English(analysis).drivers,
                  "There is no error to judge these by, so nothing tells them from chance"));
  EXPECT_TRUE(Has(English(analysis).drivers, "image (90.0%)."));
  EXPECT_TRUE(Has(Portuguese(analysis).drivers, "Não há erro com que julgar estes"));
  EXPECT_FALSE(Has(English(analysis).drivers, "adds"));
  EXPECT_FALSE(Has(English(analysis).drivers, "What drives"));
}

TEST(AnswerTest, ThreeDriversAreTheMost) {
  const Evidence effect = Evidence::kEffect;
  EXPECT_EQ(DriversOf({{"a", 40, {}, effect},
                       {"b", 30, {}, effect},
                       {"x", 25, {}, Evidence::kChance},
                       {"c", 20, {}, effect},
                       {"d", 10, {}, effect}}),
            "a (40.0%), b (30.0%) and c (20.0%).");
  EXPECT_EQ(DriversOf({}), "");
}

TEST(AnswerTest, OnlyFactorsAreSaidToBeChance) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers = {{"image", 90, 0.001, Evidence::kEffect},
                      {"batch", 1, 0.6, Evidence::kChance},
                      {"batch:image", 1, 0.7, Evidence::kChance},
                      {"network", 1, 0.8, Evidence::kChance}};
  EXPECT_TRUE(Has(English(analysis).drivers, "told from chance for: batch and network."));
  EXPECT_TRUE(Has(Portuguese(analysis).drivers, "nenhum efeito de: batch e network."));
  EXPECT_FALSE(Has(English(analysis).drivers, "batch:image")) << "of interactions nobody asked";
}

// 0.16 of 126.16 s² is what replications differ by.
TEST(AnswerTest, ResidualsAreReplicationsOnlyWhereNothingElseIsInThem) {
  Analysis analysis = ExampleAnalysis();
  ModelAnalysis& model = analysis.main.stated->model;
  ASSERT_EQ(model.lack_of_fit_df, 0u);
  model.lack_of_fit_df = 1;
  EXPECT_TRUE(Has(English(analysis).drivers, "What the model leaves over accounts for 0.1%."));
  EXPECT_FALSE(Has(English(analysis).drivers, "Differences between replications"));
  EXPECT_TRUE(Has(Portuguese(analysis).drivers, "O que o modelo não explica responde por 0,1%."));
  model.rows.back().df = 0;
  EXPECT_FALSE(Has(English(analysis).drivers, "leaves over")) << "nothing is left";
  model.rows.back().df = 16;
  model.rows.back().percent.reset();
  EXPECT_FALSE(Has(English(analysis).drivers, "leaves over"));
}

TEST(AnswerTest, AnEffectWithoutAnIntervalSaysWhy) {
  Analysis analysis = ExampleAnalysis();
  for (Effect& effect : analysis.main.stated->model.effects) effect.low.reset();
  EXPECT_TRUE(Has(English(analysis).drivers,
                  "image 64 adds 2.00 s (n = 12; no interval without replications)"));
  EXPECT_FALSE(Has(English(analysis).drivers, "95% interval from 1.957"));
  EXPECT_TRUE(Has(Portuguese(analysis).drivers, "image 64 acrescenta 2,00 s (n = 12; sem"));
}

TEST(AnswerTest, SmallAndChanceEffectsAreNotAdded) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers[1].evidence = Evidence::kChance;  // network
  analysis.drivers[2].percent = 0.99;                // batch
  const std::vector<std::string> said = English(analysis).drivers;
  EXPECT_TRUE(Has(said, "image 64 adds 2.00 s"));
  EXPECT_FALSE(Has(said, "network2 adds"));
  EXPECT_FALSE(Has(said, "batch 64 adds"));
  analysis.drivers[2].percent = 1;
  EXPECT_TRUE(Has(English(analysis).drivers, "batch 64 adds 0.500 s"));
}

// The example's effects taken for logarithms: e^10 = 22026.5, e^2 = 7.39, e^1.957 = 7.08,
// e^2.0433 = 7.72.
TEST(AnswerTest, EffectsOfLogarithmsMultiply) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.scale = "log";
  const std::vector<std::string> said = English(analysis).drivers;
  EXPECT_TRUE(Has(said,
                  "The geometric mean is 22,026 s; image 64 multiplies it by 7.39 (95% "
                  "interval from 7.08 to 7.72, n = 12)"));
  EXPECT_FALSE(Has(said, " adds "));
  EXPECT_TRUE(
      Has(Portuguese(analysis).drivers, "image 64 a multiplica por 7,39 (intervalo de 95%"));
  for (Effect& effect : analysis.main.stated->model.effects) effect.high.reset();
  EXPECT_TRUE(Has(English(analysis).drivers,
                  "image 64 multiplies it by 7.39 (n = 12; no interval without replications)"));
}

TEST(AnswerTest, OnlyWarningsOfWhatTheNumbersAreAreCaveats) {
  Analysis analysis = ExampleAnalysis();
  analysis.warnings = {{"few_replications", {"3"}}, {"of_a_newer_trena", {"x"}}};
  EXPECT_TRUE(English(analysis).caveats.empty());
  analysis.warnings.push_back({"synthetic_data", {"noise"}});
  EXPECT_EQ(English(analysis).caveats.size(), 1u);
}

TEST(AnswerTest, TheVerdictIsInWords) {
  const Words english(Language::kEnglish), portuguese(Language::kPortuguese);
  EXPECT_EQ(VerdictWord(Verdict::kValid, english), "valid");
  EXPECT_EQ(VerdictWord(Verdict::kInconclusive, english), "inconclusive");
  EXPECT_EQ(VerdictWord(Verdict::kInvalid, english), "invalid");
  EXPECT_EQ(VerdictWord(Verdict::kInvalid, portuguese), "inválida");
  Analysis analysis = ExampleAnalysis();
  analysis.verdict = Verdict::kInvalid;
  analysis.verdict_reasons = {"failed_runs"};
  analysis.finished_runs = 23;
  const std::string verdict = Portuguese(analysis).verdict;
  EXPECT_TRUE(Has(verdict, "A resposta é inválida: ")) << verdict;
  EXPECT_TRUE(Has(verdict, "23 de 24 execuções")) << verdict;
  EXPECT_TRUE(Has(Portuguese(ExampleAnalysis()).verdict, "A resposta é válida: 24 de 24"));
}

TEST(AnswerTest, AParagraphHasAllInTheOrderOfReading) {
  Answer answer;
  answer.costs = {"a.", "b."};
  answer.drivers = {"c."};
  answer.caveats = {"d."};
  answer.verdict = "e.";
  EXPECT_EQ(answer.Paragraph(), "a. b. c. d. e.");
  answer.next = "f.";
  answer.drivers.clear();
  EXPECT_EQ(answer.Paragraph(), "a. b. d. e. f.");
}

}  // namespace
}  // namespace trena
