// SPDX-License-Identifier: Apache-2.0
#include "plan/affordable.h"

#include <gtest/gtest.h>

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
  EXPECT_EQ(full->confounds, "");
  const AffordableDesign* half = FindKind(affordable, "resolution: IV");
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(half->runs_each, 8u);
  EXPECT_EQ(half->replications, 6);
  EXPECT_EQ(half->confounds, "two-factor interactions with each other");
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
                .find("kind: full, replications: 3 }` (48 runs, about 1 h 20 min, "
                      "about 4.80 USD)"),
            std::string::npos)
      << Describe(affordable);
}

TEST(AffordableTest, LessMoneyIsAFractionThatRepeats) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "1.7 USD").value();
  // The whole fits once, the half twice.
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 1);
  EXPECT_EQ(affordable.designs[*affordable.recommended].written,
            "{ kind: fraction, resolution: IV, replications: 2 }");
}

TEST(AffordableTest, TheRecommendedOneFindsWhatIsAsked) {
  Study study = StudyOf(FourFactors(kPriced));
  Affordable affordable = Within(study, "3.2 USD", 100, {}, 0.055).value();
  const AffordableDesign& design = affordable.designs[*affordable.recommended];
  EXPECT_LE(*design.smallest, 0.055);
  // Nothing finds this: the most telling is offered all the same.
  affordable = Within(study, "3.2 USD", 100, {}, 0.001).value();
  EXPECT_EQ(affordable.designs[*affordable.recommended].kind, "full");
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
                .find("buy none of the designs: the cheapest, `design: { kind: "
                      "simple, replications: 1 }`, is 5 runs, about 8 min 20 s, "
                      "about 0.500 USD"),
            std::string::npos)
      << Describe(affordable);
  EXPECT_TRUE(ToJson(affordable)["recommended"].is_null());
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
}

TEST(AffordableTest, NothingIsGuessed) {
  Study study = StudyOf(FourFactors(kPriced));
  Result<Affordable> unknown = Within(study, "5 USD", std::nullopt);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().kind(), ErrorKind::kInput);
  EXPECT_NE(unknown.error().message().find("--run-takes 90s"), std::string::npos);
}

TEST(AffordableTest, Currencies) {
  Study study = StudyOf(FourFactors(kPriced) +
                        "report: { currency: BRL, rate: { USD: 5, date: 2024-01-15 } }\n");
  Affordable affordable = Within(study, "25 BRL").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 3);
  affordable = Within(study, "5 USD").value();
  EXPECT_EQ(FindKind(affordable, "kind: full")->replications, 3);
  EXPECT_FALSE(Within(study, "5 EUR").ok());
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
