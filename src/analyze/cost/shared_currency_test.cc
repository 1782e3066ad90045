// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/shared_currency.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

CostAnalysis In(const std::string& currency) {
  CostAnalysis cost;
  cost.currency = currency;
  return cost;
}

// 1 USD is 4.865 BRL.
ReportOptions InReais(const std::optional<std::string>& date) {
  ReportOptions report;
  report.currency = "BRL";
  report.rates = {{"USD", 4.865}};
  report.rate_date = date;
  return report;
}

TEST(SharedCurrency, TheSameNeedsNoRate) {
  const auto shared = ShareCurrency({In("USD"), {}}, {In("USD"), {}});
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->currency, "USD");
  EXPECT_FALSE(shared->rate);
}

TEST(SharedCurrency, ByTheRateThatEitherStates) {
  const CostAnalysis reais = In("BRL"), dollars = In("USD");
  const ReportOptions report = InReais("2024-01-15"), none;
  const auto first = ShareCurrency({reais, report}, {dollars, none});
  ASSERT_TRUE(first && first->rate);
  EXPECT_EQ(first->currency, "BRL");
  EXPECT_EQ(first->first_times, 1);
  EXPECT_EQ(first->second_times, 4.865);
  EXPECT_EQ(first->rate->date, "2024-01-15");
  const auto second = ShareCurrency({dollars, none}, {reais, report});
  ASSERT_TRUE(second);
  EXPECT_EQ(second->currency, "BRL");
  EXPECT_EQ(second->first_times, 4.865);
  EXPECT_EQ(second->second_times, 1);
}

TEST(SharedCurrency, NeverByARateWithoutADayNorWithoutARate) {
  const CostAnalysis reais = In("BRL"), dollars = In("USD"), euros = In("EUR");
  const ReportOptions undated = InReais(std::nullopt), dated = InReais("2024-01-15"), none;
  EXPECT_FALSE(ShareCurrency({reais, undated}, {dollars, none}));
  EXPECT_FALSE(ShareCurrency({reais, dated}, {euros, none}));
  EXPECT_FALSE(ShareCurrency({reais, none}, {dollars, none}));
  // Its amounts are in another currency than the one its rates lead to.
  EXPECT_FALSE(ShareCurrency({euros, dated}, {dollars, none}));
}

}  // namespace
}  // namespace trena
