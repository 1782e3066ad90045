// SPDX-License-Identifier: Apache-2.0
// Pieces of a Vega-Lite specification that all charts are made of; defined in charts.cc.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "core/json.h"

namespace trena {

// An axis over numbers.
Json Quantitative(const std::string& field, const std::string& title, bool zero);

// A chart as wide as its place, of layers over the same values.
Json Spec(Json values, Json layers, const std::string& description);

Json Tooltip(std::initializer_list<std::pair<const char*, std::string>> fields);

// A chart whose texts can show nothing but themselves: controls and turns of writing are visible.
Json Visible(const Json& json);

}  // namespace trena
