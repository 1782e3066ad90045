// SPDX-License-Identifier: Apache-2.0
// Reads a level that is a map (map_kinds.h).
#pragma once

#include <optional>

#include "core/source.h"
#include "core/yaml.h"
#include "study/study.h"

namespace trena {

// Adds the map to the study's and gives its name, which is the level. Problems go to the source;
// then there is none.
std::optional<Value> ReadNamedMap(Source& source, const YAML::Node& node, const std::string& value,
                                  Study& study, Places& places);

}  // namespace trena
