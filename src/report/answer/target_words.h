// SPDX-License-Identifier: Apache-2.0
// Time and cost to a target accuracy, as a table, in words and for programs
// (analyze/cost/target.h).
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "report/tables/tables.h"

namespace trena {

ReportTable TargetTable(const Analysis& analysis, const Words& words);
void SayTarget(const Analysis& analysis, const Words& words, std::vector<std::string>& out);
// Null where no target was asked for.
Json TargetJson(const std::optional<TargetAnalysis>& target);

}  // namespace trena
