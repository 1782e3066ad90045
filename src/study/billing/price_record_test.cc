// SPDX-License-Identifier: Apache-2.0
#include "study/billing/price_record.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(PriceRecordTest, WhatIsChargedIsKept) {
  Environment environment;
  EXPECT_TRUE(PriceRecord(environment).is_null());
  environment.price = Price{1.006, "USD", false};
  environment.billing.setup = Seconds{300};
  environment.billing.spot = SpotTerms{Seconds{72000}, std::nullopt, Seconds{180}};
  const Json record = PriceRecord(environment);
  EXPECT_EQ(record["per_hour"], 1.006) << "as it was written, not as it is shown";
  EXPECT_EQ(record["setup_s"], 300);
  EXPECT_EQ(record["spot"]["interrupted_every_s"], 72000);
  EXPECT_FALSE(record["spot"].contains("checkpoint_every_s"));
  EXPECT_FALSE(record.contains("unit_s"));
  EXPECT_EQ(PriceFromRecord(record), environment.price);
}

TEST(PriceRecordTest, FreeIsAPriceAndNothingIsNone) {
  Environment environment;
  environment.price = Price{0, "", true};
  EXPECT_EQ(PriceFromRecord(PriceRecord(environment)), environment.price);
  for (const char* bad : {"null", "{}", "[1]", R"({"per_hour": "x"})", R"({"per_hour": -1})"}) {
    EXPECT_FALSE(PriceFromRecord(ParseJson(bad).value())) << bad;
  }
}

}  // namespace
}  // namespace trena
