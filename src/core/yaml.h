// SPDX-License-Identifier: Apache-2.0
// Reading people's YAML (yaml-cpp) with the place of everything kept, and safe against files made
// to exhaust the reader: size, depth and number of values are bounded before anything is built,
// the latter again with aliases counted as often as they are used. This is the one door by which
// YAML comes in: yaml-cpp's own Load functions do not end for every text.
#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/source.h"
#include "core/value.h"

namespace trena {

inline constexpr size_t kLargestYaml = size_t{1} << 20;

// The document; empty when it cannot be read, and then the source has a diagnostic.
std::optional<YAML::Node> LoadYaml(Source& source);

// Where a node stands. A scalar's length is that of its text.
Place PlaceOf(const YAML::Node& node);

// A plain scalar is understood as a number, a truth value or a word; a quoted one is a word.
Value ScalarValue(const YAML::Node& node);

// The text of a scalar, or a diagnostic that says what was expected ("a time, like 10s").
std::optional<std::string> ScalarText(Source& source, const YAML::Node& node,
                                      const std::string& expected);

// What to do with each key of a map. Keys not in it are reported with the nearest, duplicates too.
using YamlFields = std::map<std::string, std::function<void(const YAML::Node&)>>;
void ReadMap(Source& source, const YAML::Node& node, const std::string& what,
             const YamlFields& fields);

// Calls `entry` for every key of a map whose keys are free; duplicates are reported and left out.
void ForEachEntry(Source& source, const YAML::Node& node, const std::string& what,
                  const std::function<void(const YAML::Node& key, const YAML::Node& value)>& entry);

}  // namespace trena
