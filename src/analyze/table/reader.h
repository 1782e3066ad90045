// SPDX-License-Identifier: Apache-2.0
// Any table (CSV, TSV, semicolons, JSON lines; a file or standard input) as its cells, in one pass,
// with all CPUs and bounded memory. Blocks of rows are read at the same time and merged in the
// order of the rows, so the result is the same to the last bit whatever the number of threads.
//
//   TableRequest request{.path = "runs.csv", .response = "time_s"};
//   TRENA_ASSIGN(TableRead read, ReadTable(request));
#pragma once

#include "analyze/table/request.h"
#include "core/result.h"
#include "core/table/row_blocks.h"

namespace trena {

// What is wrong with the table is an InputError that names row, line and column and says what to
// do. `block_size`: bytes read at a time, and the longest row.
Result<TableRead> ReadTable(const TableRequest& request, size_t block_size = RowBlocks::kBlockSize);

}  // namespace trena
