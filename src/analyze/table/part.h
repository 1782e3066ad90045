// SPDX-License-Identifier: Apache-2.0
// A block of rows of a table, read into cells: pure, so blocks can be read at the same time.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/table/cell_table.h"
#include "analyze/table/kept_rows.h"
#include "analyze/table/layout.h"
#include "analyze/table/level_index.h"
#include "analyze/table/problems.h"

namespace trena {

struct TablePart {
  explicit TablePart(const TableLayout& layout)
      : levels(layout.factors.size()),
        with_empty(layout.factors.size()),
        cells(layout.factors.size(), layout.covariates.size()) {}

  std::vector<LevelIndex> levels;  // per factor
  std::vector<bool> with_empty;    // per factor that was found: a field was empty
  CellTable cells;
  KeptRows kept;
  size_t rows = 0;
  size_t lines = 0;
  size_t used = 0;
  size_t missing = 0;
  std::map<std::string, size_t> not_ok;
  TableProblems problems;
};

// `text` as a RowBlock has it; `names`: its first row is that of the names.
TablePart ReadPart(const TableLayout& layout, std::string_view text, bool names);

}  // namespace trena
