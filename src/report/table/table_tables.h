// SPDX-License-Identifier: Apache-2.0
// The tables of an analysed table, for every format that draws them.
#pragma once

#include <cstddef>
#include <vector>

#include "analyze/table/table_analysis.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

// Terms with df, sum of squares, mean square, F, p and percent of variation; then the residuals.
ReportTable VarianceTable(const TableAnalysis& analysis, const Words& words);

// Levels, n, mean and its interval of these cells.
ReportTable MeansTable(const TableAnalysis& analysis, const std::vector<size_t>& cells,
                       const Words& words);

// The first cells, at most so many.
std::vector<size_t> FirstCells(const TableAnalysis& analysis, size_t most);

// At most so many cells, those with the least means, in the table's order.
std::vector<size_t> CellsByMean(const TableAnalysis& analysis, size_t most);

}  // namespace trena
