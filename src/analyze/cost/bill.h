// SPDX-License-Identifier: Apache-2.0
// The bill: what was measured at the study's prices, and what the study says is charged beside it,
// item by item, each with its source (docs/methods/cost.md). Where the study gives the invoice, how
// far the bill is from it and what allowance would close the gap: a hypothesis, never a cause.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/run.h"
#include "study/billing/charges.h"
#include "study/study.h"

namespace trena {

class Pricing;

struct BillLine {
  std::string environment;
  BillItem item = BillItem::kTraining;
  size_t attempts = 0;            // or pilots
  std::optional<double> seconds;  // of machine; missing for data
  std::optional<double> amount;   // missing where it has no bound, or no rate
  std::string setting;            // of the study file, "bill.setup: 5 min 00 s"; empty: measured
};

// The invoice less the bill, and what would make them equal if it were the same for all.
struct InvoiceGap {
  double invoice = 0;
  double gap = 0;
  std::optional<double> seconds_per_attempt;  // more of machine time, at each attempt's price
  std::optional<double> percent_of_time;      // more of all machine time
};

struct BillAnalysis {
  std::vector<BillLine> lines;  // by environment in the study's order, then by item
  size_t attempts = 0;          // billed
  std::optional<double> total;  // missing when a line's amount is, or nothing is billed
  std::optional<InvoiceGap> invoice;

  // Whether anything beside training and what is around it is on the bill.
  bool HasMore() const;
};

// What one attempt is charged, a line per item; empty when it never started, or its time or price
// is not known.
std::vector<BillLine> BillOf(const RunRecord& run, const Study& study, const Pricing& pricing);

BillAnalysis MakeBill(const Study& study, const Pricing& pricing,
                      const std::vector<RunRecord>& runs, const std::vector<PaidTime>& pilots);

// By folder of each attempt: its bill and those of the attempts before it at the same replication.
using Bills = std::unordered_map<Interned, double>;
Bills BillsWithFailures(const Study& study, const Pricing& pricing,
                        const std::vector<RunRecord>& runs);

}  // namespace trena
