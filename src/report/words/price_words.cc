// SPDX-License-Identifier: Apache-2.0
#include "report/words/price_words.h"

#include <cmath>

namespace trena {
namespace {

// The fewest that lose nothing but the rounding of doubles.
int PriceDecimals(double amount) {
  for (int decimals = 0; decimals < kMostDecimals; ++decimals) {
    const double unit = std::pow(10, decimals);
    if (std::abs(std::round(amount * unit) / unit - amount) <= 1e-10 * std::abs(amount)) {
      return decimals;
    }
  }
  return kMostDecimals;
}

}  // namespace

std::string PriceInWords(double amount, const std::string& currency, const Words& words) {
  std::string money = words.Money(amount, currency);
  std::string exact = words.WithCurrency(words.Fixed(amount, PriceDecimals(amount)), currency);
  return exact.size() > money.size() ? exact : money;  // the one with more decimals
}

std::string BudgetInWords(const CostAnalysis& cost, const Words& words) {
  const std::string budget = PriceInWords(*cost.budget, cost.currency, words);
  if (!cost.given_budget) return budget;
  return PriceInWords(cost.given_budget->amount, cost.given_budget->currency, words) + " (" +
         words.Money(*cost.budget, cost.currency) + ")";
}

}  // namespace trena
