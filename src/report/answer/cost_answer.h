// SPDX-License-Identifier: Apache-2.0
// What the answer says about money beyond the range of costs: prices of the command line, what is
// worth choosing from, the bill and the invoice, break-even prices, what drives cost but not time.
// Sentences in the order of reading; none where there is nothing to say.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

void SayRepriced(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
void SayChoices(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
void SayBill(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
// That another scenario is the cheapest by the whole bill than by price × time, where it is.
void SayBillOrder(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
void SayBreakEvens(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
void SayTimeAndCost(const Analysis& analysis, const Words& words, std::vector<std::string>& out);

}  // namespace trena
