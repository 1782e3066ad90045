// SPDX-License-Identifier: Apache-2.0
// `trena plan --pilot 60s`: pilots for so long (measure/pilots/pilots.h), and what they told.
#pragma once

#include <string>
#include <vector>

#include "cli/previews.h"
#include "cli/study_options.h"
#include "core/result.h"
#include "measure/pilots/pilots.h"
#include "store/run.h"

namespace trena {

// Declares --pilot, and does as PilotStep.
PreviewStep AddPilots(CLI::App& app);

// Makes pilots for `longest`, as typed, of runs that are left, and says on stderr how that went;
// nothing where it is empty. The exit code.
Result<int> PilotStep(const Workspace& workspace, const std::vector<RunRecord>& runs,
                      const std::string& longest);

// What is said of it, a line each.
std::vector<std::string> Describe(const PilotsMade& made);

}  // namespace trena
