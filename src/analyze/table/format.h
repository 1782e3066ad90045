// SPDX-License-Identifier: Apache-2.0
// How a table is written, told from its first bytes: JSON lines begin with a brace; otherwise the
// separator is the one of comma, semicolon and tab that the first row has most of.
#pragma once

#include <string>
#include <string_view>

#include "core/table/row_blocks.h"

namespace trena {

struct TableFormat {
  char separator = ',';  // 0: JSON lines
  bool json() const { return separator == 0; }
  Quotes quotes() const { return json() ? Quotes::kIgnored : Quotes::kMayHoldNewlines; }
  std::string name() const;
};

TableFormat SniffFormat(std::string_view start);

}  // namespace trena
