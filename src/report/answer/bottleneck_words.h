// SPDX-License-Identifier: Apache-2.0
// What limits the runs, as a table, in words and for programs (analyze/noise/bottlenecks.h).
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "report/tables/tables.h"

namespace trena {

ReportTable BottleneckTable(const Analysis& analysis, const Words& words);
void SayBottlenecks(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
Json BottlenecksJson(const BottleneckAnalysis& limits);

}  // namespace trena
