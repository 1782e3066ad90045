// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/shared_currency.h"

#include "analyze/cost/pricing.h"

namespace trena {
namespace {

// From another currency into this side's own.
std::optional<ExchangeRate> DatedRate(const PricedSide& into, const std::string& currency) {
  if (into.report.currency != into.cost.currency) return std::nullopt;
  auto rate = RateOf(into.report, currency);
  return rate && rate->date ? rate : std::nullopt;
}

}  // namespace

std::optional<SharedCurrency> ShareCurrency(const PricedSide& first, const PricedSide& second) {
  if (first.cost.currency == second.cost.currency) {
    return SharedCurrency{.currency = first.cost.currency, .rate = {}};
  }
  if (auto rate = DatedRate(first, second.cost.currency)) {
    return SharedCurrency{
        .currency = first.cost.currency, .second_times = rate->rate, .rate = rate};
  }
  if (auto rate = DatedRate(second, first.cost.currency)) {
    return SharedCurrency{
        .currency = second.cost.currency, .first_times = rate->rate, .rate = rate};
  }
  return std::nullopt;
}

}  // namespace trena
