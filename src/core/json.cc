// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include <cmath>

namespace trena {

Result<Json> ParseJson(std::string_view text) {
  try {
    return Json::parse(text);
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
