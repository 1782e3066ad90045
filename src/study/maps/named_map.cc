// SPDX-License-Identifier: Apache-2.0
#include "study/maps/named_map.h"

#include "core/sha256.h"

namespace trena {

const NamedMap* FindMap(const std::vector<NamedMap>& maps, const std::string& value,
                        const std::string& level) {
  for (const NamedMap& map : maps) {
    if (map.value == value && map.name == level) return &map;
  }
  return nullptr;
}

std::string ContentSum(const Json& content) {
  const nlohmann::json sorted = content;  // sorts the keys
  return Sha256(sorted.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

}  // namespace trena
