// SPDX-License-Identifier: Apache-2.0
// Tables about money: the bill with the source of each item, break-even prices, and what drives
// time and cost side by side. Each has no rows where there is nothing to show.
#pragma once

#include "report/tables/tables.h"

namespace trena {

ReportTable BillTable(const Analysis& analysis, const Words& words);

ReportTable BreakEvenTable(const Analysis& analysis, const Words& words);

// Shares of the variation of time and of cost, term by term; none where one price makes them equal.
ReportTable TimeAndCostTable(const Analysis& analysis, const Words& words);

// Whether scenarios with a cost have more than one price: with one, cost is time by another name.
bool PricesDiffer(const Analysis& analysis);

// The rows of the analyses of time and of cost, where both are there and prices differ; else null.
struct TimeAndCost {
  const std::vector<AnovaRow>* time = nullptr;
  const std::vector<AnovaRow>* cost = nullptr;
};
TimeAndCost FindTimeAndCost(const Analysis& analysis);

}  // namespace trena
