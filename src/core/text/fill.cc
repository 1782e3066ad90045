// SPDX-License-Identifier: Apache-2.0
#include "core/text/fill.h"

#include <optional>

namespace trena {
namespace {

// Of "run|runs" the one that goes with the number before it.
std::optional<std::string_view> OneOrMany(std::string_view words, std::string_view number) {
  const size_t bar = words.find('|');
  if (bar == std::string_view::npos) return std::nullopt;
  return number == "1" ? words.substr(0, bar) : words.substr(bar + 1);
}

}  // namespace

std::string Fill(std::string_view text, const ValueOf& value_of) {
  std::string_view rest = text;
  std::string out;
  std::string counted;  // the last value
  while (true) {
    const size_t open = rest.find_first_of("{[");
    if (open == std::string_view::npos) break;
    const size_t close = rest.find(rest[open] == '{' ? '}' : ']', open);
    if (close == std::string_view::npos) break;
    out += rest.substr(0, open);
    const std::string_view whole = rest.substr(open, close - open + 1);
    const std::string_view inner = whole.substr(1, whole.size() - 2);
    if (whole[0] == '[') {
      out += OneOrMany(inner, counted).value_or(whole);
    } else {
      const std::string* value = value_of(inner);
      if (value != nullptr) counted = *value;
      out += value == nullptr ? whole : std::string_view(counted);
    }
    rest.remove_prefix(close + 1);
  }
  return out.append(rest);
}

}  // namespace trena
