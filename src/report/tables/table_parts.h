// SPDX-License-Identifier: Apache-2.0
// A table too wide for its place, in parts that fit.
#pragma once

#include <vector>

#include "report/tables/tables.h"

namespace trena {

// The columns of each part: as many as fit into `width` after the key columns, which every part
// begins with. `widths` are those of the columns, gaps included.
std::vector<std::vector<size_t>> PartsOf(const ReportTable& table,
                                         const std::vector<size_t>& widths, size_t width);

}  // namespace trena
