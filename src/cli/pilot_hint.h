// SPDX-License-Identifier: Apache-2.0
// Whether pilots would tell what the forecast of a plan does not, and the command that makes them.
#pragma once

#include <string>

#include "cli/study_options.h"
#include "plan/forecast/price_tag.h"

namespace trena {

// A sentence with the command, in a line; empty where pilots would tell nothing new. `command` is
// the plan's own: "trena plan first.yaml --only 'batch == 32'".
std::string PilotHint(const Workspace& workspace, const PriceTag& tag, const std::string& command);

}  // namespace trena
