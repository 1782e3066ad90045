// SPDX-License-Identifier: Apache-2.0
#include "report/words/price_words.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

const Words kPriceEnglish(Language::kEnglish);
const Words kPricePortuguese(Language::kPortuguese);

TEST(PriceWords, APriceIsShownAsItWasGiven) {
  const auto text = [](double price) { return PriceInWords(price, "USD", kPriceEnglish); };
  EXPECT_EQ(text(1.006), "1.006 USD") << "not 1.01";
  EXPECT_EQ(text(0.0104), "0.0104 USD");
  EXPECT_EQ(text(0.52613), "0.52613 USD");
  EXPECT_EQ(text(3), "3.00 USD") << "money has two decimals";
  EXPECT_EQ(text(0.36), "0.360 USD");
  EXPECT_EQ(text(0), "0.00 USD");
  EXPECT_EQ(text(3600 * 0.0001), "0.360 USD") << "the rounding of doubles is no decimal";
  EXPECT_EQ(text(1234.5678), "1,234.5678 USD");
  EXPECT_EQ(PriceInWords(1.006, "BRL", kPricePortuguese), "R$ 1,006");
}

TEST(PriceWords, ABudgetInAnotherCurrencyHasBoth) {
  CostAnalysis cost;
  cost.currency = "BRL";
  cost.budget = 973;
  EXPECT_EQ(BudgetInWords(cost, kPriceEnglish), "973.00 BRL");
  cost.given_budget = Money{200, "USD"};
  EXPECT_EQ(BudgetInWords(cost, kPriceEnglish), "200.00 USD (973.00 BRL)");
  EXPECT_EQ(BudgetInWords(cost, kPricePortuguese), "US$ 200,00 (R$ 973,00)");
}

}  // namespace
}  // namespace trena
