// SPDX-License-Identifier: Apache-2.0
// The price in force where a run is made, as its run.json keeps it: a study file can be changed
// later, what was paid cannot. Every term of the environment's bill (billing.h) that the study
// states, in plain numbers and seconds.
#pragma once

#include <optional>

#include "core/json.h"
#include "study/study.h"

namespace trena {

// Null where the environment has no price.
Json PriceRecord(const Environment& environment);

// The price per hour of such a record; none where it has none.
std::optional<Price> PriceFromRecord(const Json& record);

}  // namespace trena
