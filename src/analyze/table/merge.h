// SPDX-License-Identifier: Apache-2.0
// The parts of a table put together in the order of its rows, and what the whole tells about the
// columns that were taken for factors.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/model/cell_table.h"
#include "analyze/table/kept_rows.h"
#include "analyze/table/layout.h"
#include "analyze/table/level_index.h"
#include "analyze/table/problems.h"
#include "core/result.h"

namespace trena {

// A block of rows of a table, read into cells: pure, so blocks can be read at the same time.

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

class TableMerge {
 public:
  // Of a factor that was named, and of all of them together: more would be no analysis.
  static constexpr size_t kMostLevels = 65'536;
  static constexpr size_t kMostCells = size_t{1} << 20;

  TableMerge(const TableRequest& request, const TableLayout& layout);

  // The part that follows those added before. Fails when there are too many levels or cells.
  Status Add(const TablePart& part);

  size_t rows() const { return whole_.rows; }

  // Fails for what is wrong with the rows, and when what is left is no table to analyse: fewer than
  // two rows, a factor of one level, as many levels as rows, or no factor at all.
  Result<TableRead> Finish();

 private:
  void Forget(size_t factor);
  std::vector<std::vector<uint32_t>> Renamed(const TablePart& part);
  Status CheckSize() const;
  Status CheckRows() const;
  Status CheckNamedFactors() const;
  Result<Cells> MakeCells() const;
  void LeaveOut(size_t factor, LeftOut why, const std::string& detail = "");
  void LeaveOutFound();
  void LeaveOutSame();
  void LeaveOutLabels();
  bool OneToOne(size_t a, size_t b) const;
  size_t Levels(size_t factor) const { return whole_.levels[factor].levels().size(); }
  const std::string& Name(size_t factor) const { return layout_.columns[layout_.factors[factor]]; }

  const TableRequest& request_;
  const TableLayout& layout_;
  TablePart whole_;
  std::vector<bool> forgotten_;  // factors that were found and have too many levels
  std::vector<bool> left_out_;
  std::vector<LeftOutColumn> reasons_;
};

}  // namespace trena
