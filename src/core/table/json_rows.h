// SPDX-License-Identifier: Apache-2.0
// The rows of JSON lines: one object a line. Objects within become columns with a dot
// (levels.framework); lists are left out; null and an absent name are empty.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/table/delimited_rows.h"

namespace trena {

class JsonRows final : public TableRows {
 public:
  // Only `columns` are given, in that order.
  JsonRows(std::string_view text, std::vector<std::string> columns);
  ~JsonRows() override;

  RowState Next(std::vector<std::string_view>& fields) override;

  // The names in the first `rows` rows, in order of first appearance; at most 1000.
  static std::vector<std::string> Columns(std::string_view text, size_t rows);

 private:
  class Parser;
  std::string_view text_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace trena
