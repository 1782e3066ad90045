// SPDX-License-Identifier: Apache-2.0
// `trena plan --pilot 60s`: pilots for so long (measure/pilots/pilots.h), and what they told.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/study_options.h"
#include "core/json.h"
#include "core/result.h"
#include "measure/pilots/pilots.h"
#include "store/pilots/pilot.h"
#include "store/run.h"

namespace trena {

// Declares --pilot; empty when not given.
std::shared_ptr<std::string> AddPilotOption(CLI::App& app);

// Makes pilots for `longest`, as typed, of runs that are left, and says on stderr how that went;
// nothing where it is empty. The exit code.
Result<int> PilotStep(const Workspace& workspace, const std::vector<RunRecord>& runs,
                      const std::string& longest);

// What is said of it, a line each.
std::vector<std::string> Describe(const PilotsMade& made);

// Those kept in the results folder; reads only.
KnownPilots FindPilots(const Workspace& workspace);

// What those of this machine tell of whole runs, and what all of them cost.
ForetoldTimes ToldByPilots(const Workspace& workspace);
std::vector<PaidTime> PaidForPilots(const Workspace& workspace);

// What was piloted, how it was chosen, and what each told, of at most so many; empty without
// pilots.
std::string PilotsText(const Workspace& workspace, const std::vector<Pilot>& pilots, size_t most);

}  // namespace trena
