// SPDX-License-Identifier: Apache-2.0
#include "study/design_kinds.h"

#include <algorithm>

namespace trena {

bool DesignKind::Takes(std::string_view option) const {
  return std::find(options.begin(), options.end(), option) != options.end();
}

const DesignKind* FindDesignKind(std::string_view name) {
  auto found = std::find_if(kDesignKinds.begin(), kDesignKinds.end(),
                            [&](const DesignKind& kind) { return kind.name == name; });
  return found == kDesignKinds.end() ? nullptr : &*found;
}

const std::vector<std::string>& DesignNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const DesignKind& kind : kDesignKinds) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

std::vector<std::string> KindsThatTake(std::string_view option) {
  std::vector<std::string> names;
  for (const DesignKind& kind : kDesignKinds) {
    if (kind.Takes(option)) names.emplace_back(kind.name);
  }
  return names;
}

}  // namespace trena
