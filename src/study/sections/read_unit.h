// SPDX-License-Identifier: Apache-2.0
// A scalar of a study file read with one of the units' parsers.
#pragma once

#include <string>

#include "core/result.h"
#include "core/source.h"
#include "core/yaml.h"

namespace trena {

// The parser's own words become the diagnostic; `expected` says what a list or a map should be.
template <typename T, typename Target>
void ReadUnit(Source& source, const YAML::Node& node, const char* expected,
              Result<T> (*parse)(const std::string&), Target& target) {
  auto text = ScalarText(source, node, expected);
  if (!text) return;
  Result<T> value = parse(*text);
  if (value.ok()) {
    target = value.value();
  } else {
    source.Add(PlaceOf(node), value.error().message());
  }
}

}  // namespace trena
