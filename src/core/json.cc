// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include <cmath>

namespace trena {
namespace {

constexpr int kDeepestJson = 64;

}  // namespace

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
  } catch (const nlohmann::json::exception& e) {
    return InputError(std::string("not valid JSON: ") + e.what());
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
