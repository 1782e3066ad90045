// SPDX-License-Identifier: Apache-2.0
// The record for programs, as schemas/ describe it. What is missing is
// null.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "core/json.h"
#include "report/formats/report_context.h"

namespace trena {

std::string JsonReport(const Analysis& analysis, const ReportContext& context);

// What programs read about money: `cost` of the analysis.

Json CostJson(const CostAnalysis& cost);

// "free", or what it is per hour; null where there is none.
Json PriceJson(const std::optional<Price>& price);

}  // namespace trena
