// SPDX-License-Identifier: Apache-2.0
// What programs read about money: `cost` of the analysis.
#pragma once

#include "analyze/analysis.h"
#include "core/json.h"

namespace trena {

Json CostJson(const CostAnalysis& cost);

// "free", or what it is per hour; null where there is none.
Json PriceJson(const std::optional<Price>& price);

}  // namespace trena
