// SPDX-License-Identifier: Apache-2.0
#include "study/billing/charges.h"

#include <gtest/gtest.h>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>

namespace trena {
namespace {

// One training as it happens: stretches of work, each begun again (after a restart that can be
// interrupted too) until it is done without interruption.
double Simulate(double work, const SpotTerms& terms, boost::random::mt19937_64& engine) {
  boost::random::exponential_distribution<double> next(1 / terms.interrupted_every.value);
  double total = 0;
  while (work > 1e-9) {
    const double stretch = std::min(work, terms.checkpoint_every->value);
    double needed = stretch;
    for (double alive = next(engine); alive < needed; alive = next(engine)) {
      total += alive;
      needed = terms.restart.value + stretch;
    }
    total += needed;
    work -= stretch;
  }
  return total;
}

TEST(Spot, IsTheMeanOfASimulation) {
  const SpotTerms terms{Seconds{3600}, Seconds{1500}, Seconds{600}};
  boost::random::mt19937_64 engine(7);
  double sum = 0, squares = 0;
  constexpr int kTrainings = 20000;
  for (int i = 0; i < kTrainings; ++i) {
    const double seconds = Simulate(4000, terms, engine);
    sum += seconds;
    squares += seconds * seconds;
  }
  const double mean = sum / kTrainings;
  const double error = std::sqrt((squares / kTrainings - mean * mean) / kTrainings);
  EXPECT_NEAR(*ExpectedSpotSeconds(4000, terms), mean, 4 * error);
  EXPECT_LT(error, 0.005 * mean) << "the simulation must be able to tell";
}

TEST(Spot, WithoutCheckpointsTheWholeTrainingIsAtStake) {
  // M (e - 1) for work as long as the mean time between interruptions.
  EXPECT_NEAR(*ExpectedSpotSeconds(3600, {Seconds{3600}, std::nullopt, Seconds{0}}),
              3600 * (std::exp(1.0) - 1), 1e-6);
}

TEST(Spot, RareInterruptionsAddNothing) {
  EXPECT_NEAR(*ExpectedSpotSeconds(100, {Seconds{1e12}, std::nullopt, Seconds{60}}), 100, 1e-6);
  EXPECT_EQ(ExpectedSpotSeconds(0, {Seconds{60}, std::nullopt, Seconds{60}}), 0);
}

TEST(Spot, WhatWouldNeverEndHasNoTime) {
  EXPECT_EQ(ExpectedSpotSeconds(36000, {Seconds{60}, std::nullopt, Seconds{0}}), std::nullopt);
  EXPECT_TRUE(ExpectedSpotSeconds(36000, {Seconds{60}, Seconds{30}, Seconds{0}}));
  EXPECT_EQ(ExpectedSpotSeconds(1, {Seconds{1}, std::nullopt, Seconds{1e6}}), std::nullopt);
}

// One that never was interrupted, at the edge of what ends: M (e^(s/M) - 1) = 1e6 s has its bound
// between s/M = 16.7 (e^16.7 = 17.9e6, divided by 16.7 is 1.07e6) and 16.6 (16.2e6 / 16.6 is
// 0.98e6).
TEST(Spot, AMillionTimesTheWorkIsTheBound) {
  EXPECT_TRUE(ExpectedSpotSeconds(16.6, {Seconds{1}, std::nullopt, Seconds{0}}));
  EXPECT_FALSE(ExpectedSpotSeconds(16.7, {Seconds{1}, std::nullopt, Seconds{0}}));
}

TEST(Spot, NoWorkTakesNoTime) {
  EXPECT_EQ(ExpectedSpotSeconds(-1, {Seconds{60}, std::nullopt, Seconds{60}}), 0);
  EXPECT_EQ(ExpectedSpotSeconds(std::nan(""), {Seconds{60}, std::nullopt, Seconds{60}}), 0);
}

// Two whole stretches and a half one: M e^(R/M) (2 (e^(s/M) - 1) + e^(s/2M) - 1).
TEST(Spot, StretchesAndARest) {
  const SpotTerms terms{Seconds{1000}, Seconds{200}, Seconds{100}};
  const double expected = 1000 * std::exp(0.1) * (2 * (std::exp(0.2) - 1) + (std::exp(0.1) - 1));
  EXPECT_NEAR(*ExpectedSpotSeconds(500, terms), expected, 1e-9);
  // A checkpoint beyond the end is none.
  EXPECT_NEAR(*ExpectedSpotSeconds(100, terms), 1000 * std::exp(0.1) * (std::exp(0.1) - 1), 1e-9);
}

const Charge* ChargeOf(const std::vector<Charge>& charges, BillItem item) {
  for (const Charge& charge : charges) {
    if (charge.item == item) return &charge;
  }
  return nullptr;
}

std::optional<double> SecondsOf(const Billing& billing, double seconds, BillItem item,
                                bool ended_well = true) {
  const auto charges = ChargesBeside(billing, seconds, ended_well);
  const Charge* charge = ChargeOf(charges, item);
  EXPECT_NE(charge, nullptr);
  return charge != nullptr ? charge->seconds : std::nullopt;
}

TEST(Charges, NothingIsChargedBesideWhereNothingIsSaid) {
  EXPECT_TRUE(ChargesBeside({}, 100, true).empty());
  EXPECT_TRUE(ChargesBeside({}, 0, false).empty());
}

TEST(Charges, SetUpAndIdleAsTheyAreSaid) {
  Billing billing;
  billing.setup = Seconds{300};
  billing.idle = Seconds{60};
  const auto charges = ChargesBeside(billing, 100, true);
  ASSERT_EQ(charges.size(), 2u);
  EXPECT_EQ(charges[0].item, BillItem::kSetup);
  EXPECT_EQ(charges[0].seconds, 300);
  EXPECT_EQ(charges[0].setting, "bill.setup: 5 min 00 s");
  EXPECT_EQ(charges[1].item, BillItem::kIdle);
  EXPECT_EQ(charges[1].seconds, 60);
}

TEST(Charges, WholeUnitsExactlyAndOneBeyond) {
  Billing billing;
  billing.unit = Seconds{60};
  EXPECT_EQ(SecondsOf(billing, 120, BillItem::kRounding), 0);
  EXPECT_EQ(SecondsOf(billing, 121, BillItem::kRounding), 59);
  EXPECT_EQ(SecondsOf(billing, 119, BillItem::kRounding), 1);
  EXPECT_EQ(SecondsOf(billing, 0, BillItem::kRounding), 0);
  // With the set-up of 30 s, 90 s are two minutes.
  billing.setup = Seconds{30};
  EXPECT_EQ(SecondsOf(billing, 90, BillItem::kRounding), 0);
  EXPECT_EQ(SecondsOf(billing, 91, BillItem::kRounding), 59);
  // Three times 0.1 is a little over 0.3, which is no fourth unit.
  billing.setup.reset();
  billing.unit = Seconds{0.1};
  EXPECT_NEAR(*SecondsOf(billing, 0.1 + 0.1 + 0.1, BillItem::kRounding), 0, 1e-12);
}

TEST(Charges, TheMinimumIsTheLeastAndIsRoundedToo) {
  Billing billing;
  billing.minimum = Seconds{600};
  EXPECT_EQ(SecondsOf(billing, 599, BillItem::kRounding), 1);
  EXPECT_EQ(SecondsOf(billing, 600, BillItem::kRounding), 0);
  EXPECT_EQ(SecondsOf(billing, 601, BillItem::kRounding), 0);
  billing.unit = Seconds{3600};
  EXPECT_EQ(SecondsOf(billing, 1, BillItem::kRounding), 3599);
  const auto charges = ChargesBeside(billing, 1, true);
  EXPECT_EQ(charges.at(0).setting, "bill.minimum: 10 min 00 s, bill.unit: 1 h 00 min");
}

TEST(Charges, OnlyWhatEndedWellWasInterruptedOnAverage) {
  Billing billing;
  billing.spot = SpotTerms{Seconds{3600}, std::nullopt, Seconds{0}};
  // M (e - 1) less the work itself, M.
  EXPECT_NEAR(*SecondsOf(billing, 3600, BillItem::kInterruptions), 3600 * (std::exp(1.0) - 2),
              1e-6);
  EXPECT_TRUE(ChargesBeside(billing, 3600, false).empty());
}

TEST(Charges, WhatHasNoBoundLeavesTheRestUnknown) {
  Billing billing;
  billing.spot = SpotTerms{Seconds{1}, std::nullopt, Seconds{0}};
  billing.unit = Seconds{60};
  billing.reserved_use = 0.5;
  billing.disk = Price{1, "USD", false};
  for (const Charge& charge : ChargesBeside(billing, 3600, true)) {
    EXPECT_EQ(charge.seconds, std::nullopt) << ToString(charge.item);
  }
  EXPECT_EQ(ChargesBeside(billing, 3600, true).size(), 4u);
}

TEST(Charges, AReservedMachineIsPaidForUnusedTime) {
  Billing billing;
  billing.reserved_use = 0.25;  // for each second used, three are not
  billing.disk = Price{1, "USD", false};
  EXPECT_EQ(SecondsOf(billing, 100, BillItem::kUnused), 300);
  EXPECT_EQ(SecondsOf(billing, 100, BillItem::kDisk), 100) << "disk is not for that of nobody";
  billing.setup = Seconds{20};
  EXPECT_EQ(SecondsOf(billing, 100, BillItem::kUnused), 360);
  EXPECT_EQ(SecondsOf(billing, 100, BillItem::kDisk), 120);
  billing.reserved_use = 1;
  EXPECT_EQ(SecondsOf(billing, 100, BillItem::kUnused), 0);
  const auto charges = ChargesBeside(billing, 100, true);
  EXPECT_EQ(ChargeOf(charges, BillItem::kUnused)->setting, "reserved.used: 100 %");
}

TEST(Charges, ItemsHaveTheirNames) {
  EXPECT_EQ(ToString(BillItem::kTraining), "training");
  EXPECT_EQ(ToString(BillItem::kPilots), "pilots");
  EXPECT_EQ(ToString(BillItem::kSetup), "setup");
  EXPECT_EQ(ToString(BillItem::kRounding), "rounding");
  EXPECT_EQ(ToString(BillItem::kData), "data");
}

// 3.60 USD an hour: a tenth of a cent a second.
Study PricedStudy() {
  Study study;
  Environment here;
  here.name = "here";
  here.price = Price{3.6, "USD", false};
  study.environments.push_back(here);
  Environment unpriced;
  unpriced.name = "unpriced";
  study.environments.push_back(unpriced);
  return study;
}

TEST(Costs, PriceTimesTime) {
  const Study study = PricedStudy();
  EXPECT_NEAR(CostOfTime(study, "here", 1000)->amount, 1, 1e-12);
  EXPECT_EQ(CostOfTime(study, "here", 1000)->currency, "USD");
  EXPECT_EQ(CostOfTime(study, "here", 0), (Money{0, "USD"}));
  EXPECT_EQ(CostOfTime(study, "unpriced", 1000), std::nullopt);
  EXPECT_EQ(CostOfTime(study, "nowhere", 1000), std::nullopt);
}

TEST(Costs, TheReportsCurrencyByItsRate) {
  Study study = PricedStudy();
  EXPECT_EQ(InReportCurrency(study, {2, "EUR"}), (Money{2, "EUR"})) << "none is asked for";
  study.report.currency = "BRL";
  study.report.rates["USD"] = 5;
  EXPECT_EQ(InReportCurrency(study, {2, "USD"}), (Money{10, "BRL"}));
  EXPECT_EQ(InReportCurrency(study, {2, "BRL"}), (Money{2, "BRL"}));
  EXPECT_EQ(InReportCurrency(study, {2, "EUR"}), std::nullopt);
  EXPECT_EQ(InReportCurrency(study, {0, ""}), (Money{0, "BRL"})) << "free is free in any";
  EXPECT_NEAR(CostOfTime(study, "here", 1000)->amount, 5, 1e-12);
}

TEST(Costs, AnAttemptIsChargedWithAllBesideIt) {
  Study study = PricedStudy();
  Billing& billing = study.environments[0].billing;
  billing.setup = Seconds{500};
  billing.unit = Seconds{1000};
  billing.disk = Price{0.36, "USD", false};
  billing.data = Money{2, "USD"};
  // 700 s and 500 s are 1200 s, in units 2000 s: 2 USD; disk a tenth of it: 0.2; data: 2.
  const auto cost = CostOfAttempt(study, "here", 700, true);
  ASSERT_TRUE(cost);
  EXPECT_NEAR(cost->amount, 4.2, 1e-12);
  EXPECT_EQ(cost->currency, "USD");
  EXPECT_EQ(CostOfAttempt(study, "unpriced", 700, true), std::nullopt);
}

TEST(Costs, AFreeMachineWithDataCostsItsData) {
  Study study = PricedStudy();
  study.environments[0].price = Price{0, "", true};
  EXPECT_EQ(CostOfAttempt(study, "here", 100, true), (Money{0, ""}));
  study.environments[0].billing.data = Money{2, "EUR"};
  EXPECT_EQ(CostOfAttempt(study, "here", 100, true), (Money{2, "EUR"}));
}

TEST(Costs, TwoCurrenciesWithoutARateAreNoSum) {
  Study study = PricedStudy();
  study.environments[0].billing.data = Money{2, "EUR"};
  EXPECT_EQ(CostOfAttempt(study, "here", 100, true), std::nullopt);
  // Free disk adds nothing and needs no rate.
  study.environments[0].billing.data.reset();
  study.environments[0].billing.disk = Price{0, "", true};
  EXPECT_NEAR(CostOfAttempt(study, "here", 1000, true)->amount, 1, 1e-12);
}

TEST(Costs, WhatHasNoBoundHasNoCost) {
  Study study = PricedStudy();
  study.environments[0].billing.spot = SpotTerms{Seconds{1}, std::nullopt, Seconds{0}};
  EXPECT_EQ(CostOfAttempt(study, "here", 3600, true), std::nullopt);
  EXPECT_NEAR(CostOfAttempt(study, "here", 1000, false)->amount, 1, 1e-12)
      << "what failed is paid for as long as it ran";
}

}  // namespace
}  // namespace trena
