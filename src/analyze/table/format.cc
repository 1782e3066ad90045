// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/format.h"

#include <algorithm>

#include "core/text.h"

namespace trena {
namespace {

// Of a separator in the first row, outside quotes.
size_t CountIn(std::string_view start, char separator) {
  size_t count = 0;
  bool inside = false;
  for (char c : start) {
    if (c == '"') inside = !inside;
    if (inside) continue;
    if (c == '\n') break;
    count += c == separator ? 1 : 0;
  }
  return count;
}

}  // namespace

std::string TableFormat::name() const {
  switch (separator) {
    case 0:
      return "json lines";
    case '\t':
      return "tsv";
    case ';':
      return "csv with semicolons";
    default:
      return "csv";
  }
}

TableFormat SniffFormat(std::string_view start) {
  start = start.substr(std::min(start.size(), start.find_first_not_of(" \r\n")));
  if (start.starts_with('{')) return {0};
  TableFormat best;
  size_t most = CountIn(start, best.separator);
  for (char separator : {'\t', ';'}) {
    const size_t count = CountIn(start, separator);
    if (count <= most) continue;
    most = count;
    best.separator = separator;
  }
  return best;
}

}  // namespace trena
