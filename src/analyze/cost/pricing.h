// SPDX-License-Identifier: Apache-2.0
// Prices of a study in one currency. They are the study's prices now, never those at the time of a
// run, so that editing a price and analysing again re-prices what was measured.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "study/study.h"

namespace trena {

// What the study says one unit of `currency` is worth in the report's; missing where it does not.
std::optional<ExchangeRate> RateOf(const ReportOptions& report, const std::string& currency);

// The currency is the report's where the study names one, unless all prices share another that has
// no rate to it; else the prices' own where they agree. What cannot be brought into it has no cost,
// and is warned of.
class Pricing {
 public:
  // `environments` are those of the plan.
  Pricing(const Study& study, const std::set<std::string>& environments);

  // Empty when nothing has a price, or prices have no currency in common.
  const std::string& currency() const { return currency_; }
  const std::vector<std::string>& without_price() const { return without_price_; }
  const std::vector<Warning>& warnings() const { return warnings_; }
  // Those that amounts were brought into the currency by.
  const std::vector<ExchangeRate>& rates() const { return rates_; }

  // Free is 0; empty without a price or a rate.
  std::optional<double> Cost(const std::string& environment, double seconds) const;
  // With all that is charged beside its time, as the budget counts it (study/billing/charges.h).
  std::optional<double> CostOfAttempt(const RunRecord& run) const;
  std::optional<double> Convert(const Money& money) const;

 private:
  void ChooseCurrency(const std::set<std::string>& currencies, bool any_free);
  void WarnOfRates(const std::set<std::string>& currencies);
  void ListRates(const std::set<std::string>& currencies);

  const Study& study_;
  std::string currency_;
  std::vector<std::string> without_price_;
  std::vector<Warning> warnings_;
  std::vector<ExchangeRate> rates_;
};

// What all attempts and pilots cost, those of no scenario of the plan included: they were paid for
// too.
// `cheapest` and what is not told apart from it are left for comparison.h.
CostAnalysis Bill(const Study& study, const Pricing& pricing, const std::vector<RunRecord>& runs,
                  const std::vector<PaidTime>& pilots, std::vector<Warning>& warnings);

}  // namespace trena
