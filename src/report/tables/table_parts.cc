// SPDX-License-Identifier: Apache-2.0
#include "report/tables/table_parts.h"

namespace trena {

std::vector<std::vector<size_t>> PartsOf(const ReportTable& table,
                                         const std::vector<size_t>& widths, size_t width) {
  std::vector<size_t> keys;
  size_t key_width = 0;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].key) continue;
    keys.push_back(i);
    key_width += widths[i];
  }
  std::vector<std::vector<size_t>> parts = {{}};
  size_t used = 0;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (used + widths[i] > width && parts.back().size() > keys.size() && !keys.empty()) {
      parts.push_back(keys);
      used = key_width;
      if (table.columns[i].key) continue;
    }
    parts.back().push_back(i);
    used += widths[i];
  }
  return parts;
}

}  // namespace trena
