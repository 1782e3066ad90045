// SPDX-License-Identifier: Apache-2.0
// nlohmann-json with our manners: parsing is a Result, a missing or mistyped field is empty.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/result.h"

namespace trena {

using Json = nlohmann::ordered_json;

Result<Json> ParseJson(std::string_view text);

// What the library says, for a person: "line 1, column 3: syntax error …", without the library's
// own numbering, and of one line's length whatever it quotes.
std::string WordsOf(const Json::exception& exception);

// Whether T can hold the number; converting one that it cannot would be undefined.
template <typename T>
bool Fits(const Json& number) {
  if (number.is_number_unsigned()) return std::in_range<T>(number.get<uint64_t>());
  if (number.is_number_integer()) return std::in_range<T>(number.get<int64_t>());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<T>::max());
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<T>::lowest());
  auto value = number.get<double>();
  return value >= kLeast && value < kMost;
}

// The field as T, or empty when it is missing, null or of another type.
template <typename T>
std::optional<T> Get(const Json& object, const std::string& field) {
  if (!object.is_object()) return std::nullopt;
  auto it = object.find(field);
  if (it == object.end() || it->is_null()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::string>) {
    if (!it->is_string()) return std::nullopt;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!it->is_boolean()) return std::nullopt;
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!it->is_number()) return std::nullopt;
    if constexpr (std::is_integral_v<T>) {
      if (!Fits<T>(*it)) return std::nullopt;
    }
  }
  return it->get<T>();
}

// null for an empty optional, and for a number that is not finite.
Json OrNull(std::optional<double> number);

// Bytes that are not UTF-8 become U+FFFD instead of an exception.
std::string Dump(const Json& json, int indent = -1);

}  // namespace trena
