// SPDX-License-Identifier: Apache-2.0
// Which column of a table is what: the response, the factors, the outcome. From what was asked,
// from the names and from the first rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/table/format.h"
#include "analyze/table/request.h"
#include "core/result.h"

namespace trena {

struct TableLayout {
  TableFormat format;
  std::vector<std::string> columns;
  size_t response = 0;
  std::vector<size_t> factors;  // columns, in the order asked for, or of the table
  bool factors_found = false;
  std::vector<size_t> covariates;
  std::optional<size_t> outcome;
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
