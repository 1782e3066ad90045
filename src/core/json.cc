// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include <cmath>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kDeepestJson = 64;
constexpr size_t kLongestReason = 200;

}  // namespace

std::string WordsOf(const Json::exception& exception) {
  std::string_view text = exception.what();
  for (std::string_view before : {"] ", "parse error at "}) {
    const size_t end = text.find(before);
    const bool first = before == "] " ? text.starts_with('[') : end == 0;
    if (first && end != std::string_view::npos) text.remove_prefix(end + before.size());
  }
  return Shorten(text, kLongestReason);
}

Result<Json> ParseJson(std::string_view text) {
  try {
    bool too_deep = false;
    // What is too deep is discarded while it is read: walking it later would exhaust the stack.
    Json json = Json::parse(text, [&](int depth, Json::parse_event_t, Json&) {
      too_deep |= depth > kDeepestJson;
      return depth <= kDeepestJson;
    });
    if (too_deep) return InputError("not readable JSON: nested too deeply");
    return json;
  } catch (const Json::exception& problem) {
    return InputError("not valid JSON: " + WordsOf(problem));
  }
}

Json OrNull(std::optional<double> number) {
  if (!number || !std::isfinite(*number)) return nullptr;
  return *number;
}

std::string Dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace trena
