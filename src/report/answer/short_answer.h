// SPDX-License-Identifier: Apache-2.0
// The answer in three to six sentences, for the first screen: what drives it and by how much, which
// scenario is fastest and which cheapest, who cannot be told from them, how far the others are,
// what was learned, and what the data cannot tell. The rest is in answer.h.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

std::vector<std::string> ShortAnswer(const Analysis& analysis, const Words& words);

}  // namespace trena
