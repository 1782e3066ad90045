// SPDX-License-Identifier: Apache-2.0
#include "plan/power/affordable.h"

#include <gtest/gtest.h>

#include <tuple>

#include "plan/test_study.h"

namespace trena {
namespace {

// Four factors of two levels: the whole are 16 runs, the half 8 of resolution IV.
std::string FourFactors(const std::string& environments) {
  return FactorsText(4, 2, "seed: 3") + environments;
}

const std::string kPriced = "environments: { here: { price: 3.60 USD/h } }\n";

Result<Affordable> Within(const Study& study, const std::string& limit,
                          std::optional<double> run_takes = 100,
                          const std::vector<RunRecord>& runs = {},
                          std::optional<double> detect = std::nullopt) {
  FrameworkVersions versions;
  AffordableRequest request{&study, &versions, &runs, ParseLimit(limit).value()};
  if (run_takes) request.run_takes = Seconds{*run_takes};
  request.detect = detect;
  return FindAffordable(request);
}

bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const AffordableDesign* FindKind(const Affordable& affordable, const std::string& written) {
  for (const AffordableDesign& design : affordable.designs) {
    if (design.written.find(written) != std::string::npos) return &design;
  }
  return nullptr;
}

// 100 s at 3.60 USD/h are 0.10 USD a run.
TEST(AffordableTest, AsManyReplicationsAsFit) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "5 USD").value();
  const AffordableDesign* full = FindKind(affordable, "kind: full");
  ASSERT_NE(full, nullptr);
  EXPECT_EQ(full->runs_each, 16u);
  EXPECT_EQ(full->replications, 3) << "48 runs are 4.80 USD, 64 would be 6.40";
  EXPECT_EQ(full->runs, 48u);
  EXPECT_NEAR(full->money->amount, 4.8, 1e-9);
  EXPECT_NEAR(full->time.value, 4800, 1e-9);
  EXPECT_EQ(full->confounds.english, "");
  const AffordableDesign* half = FindKind(affordable, "resolution: IV");
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(half->runs_each, 8u);
  EXPECT_EQ(half->replications, 6);
  EXPECT_EQ(half->confounds.english, "two-factor interactions with each other");
  // 48 runs each: as sharp but for the degrees of freedom of the error.
  EXPECT_NEAR(*half->smallest, *full->smallest, 0.02 * *full->smallest);
  EXPECT_EQ(FindKind(affordable, "two_level"), nullptr) << "the same as full here";
  EXPECT_EQ(FindKind(affordable, "latin_square"), nullptr) << "four factors are no square";
  for (const AffordableDesign& design : affordable.designs) {
    EXPECT_LE(design.money->amount, 5 + 1e-9) << design.written;
  }
  ASSERT_TRUE(affordable.recommended);
  EXPECT_EQ(affordable.designs[*affordable.recommended].kind, "full");
  EXPECT_NE(Describe(affordable)
                .english.find("kind: full, replications: 3 }` (48 runs, about 1 h 20 min, "
                              "about 4.80 USD)"),
            std::string::npos)
      << Describe(affordable).english;
  EXPECT_NE(Describe(affordable).portuguese.find("(48 execuções, cerca de "), std::string::npos)
      << Describe(affordable).portuguese;
}

// Of five factors, 16 runs are of resolution V: nothing is gained by asking for less.
TEST(AffordableTest, AFractionIsShownByTheResolutionThatItHas) {
  Study study = StudyOf(FactorsText(5, 2, "seed: 3") + kPriced);
  Affordable affordable = Within(study, "5 USD").value();
  const AffordableDesign* half = FindKind(affordable, "resolution: V,");
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(half->runs_each, 16u);
  EXPECT_EQ(FindKind(affordable, "resolution: IV"), nullptr);
  const AffordableDesign* quarter = FindKind(affordable, "resolution: III");
  ASSERT_NE(quarter, nullptr);
  EXPECT_EQ(quarter->runs_each, 8u);
}

TEST(AffordableTest, LessMoneyIsAFractionThatRepeats) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "1.7 USD").value();
  // The whole fits once, the half twice.
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 1);
  EXPECT_EQ(affordable.designs[*affordable.recommended].written,
            "{ kind: fraction, resolution: IV, replications: 2 }");
  EXPECT_TRUE(
      Has(Describe(affordable).english, "Of what repeats its runs it tells most: main effects"))
      << "the whole, once, would tell more: " << Describe(affordable).english;
}

TEST(AffordableTest, TheRecommendedOneFindsWhatIsAsked) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "3.2 USD", 100, {}, 0.055).value();
  const AffordableDesign& design = affordable.designs[*affordable.recommended];
  EXPECT_LE(*design.smallest, 0.055);
  // Nothing finds this: the most telling is offered all the same.
  affordable = Within(study, "3.2 USD", 100, {}, 0.001).value();
  EXPECT_EQ(affordable.designs[*affordable.recommended].kind, "full");
  EXPECT_TRUE(
      Has(Describe(affordable).english, "Nothing that fits would find 0.1 % of every factor."))
      << Describe(affordable).english;
  EXPECT_NEAR(ToJson(affordable)["asked_percent"].get<double>(), 0.1, 1e-12);
}

// As many runs each, but the half has more of them to judge the error by.
TEST(AffordableTest, AnEffectThatIsAskedForMayTakeALesserDesign) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "3.2 USD").value();
  double full = *FindKind(affordable, "kind: full")->smallest;
  double half = *FindKind(affordable, "resolution: IV")->smallest;
  ASSERT_LT(half, full);
  affordable = Within(study, "3.2 USD", 100, {}, half).value();
  EXPECT_LE(*affordable.designs[*affordable.recommended].smallest, half);
  EXPECT_TRUE(Has(Describe(affordable).english, "). Of what finds "))
      << Describe(affordable).english;
  EXPECT_FALSE(Has(Describe(affordable).english, "Nothing that fits"));
}

TEST(AffordableTest, WhyNoEffectWouldBeFound) {
  std::string two = FactorsText(2, 2, "seed: 3") + kPriced;
  std::string apart = "exclude: [f0 == 0 and f1 == 1, f0 == 1 and f1 == 0]\n";
  std::string plots = FactorsText(2, 2, "seed: 3, hard_to_change: [f0]") + kPriced;
  for (const auto& [text, limit, why] :
       {std::tuple(FourFactors(kPriced), "0.5 USD", "it repeats nothing, so no effect"),
        {two + apart, "5 USD", "it cannot tell the effect of f0 from those of others"},
        {plots, "0.4 USD", "it has too few whole plots to tell an effect of f0 from chance"},
        {"fixed: { framework: fake }\n" + kPriced, "5 USD", "nothing varies in it, so there"}}) {
    Affordable affordable = Within(StudyOf(text), limit).value();
    EXPECT_TRUE(Has(Describe(affordable).english, std::string(", but ") + why))
        << Describe(affordable).english;
    Json design = ToJson(affordable)["designs"][*affordable.recommended];
    EXPECT_TRUE(design["smallest_percent"].is_null());
    EXPECT_TRUE(Has(design["why_none"].get<std::string>(), why));
  }
}

TEST(AffordableTest, BelowTheCheapestSaysWhatThatCosts) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "0.3 USD").value();
  EXPECT_TRUE(affordable.designs.empty());
  EXPECT_FALSE(affordable.recommended);
  ASSERT_TRUE(affordable.cheapest);
  // One factor at a time from a base: 5 runs.
  EXPECT_EQ(affordable.cheapest->kind, "simple");
  EXPECT_NEAR(affordable.cheapest->money->amount, 0.5, 1e-9);
  EXPECT_NE(Describe(affordable)
                .english.find("buy none of the designs: the cheapest, `design: { kind: "
                              "simple, replications: 1 }`, is 5 runs, about 8 min 20 s, "
                              "about 0.500 USD"),
            std::string::npos)
      << Describe(affordable).english;
  EXPECT_TRUE(ToJson(affordable)["recommended"].is_null());
  EXPECT_EQ(ToJson(affordable)["format"], 1) << "as docs and schemas have it";
}

TEST(AffordableTest, ByTimeWithoutPrices) {
  Study study = StudyOf(FourFactors(""));
  Affordable affordable = Within(study, "1h").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 2) << "32 runs of 100 s";
  EXPECT_FALSE(FindKind(affordable, "kind: full")->money);
  Result<Affordable> money = Within(study, "5 USD");
  ASSERT_FALSE(money.ok());
  EXPECT_NE(money.error().message().find("what a run costs is not known"), std::string::npos);
}

TEST(AffordableTest, WhatIsThereIsNotPaidAgain) {
  Study study = StudyOf(FourFactors(kPriced));
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs;
  for (size_t scenario = 0; scenario < 16; ++scenario) {
    runs.push_back(TimedRun(plan, scenario, 1, 100));
  }
  Affordable affordable = Within(study, "1.7 USD", std::nullopt, runs).value();
  const AffordableDesign* full = FindKind(affordable, "kind: full");
  EXPECT_EQ(full->replications, 2);
  EXPECT_EQ(full->runs_to_make, 16u);
  EXPECT_EQ(full->runs_at_mean, 0u) << "each was measured";
}

// C16 alone was measured, in 100 s: it does not tell the others, so they take as long.
TEST(AffordableTest, WhatIsTakenAtTheMeanIsCounted) {
  Study study = StudyOf(FourFactors(kPriced));
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 15, 1, 100)};
  Affordable affordable = Within(study, "1.7 USD", std::nullopt, runs).value();
  const AffordableDesign* full = FindKind(affordable, "kind: full");
  EXPECT_EQ(full->runs_to_make, 15u);
  EXPECT_EQ(full->runs_at_mean, 15u);
  EXPECT_NEAR(full->time.value, 1500, 1e-9);
  // One factor at a time from C1 has no scenario that was measured.
  const AffordableDesign* simple = FindKind(affordable, "kind: simple");
  ASSERT_NE(simple, nullptr);
  EXPECT_EQ(simple->runs_at_mean, simple->runs);
  EXPECT_NEAR(simple->money->amount, 0.1 * static_cast<double>(simple->runs), 1e-9);
  EXPECT_TRUE(Has(Describe(affordable).english, " of them at the mean of what is known)"))
      << Describe(affordable).english;
  for (const AffordableDesign& design : Within(study, "5 USD").value().designs) {
    EXPECT_EQ(design.runs_at_mean, 0u) << "a person said how long: " << design.written;
  }
}

TEST(AffordableTest, PilotsTellHowLongARunTakes) {
  Study study = StudyOf(FourFactors(kPriced));
  FrameworkVersions versions;
  std::vector<RunRecord> runs;
  AffordableRequest request{&study, &versions, &runs, ParseLimit("3.3 USD").value()};
  Plan plan = PlanOf(study);
  for (const Scenario& scenario : plan.scenarios) {
    request.pilots.by_key[scenario.key] = {TimeSource::kPilot, 100, 1, 0.01, 0, 1};
  }
  Affordable affordable = FindAffordable(request).value();
  const AffordableDesign* full = FindKind(affordable, "kind: full");
  EXPECT_EQ(full->replications, 2) << "32 runs are 3.20 USD";
  EXPECT_EQ(full->runs_at_mean, 0u);
  // One pilot: the others as long.
  std::erase_if(request.pilots.by_key,
                [&](const auto& told) { return told.first != plan.scenarios[0].key; });
  request.plan = &plan;
  affordable = FindAffordable(request).value();
  full = FindKind(affordable, "kind: full");
  EXPECT_EQ(full->replications, 2);
  EXPECT_EQ(full->runs_at_mean, 30u);
}

TEST(AffordableTest, NothingIsGuessed) {
  Study study = StudyOf(FourFactors(kPriced));
  Result<Affordable> unknown = Within(study, "5 USD", std::nullopt);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(unknown.error().message(), "--run-takes 90s"));
  EXPECT_TRUE(Has(unknown.error().message(), "--pilot 60s"));
}

TEST(AffordableTest, Currencies) {
  Study study = StudyOf(FourFactors(kPriced) +
                        "report: { currency: BRL, rate: { USD: 5, date: 2024-01-15 } }\n");
  Affordable affordable = Within(study, "25 BRL").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 3);
  affordable = Within(study, "5 USD").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 3);
  EXPECT_TRUE(Has(Within(study, "5 EUR").error().message(), "no rate of EUR to the study's BRL"));
}

TEST(AffordableTest, WithoutRatesMoneyIsInOneCurrency) {
  Result<Affordable> euros = Within(StudyOf(FourFactors(kPriced)), "5 EUR");
  ASSERT_FALSE(euros.ok());
  EXPECT_EQ(euros.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(euros.error().message(), "--within is in EUR and the price of here in USD"));
  Study costless = StudyOf(FourFactors("environments: { here: { price: free } }\n"));
  EXPECT_EQ(FindKind(Within(costless, "5 EUR").value(), "kind: full")->replications, 30);
}

// 2 of 16 are taken away.
TEST(AffordableTest, ACrossingWithHolesTellsLess) {
  Study study = StudyOf(FourFactors(kPriced) + "exclude: f0 == 1 and f1 == 1 and f2 == 1\n");
  Affordable affordable = Within(study, "5 USD").value();
  const AffordableDesign* full = FindKind(affordable, "kind: full");
  ASSERT_NE(full, nullptr);
  EXPECT_EQ(full->runs_each, 14u);
  EXPECT_EQ(full->estimates,
            Told("main effects, interactions in part", "efeitos principais, interações em parte"));
  EXPECT_EQ(full->confounds.english, "what rests on the 2 of 16 combinations left out");
  EXPECT_EQ(affordable.designs[*affordable.recommended].kind, "optimal")
      << Describe(affordable).english;
  // Without a whole level it is still a crossing, of those that are left.
  study = StudyOf(FactorsText(2, 3, "seed: 3") + kPriced + "exclude: f0 == 2\n");
  affordable = Within(study, "5 USD").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->runs_each, 6u);
  EXPECT_EQ(FindKind(affordable, "kind: full")->estimates.english, "all effects and interactions");
}

TEST(AffordableTest, ASearchIsShownAndCanBeStopped) {
  Study study = StudyOf(FactorsText(4, 3, "seed: 3") + kPriced);
  FrameworkVersions versions;
  std::vector<RunRecord> runs;
  AffordableRequest request{&study, &versions, &runs, ParseLimit("3h").value()};
  request.run_takes = Seconds{100};
  int shown = 0;
  request.progress = [&](const SearchProgress&) { return ++shown < 0; };
  Affordable affordable = FindAffordable(request).value();
  EXPECT_GT(shown, 0);
  EXPECT_TRUE(FindKind(affordable, "kind: optimal, runs: 13")->search_stopped);
  EXPECT_FALSE(FindKind(affordable, "kind: full")->search_stopped);
  request.progress = nullptr;
  affordable = FindAffordable(request).value();
  EXPECT_FALSE(FindKind(affordable, "kind: optimal, runs: 13")->search_stopped);
}

TEST(AffordableTest, MoreThanTwoLevels) {
  Study study = StudyOf(FactorsText(3, 3, "seed: 3") + kPriced);
  Affordable affordable = Within(study, "10 USD").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->runs_each, 27u);
  EXPECT_EQ(FindKind(affordable, "kind: two_level")->runs_each, 8u);
  EXPECT_EQ(FindKind(affordable, "kind: latin_square")->runs_each, 9u);
  EXPECT_EQ(FindKind(affordable, "model: 2way")->runs_each, 28u)
      << "19 parameters and half as many";
  EXPECT_EQ(FindKind(affordable, "kind: simple")->runs_each, 7u);
}

TEST(SpendingLimitTest, MoneyOrTime) {
  EXPECT_EQ(ParseLimit("20USD").value().money, (Money{20, "USD"}));
  EXPECT_EQ(ParseLimit("3h").value().time->value, 10800);
  for (const char* bad : {"", "20", "USD", "-3h", "0s", "soon"}) {
    EXPECT_FALSE(ParseLimit(bad).ok()) << bad;
  }
}

}  // namespace
}  // namespace trena
