// SPDX-License-Identifier: Apache-2.0
// Which column of a table is what: the response, the factors, the outcome. From what was asked,
// from the names and from the first rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/table/column_profile.h"
#include "analyze/table/request.h"
#include "core/result.h"
#include "core/table/row_blocks.h"

namespace trena {

// How a table is written, told from its first bytes: JSON lines begin with a brace; otherwise the
// separator is the one of comma, semicolon and tab that the first row has most of.

struct TableFormat {
  char separator = ',';  // 0: JSON lines
  bool json() const { return separator == 0; }
  Quotes quotes() const { return json() ? Quotes::kIgnored : Quotes::kMayHoldNewlines; }
  std::string name() const;
};

TableFormat SniffFormat(std::string_view start);

struct TableLayout {
  TableFormat format;
  std::vector<std::string> columns;
  size_t response = 0;
  std::vector<size_t> factors;  // columns, in the order asked for, or of the table
  bool factors_found = false;
  std::vector<size_t> covariates;
  std::optional<size_t> outcome;
  OutcomeKind outcome_kind = OutcomeKind::kWords;
  DecimalMark decimal_mark = DecimalMark::kPoint;
  bool log = false;
  std::vector<LeftOutColumn> left_out;  // so far: those that the rest of the rows cannot bring back
};

// `first` is the first block of rows, with the row of names where the format has one. Fails for a
// table without names, a column that is not there (the nearest is named), and a response that is
// also a factor.
Result<TableLayout> LayOut(const TableRequest& request, const TableFormat& format,
                           std::string_view first);

}  // namespace trena
