// SPDX-License-Identifier: Apache-2.0
// A runner started for a moment, to answer a question: its events, or why there are none.
#pragma once

#include <string>
#include <vector>

#include "configure/runners/runners.h"
#include "core/json.h"
#include "core/result.h"

namespace trena {

// Writes scenario.json into `folder` and runs the runner on it to its end. An Error with what it
// said when it ends with another code than 0.
Result<std::vector<Json>> RunForEvents(const Runner& runner, const Json& scenario,
                                       const fs::path& folder);

// The last event of that kind; null when there is none.
Json FindEvent(const std::vector<Json>& events, const std::string& kind);

}  // namespace trena
