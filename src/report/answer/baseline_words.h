// SPDX-License-Identifier: Apache-2.0
// Against the baseline that a person named: who is faster or cheaper and by how much, who is
// slower, and who cannot be told from it.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/metric_words.h"
#include "report/words/words.h"

namespace trena {

// "pytorch, batch 64": levels of the baseline's factors.
std::string NameAmongBaseline(const StatedAnalysis& stated, const std::vector<uint32_t>& levels);

// One sentence about a response, of a study and of a table alike; the analysis must have a baseline
// without a problem.
std::string BaselineInWords(const StatedAnalysis& stated, const MetricText& metric,
                            const Words& words);

// Of the main response, and of time and cost where their ratios are other ones; nothing where no
// baseline was named.
void SayBaseline(const Analysis& analysis, const Words& words, std::vector<std::string>& out);

}  // namespace trena
