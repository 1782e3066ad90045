// SPDX-License-Identifier: Apache-2.0
// Whether pilots would tell what the forecast of a plan does not, and the command that makes them.
#pragma once

#include <string>
#include <vector>

#include "cli/study_options.h"
#include "plan/forecast/price_tag.h"
#include "store/pilots/pilot.h"

namespace trena {

// A sentence with the command, in a line; empty where pilots would tell nothing new. `pilots` are
// those of this machine.
std::string PilotHint(const Workspace& workspace, const std::vector<Pilot>& pilots,
                      const PriceTag& tag, const std::string& command);

}  // namespace trena
