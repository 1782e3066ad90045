// SPDX-License-Identifier: Apache-2.0
// How time grows with factors that are numbers, as tables, in words and for programs
// (analyze/noise/factor_scaling.h).
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "report/tables/tables.h"

namespace trena {

// One for each such factor.
std::vector<ReportTable> ScalingTables(const Analysis& analysis, const Words& words);
void SayScaling(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
Json ScalingJson(const std::vector<FactorScaling>& scaling);

}  // namespace trena
