// SPDX-License-Identifier: Apache-2.0
// What is said of two studies: each sentence with data for which it must be said, and data for
// which it must not.
#include "report/compare/comparison_words.h"

#include <gtest/gtest.h>

#include "report/compare/example_comparison.h"

namespace trena {
namespace {

ComparisonText Told(const StudyComparison& comparison, Language language = Language::kEnglish) {
  return ComparisonInWords(comparison, Words(language));
}

// Both sides with only the first `scenarios` of the example.
StudyComparison OfFirst(size_t scenarios, double times, const ComparisonRequest& request = {}) {
  Analysis few = ExampleAnalysis();
  few.scenarios.resize(scenarios);
  return CompareStudies(ExampleSide("before", 1, few), ExampleSide("after", times, few), request)
      .value();
}

// As if every scenario had one run on each side.
StudyComparison OfSingleRuns(double times, const ComparisonRequest& request = {}) {
  Analysis single = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : single.scenarios) {
    for (auto& [name, metric] : scenario.metrics) metric.values.resize(1);
  }
  return CompareStudies(ExampleSide("before", 1, single), ExampleSide("after", times, single),
                        request)
      .value();
}

// Of one scenario there is nothing to count, nor a largest; two are counted.
TEST(ComparisonWords, ScenariosAreCountedWhereThereAreTwo) {
  const auto one = Told(OfFirst(1, 1.5)).answer;
  EXPECT_FALSE(Has(one, "Scenario by scenario"));
  EXPECT_FALSE(Has(one, "The largest change"));
  const auto two = Told(OfFirst(2, 1.5)).answer;
  EXPECT_TRUE(Has(two, "Scenario by scenario: slower: 2."));
  EXPECT_TRUE(Has(two, "The largest change is in C1"));
  EXPECT_TRUE(Has(Told(OfFirst(2, 1.5), Language::kPortuguese).answer,
                  "Cenário a cenário: mais lento: 2."));
}

TEST(ComparisonWords, OneScenarioIsNoMeanOfRatios) {
  EXPECT_TRUE(Has(Told(OfFirst(1, 1.5)).answer,
                  "B takes 1.500 times as long as A (ratio of geometric means; 95% interval"));
  EXPECT_TRUE(Has(Told(OfFirst(2, 1.5)).answer,
                  "Over 2 scenarios B takes 1.500 times as long as A (geometric mean of the"));
  EXPECT_TRUE(
      Has(Told(OfFirst(1, 1.5), Language::kPortuguese).answer,
          "B leva 1,500 vezes o tempo de A (razão de médias geométricas; intervalo de 95%"));
}

TEST(ComparisonWords, VerdictsAreCountedEachByItself) {
  Analysis after = ExampleAnalysis();
  // C1 and C2 slower, C3 faster, the rest as before.
  for (size_t i : {0, 1, 2}) {
    for (double& value : after.scenarios[i].metrics["train_s"].values) value *= i < 2 ? 2 : 0.25;
  }
  const auto comparison =
      CompareStudies(ExampleSide("a", 1, ExampleAnalysis()), ExampleSide("b", 1, after), {})
          .value();
  const auto told = Told(comparison).answer;
  EXPECT_TRUE(Has(told, "Scenario by scenario: slower: 2; faster: 1; ")) << told[1];
  // |log 0.25| is larger than |log 2|.
  EXPECT_TRUE(
      Has(told, "The largest change is in C3 (batch 64, image 64, network1): 0.2500 times"));
}

TEST(ComparisonWords, OfEqualChangesTheFirstIsTheLargest) {
  StudyComparison comparison = ExampleComparison(1.5);
  for (ScenarioChange& change : comparison.metrics[0].scenarios) {
    change.ratio->interval.ratio = 1.5;
  }
  EXPECT_TRUE(Has(Told(comparison).answer, "The largest change is in C1 ("));
}

TEST(ComparisonWords, NothingCertainHasNoLargest) {
  const auto told = Told(ExampleComparison(1)).answer;
  EXPECT_TRUE(Has(told, "B takes 1.000 times as long as A"));
  EXPECT_FALSE(Has(told, "The largest change"));
  EXPECT_FALSE(Has(told, "slower:"));
}

TEST(ComparisonWords, SingleRunsHaveTheSpreadOfScenariosOrNone) {
  StudyComparison alone = OfSingleRuns(1.5);
  ASSERT_FALSE(alone.metrics.empty());
  alone.metrics[0].overall = RatioInterval{1.5, std::nullopt, std::nullopt};
  auto told = Told(alone).answer;
  EXPECT_TRUE(Has(told, "(geometric mean; there is no interval, so nothing is certain)."));
  EXPECT_FALSE(Has(told, "That interval is of how the ratios differ"));
  alone.metrics[0].overall = RatioInterval{1.5, 1.4, 1.6};
  alone.metrics[0].by_scenarios = true;
  told = Told(alone).answer;
  EXPECT_TRUE(Has(told, "95% interval from 1.400 to 1.600"));
  EXPECT_TRUE(Has(told, "That interval is of how the ratios differ between scenarios"));
  EXPECT_TRUE(Has(Told(alone, Language::kPortuguese).answer,
                  "Esse intervalo é de como as razões diferem entre cenários"));
  EXPECT_FALSE(Has(Told(ExampleComparison(1.5)).answer, "That interval is of how"));
}

TEST(ComparisonWords, CostsAreComparedWherePricesChanged) {
  Analysis dearer = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : dearer.scenarios) {
    scenario.price->per_hour *= 3;
    for (double& cost : scenario.metrics["cost"].values) cost *= 3;
  }
  const auto comparison =
      CompareStudies(ExampleSide("a", 1, ExampleAnalysis()), ExampleSide("b", 1, dearer), {})
          .value();
  const auto told = Told(comparison).answer;
  EXPECT_TRUE(Has(told, "Over 8 scenarios B costs 3.000 times as much as A"));
  EXPECT_TRUE(Has(told, "dearer: 8")) << "money is dearer, not slower";
  EXPECT_FALSE(Has(told, "Costs changed as times did"));
  EXPECT_TRUE(Has(Told(comparison, Language::kPortuguese).answer,
                  "Em 8 cenários, B custa 3,000 vezes o que A custa"));
}

TEST(ComparisonWords, WhyCostsAreNotCompared) {
  StudyComparison comparison = ExampleComparison(1.5);
  const auto said = [&](NoCost why, Language language = Language::kEnglish) {
    comparison.no_cost = why;
    return Told(comparison, language).answer;
  };
  EXPECT_TRUE(Has(said(NoCost::kSameAsTime), "prices are the same on both sides"));
  EXPECT_TRUE(Has(said(NoCost::kOtherTime), "one is of training alone, the other of the whole"));
  EXPECT_TRUE(Has(said(NoCost::kOtherTime, Language::kPortuguese),
                  "um é só do treinamento, o outro da execução inteira"));
  EXPECT_TRUE(Has(said(NoCost::kNoRate), "neither study states a dated rate"));
  for (NoCost silent : {NoCost::kNone, NoCost::kNotAsked}) {
    EXPECT_FALSE(Has(said(silent), "Costs")) << static_cast<int>(silent);
  }
  comparison.first.analysis.cost.currency = "";
  EXPECT_TRUE(Has(said(NoCost::kNoPrice), "before.trena has no price"));
  comparison.first.analysis.cost.currency = "USD";
  EXPECT_TRUE(Has(said(NoCost::kNoPrice), "first.yaml has no price"));
}

TEST(ComparisonWords, ARateIsSaidWithItsDay) {
  StudyComparison comparison = ExampleComparison(1.5);
  EXPECT_TRUE(Told(comparison).cautions.empty());
  comparison.second.analysis.cost.currency = "BRL";
  comparison.rate = ExchangeRate{"BRL", 0.2, "2024-01-15"};
  EXPECT_EQ(Told(comparison).cautions,
            (std::vector<std::string>{
                "Amounts in BRL are converted at 0.2000 USD, the rate of 2024-01-15."}));
  comparison.rate = ExchangeRate{"USD", 5, "2024-01-15"};
  EXPECT_TRUE(Has(Told(comparison).cautions, "Amounts in USD are converted at 5.000 BRL"));
}

TEST(ComparisonWords, CautionsAreOfTheSideTheyNeedTo) {
  StudyComparison comparison = ExampleComparison(1.5);
  comparison.second.other_prices = true;
  EXPECT_EQ(Told(comparison).cautions,
            (std::vector<std::string>{"first.yaml has no study beside it that tells prices: those "
                                      "of before.trena are taken."}));
  comparison.second.other_prices = false;
  comparison.first.other_runs = 3;
  EXPECT_EQ(Told(comparison).cautions,
            (std::vector<std::string>{"3 runs in the results of before.trena are of no scenario of "
                                      "that study, and are left out."}));
  comparison.first.other_runs = 0;
  comparison.second.analysis.set_aside = {"C1-r1: no run.json", "C2-r1: no run.json"};
  EXPECT_EQ(Told(comparison).cautions,
            (std::vector<std::string>{"2 run folders of first.yaml could not be read, and are left "
                                      "out; the first is C1-r1: no run.json."}));
}

TEST(ComparisonWords, RunsThatAreNoMeasurementsAreCautionedOf) {
  const auto cautions = [](auto change, Language language = Language::kEnglish) {
    Analysis after = ExampleAnalysis();
    for (RunRecord& run : after.runs) change(run);
    return Told(CompareStudies(ExampleSide("a", 1, ExampleAnalysis()), ExampleSide("b", 1, after),
                               {})
                    .value(),
                language)
        .cautions;
  };
  EXPECT_TRUE(cautions([](RunRecord&) {}).empty());
  EXPECT_EQ(cautions([](RunRecord& run) { run.simulated = true; }),
            std::vector<std::string>{"Runs of b are simulated: nothing was trained."});
  EXPECT_EQ(cautions([](RunRecord& run) { run.synthetic = true; }),
            std::vector<std::string>{"Runs of b trained on generated data."});
  EXPECT_EQ(cautions([](RunRecord& run) { run.stand_in = {"2 CPUs"}; }),
            std::vector<std::string>{"Runs of b were made on a stand-in machine."});
  EXPECT_EQ(cautions([](RunRecord& run) { run.stand_in = {"2 CPUs"}; }, Language::kPortuguese),
            std::vector<std::string>{"Há execuções de b feitas em uma máquina substituta."});
}

TEST(ComparisonWords, DaysAreFromTheFirstToTheLast) {
  Analysis after = ExampleAnalysis();
  after.runs[5].started = "2024-02-03T00:00:00Z";
  after.runs[6].started = "2024-01-01T23:59:59Z";
  const auto sides =
      Told(CompareStudies(ExampleSide("a", 1, ExampleAnalysis()), ExampleSide("b", 1, after), {})
               .value())
          .sides;
  ASSERT_EQ(sides.size(), 2u);
  EXPECT_TRUE(Has(sides[0], "A is a (first): 24 runs compared, measured on 2024-01-15."));
  EXPECT_TRUE(Has(sides[1], "measured from 2024-01-01 to 2024-02-03.")) << sides[1];
}

TEST(ComparisonWords, WhatOneSideLacksIsSaidOfThatSide) {
  Analysis fewer = ExampleAnalysis();
  fewer.scenarios.pop_back();  // C8
  fewer.scenarios[0].metrics.clear();
  fewer.scenarios[0].outcomes = {{Outcome::kFailed, 3}};
  const auto told =
      Told(CompareStudies(ExampleSide("a", 1, fewer), ExampleSide("b", 1, ExampleAnalysis()), {})
               .value())
          .answer;
  EXPECT_TRUE(Has(told, "Not measured in A: C8 ("));
  EXPECT_FALSE(Has(told, "Not measured in B"));
  EXPECT_TRUE(Has(told, "Ended well in B, and never in A: C1 ("));
  EXPECT_FALSE(Has(told, "never in B"));
}

TEST(ComparisonWords, TheYardstickIsSaidWhereItIsKnown) {
  StudyComparison comparison = ExampleComparison(1.5);
  EXPECT_FALSE(Has(Told(comparison).answer, "yardstick"));
  comparison.speed = 1.25;
  EXPECT_TRUE(Has(Told(comparison).answer,
                  "By the yardstick the machine of B was 1.250 times as fast as that of A"));
  EXPECT_TRUE(Has(Told(comparison, Language::kPortuguese).answer,
                  "a máquina de B foi 1,250 vezes tão rápida"));
}

TEST(ComparisonWords, TheThresholdSaysWhoCrossedIt) {
  StudyComparison comparison = ExampleComparison(1.5, {.threshold = 0.1});
  comparison.guard = ThresholdVerdict::kCrossed;
  comparison.guard_findings = {{GuardReason::kAbove, 0, 2}};
  EXPECT_EQ(Told(comparison).guard, "Threshold of 10.0%: crossed by C3 (training time).");
  comparison.guard_findings.push_back({GuardReason::kAbove, 0, std::nullopt});
  EXPECT_TRUE(Has(Told(comparison).guard, "all scenarios together (training time)"));
  comparison.guard_findings = {{GuardReason::kFailsMore, 0, 1}, {GuardReason::kFewRuns, 0, 2}};
  EXPECT_TRUE(Has(Told(comparison).guard, "C3 (training time: no run differs from another"));
  comparison.metrics[0].scenarios[2].second_n = 1;
  EXPECT_EQ(Told(comparison).guard,
            "Threshold of 10.0%: crossed by C2 (runs of it failed in B, and none in A). It cannot "
            "be judged for C3 (training time: a side has fewer than two runs).");
  comparison.guard = ThresholdVerdict::kNotAsked;
  EXPECT_EQ(Told(comparison).guard, "");
}

// From 0.5 to 2 times is half an interval of 2 times about 1: 100 %.
TEST(ComparisonWords, AThresholdLeftOpenSaysWhatCouldBeSeen) {
  StudyComparison comparison = ExampleComparison(1, {.threshold = 0.1});
  ScenarioChange& change = comparison.metrics[0].scenarios[0];
  change.ratio->interval = {1, 0.5, 2};
  change.detectable = 1;
  comparison.guard = ThresholdVerdict::kCannotJudge;
  comparison.guard_findings = {{GuardReason::kWide, 0, 0}, {GuardReason::kCostUnknown, 0, {}}};
  EXPECT_EQ(Told(comparison).guard,
            "Threshold of 10.0%: it cannot be judged for C1 (training time: cannot tell, from "
            "0.5000 to 2.000 times; could have seen a change of 100.0% or more) and costs (not "
            "compared; --metric time leaves them out). More replications see smaller changes.");
  comparison.guard = ThresholdVerdict::kKept;
  comparison.guard_findings.clear();
  EXPECT_EQ(Told(comparison, Language::kPortuguese).guard,
            "Limite de 10,0%: respeitado por todos os cenários; em cada um seria vista uma mudança "
            "de 100,0% ou mais.");
}

TEST(ComparisonWords, APairOfTwoNamesHasBoth) {
  const StudyComparison comparison = ExampleComparison(1);
  const MatchedPair& pair = comparison.match.pairs[0];
  EXPECT_EQ(LabelOf(pair), "C1");
  EXPECT_EQ(NameOf(pair, comparison), "C1 (batch 64, image 32, network1)");
  ScenarioAnalysis other = *pair.second.scenario;
  other.id = "C9";
  MatchedPair renamed = pair;
  renamed.second.scenario = &other;
  EXPECT_EQ(LabelOf(renamed), "C1 / C9");
}

}  // namespace
}  // namespace trena
