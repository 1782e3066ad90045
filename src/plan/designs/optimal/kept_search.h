// SPDX-License-Identifier: Apache-2.0
// A search that was made is not made again: what it found is kept under a hash of all that it
// depends on, so that every later command, on any machine, has the same plan at once, also where
// the search was stopped before it settled.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "plan/designs/crossing.h"
#include "plan/designs/design.h"

namespace trena {

struct FoundDesign {
  std::vector<Combination> points;  // one for each run of a replication
  double efficiency_percent = 0;
  int sweeps = 0;
  bool stopped = false;
};

// SHA-256 over the factors and their levels, the values they are computed from, what is pruned,
// and what the design section says to the search.
std::string SearchKey(const Study& study);

Json ToJson(const FoundDesign& found);
// Empty for what is not such a search of this study: then it is made again.
std::optional<FoundDesign> FoundDesignFromJson(const Json& json, const DesignRequest& request);

}  // namespace trena
