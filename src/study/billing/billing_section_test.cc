// SPDX-License-Identifier: Apache-2.0
#include "study/billing/billing_section.h"

#include <gtest/gtest.h>

#include "study/study_reader.h"

namespace trena {
namespace {

std::string StudyWith(const std::string& environment) {
  return "fixed: { framework: fake }\nenvironments:\n  a: { price: 1 USD/h, " + environment +
         " }\n";
}

Billing BillingOf(const std::string& environment) {
  Result<Study> study = ReadStudyText("s.yaml", StudyWith(environment));
  EXPECT_TRUE(study.ok()) << study.error().message();
  return study.ok() ? study.value().environments[0].billing : Billing{};
}

void ExpectError(const std::string& text, const std::string& message) {
  Result<Study> study = ReadStudyText("s.yaml", text);
  ASSERT_FALSE(study.ok()) << text;
  EXPECT_EQ(study.error().kind(), ErrorKind::kInput);
  EXPECT_NE(study.error().message().find(message), std::string::npos)
      << study.error().message() << "\nshould say: " << message;
}

TEST(BillingSection, NothingUnlessItIsSaid) {
  const Billing billing = BillingOf("vcpus: 4");
  EXPECT_FALSE(billing.unit || billing.minimum || billing.setup || billing.idle || billing.disk ||
               billing.data || billing.spot || billing.reserved_use);
}

TEST(BillingSection, ReadsTheBill) {
  const Billing billing = BillingOf(
      "bill: { unit: 1min, minimum: 10min, setup: 5min, idle: 30s, disk: 0.24 USD/d, "
      "data: 0.05 USD }");
  EXPECT_EQ(billing.unit, Seconds{60});
  EXPECT_EQ(billing.minimum, Seconds{600});
  EXPECT_EQ(billing.setup, Seconds{300});
  EXPECT_EQ(billing.idle, Seconds{30});
  EXPECT_NEAR(billing.disk->per_hour, 0.01, 1e-12);
  EXPECT_EQ(billing.data, (Money{0.05, "USD"}));
}

TEST(BillingSection, ReadsSpotAndReserved) {
  const SpotTerms spot =
      *BillingOf("spot: { interrupted_every: 20h, checkpoint_every: 10min, restart: 3min }").spot;
  EXPECT_EQ(spot.interrupted_every, Seconds{72000});
  EXPECT_EQ(spot.checkpoint_every, Seconds{600});
  EXPECT_EQ(spot.restart, Seconds{180});
  const SpotTerms bare = *BillingOf("spot: { interrupted_every: 20h }").spot;
  EXPECT_EQ(bare.checkpoint_every, std::nullopt);
  EXPECT_EQ(bare.restart, Seconds{0});
  EXPECT_DOUBLE_EQ(*BillingOf("reserved: { used: 62.5 % }").reserved_use, 0.625);
}

TEST(BillingSection, WhatIsWrongIsShownWhereItIs) {
  ExpectError(StudyWith("bill: { setup: 5 }"), "s.yaml:3:39: `5` has no unit of time");
  ExpectError(StudyWith("bill: { unit: 0s }"), "unit must be above 0");
  ExpectError(StudyWith("bill: { stup: 5min }"), "did you mean `setup`?");
  ExpectError(StudyWith("bill: { disk: 0 }"), "a price of 0 is ambiguous");
  ExpectError(StudyWith("bill: { data: -1 USD }"), "is not an amount of money");
  ExpectError(StudyWith("spot: { restart: 1min }"), "add `interrupted_every: 20h`");
  ExpectError(StudyWith("reserved: {}"), "add `used: 60 %`");
  ExpectError(StudyWith("reserved: { used: 0.6 }"), "write it like 60 %");
  ExpectError(StudyWith("reserved: { used: 0 % }"), "above 0 and up to 100 %");
  ExpectError(StudyWith("spot: { interrupted_every: 1h }, reserved: { used: 50 % }"),
              "spot or reserved, not both");
}

TEST(BillingSection, EveryCurrencyNeedsARate) {
  const std::string report = "report: { currency: BRL, rate: { USD: 5 } }\n";
  ExpectError(StudyWith("bill: { data: 1 EUR }") + report, "the data of environment a");
  ExpectError(StudyWith("bill: { disk: 1 EUR/h }") + report, "the disk of environment a");
  ExpectError(StudyWith("vcpus: 4") + report + "invoice: 3 EUR\n", "the invoice");
}

TEST(BillingSection, RatesHaveTheirDays) {
  const Study study =
      ReadStudyText("s.yaml",
                    "fixed: { framework: fake }\nreport: { currency: BRL, rate: { USD: "
                    "4.865, EUR: { rate: 5.31, date: 2024-02-01 }, date: 2024-01-15 } }")
          .value();
  EXPECT_EQ(study.report.rates, (std::map<std::string, double>{{"EUR", 5.31}, {"USD", 4.865}}));
  EXPECT_EQ(study.report.rate_date, "2024-01-15");
  EXPECT_EQ(study.report.rate_dates, (std::map<std::string, std::string>{{"EUR", "2024-02-01"}}));
  ExpectError(
      "fixed: { framework: fake }\nreport: { rate: { EUR: { rate: 5, date: 2024-02-31 } } }",
      "is not a date");
}

}  // namespace
}  // namespace trena
