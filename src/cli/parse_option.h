// SPDX-License-Identifier: Apache-2.0
// An option of the command line read with one of the units' parsers.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"

namespace trena {

// Into `target`, if the option was given; errors name the option.
template <typename T, typename Target>
Status ParseOption(const char* option, const std::optional<std::string>& text,
                   Result<T> (*parse)(const std::string&), Target& target) {
  if (!text) return Done{};
  Result<T> value = parse(*text);
  if (!value.ok()) return value.error().While(option);
  target = value.value();
  return Done{};
}

}  // namespace trena
