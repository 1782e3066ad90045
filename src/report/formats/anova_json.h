// SPDX-License-Identifier: Apache-2.0
// The rows of an analysis of variance and its effects as programs read them, of a study and of a
// table alike.
#pragma once

#include <vector>

#include "core/json.h"
#include "stats/model/anova.h"

namespace trena {

Json AnovaJson(const std::vector<AnovaRow>& rows);

// `levels`: the factors of the effect with their levels.
Json EffectJson(const Effect& effect, Json levels);

}  // namespace trena
