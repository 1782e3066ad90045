// SPDX-License-Identifier: Apache-2.0
// Prices and budgets as a person gave them: amounts that were measured are rounded to what can be
// known of them, a price is exact.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

// "1.006 USD", "0.169 USD", "3.00 USD": with all its decimals, and no fewer than money has.
std::string PriceInWords(double amount, const std::string& currency, const Words& words);

// "200.00 USD (973.00 BRL)" where the study has it in another currency than the analysis; the
// analysis has a budget.
std::string BudgetInWords(const CostAnalysis& cost, const Words& words);

}  // namespace trena
