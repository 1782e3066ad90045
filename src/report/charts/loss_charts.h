// SPDX-License-Identifier: Apache-2.0
// Loss against iteration for every batch size (the library study's own figure): a chart for each
// combination of the other factors, a line for each batch size, of its first replication that ended
// well. Iterations are known where the study says `detail: step`; else the loss of each epoch is
// drawn, at the iteration where the epoch ended, which is ⌊images ÷ batch⌋ steps each.
#pragma once

#include <vector>

#include "analyze/analysis.h"
#include "report/charts/charts.h"
#include "report/words/words.h"
#include "store/event_file.h"

namespace trena {

// The runs whose steps and epochs LossCharts draws, for whoever reads them into the record; none
// where the batch size does not vary.
std::vector<const RunRecord*> LossRuns(const Analysis& analysis);

// None where the batch size does not vary, or fewer than two points of a line are known.
std::vector<Chart> LossCharts(const Analysis& analysis, const Words& words);

// At most `most` points, each the mean of as many neighbours, at the last of them.
std::vector<StepLoss> Thinned(const std::vector<StepLoss>& losses, size_t most);

}  // namespace trena
