// SPDX-License-Identifier: Apache-2.0
// One currency for the costs of two studies. Amounts in different ones are brought together only by
// a rate that one of the studies states with its day.
#pragma once

#include <optional>
#include <string>

#include "analyze/analysis.h"
#include "study/study.h"

namespace trena {

struct SharedCurrency {
  std::string currency;
  double first_times = 1;  // what the first's amounts are multiplied by
  double second_times = 1;
  std::optional<ExchangeRate> rate;  // by which, where they had to be converted
};

// A side's costs and the rates that its study states.
struct PricedSide {
  const CostAnalysis& cost;
  const ReportOptions& report;
};

// Missing where there is no such rate. Both have a currency.
std::optional<SharedCurrency> ShareCurrency(const PricedSide& first, const PricedSide& second);

}  // namespace trena
