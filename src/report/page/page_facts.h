// SPDX-License-Identifier: Apache-2.0
// Facts that runs carry (the machine's, the versions') as lines of name and value, taken together
// over all runs: what differs between runs is listed with each of its values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "store/run.h"

namespace trena {

using FactLines = std::vector<std::pair<std::string, std::string>>;

// `part` is RunRecord::facts, versions or inputs. Names of nested facts are joined by a point.
FactLines CommonFacts(const std::vector<RunRecord>& runs, Json RunRecord::* part);

}  // namespace trena
