// SPDX-License-Identifier: Apache-2.0
// What equal trainings differed by (analyze/noise/equal_trainings.h), in words: a sentence for each
// pair.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/words.h"

namespace trena {

void SayEqual(const Analysis& analysis, const Words& words, std::vector<std::string>& out);

}  // namespace trena
