// SPDX-License-Identifier: Apache-2.0
// The part of configure that proves the frameworks equal, and what measuring makes of it.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/study_options.h"
#include "configure/verify/verification.h"
#include "core/result.h"
#include "core/terminal/terminal.h"

namespace trena {

// Compares what was not compared yet and keeps the outcome with the results.
Result<Verification> VerifyStep(const Workspace& workspace, Configuration& configuration,
                                Terminal& talk);

// What is known already, without running anything.
Result<Verification> KnownVerification(const Workspace& workspace, Configuration& configuration,
                                       const std::vector<const Scenario*>& scenarios,
                                       const ConfigureProgress& preparing);

// The frameworks that differ: an InputError that says how, unless the user insists; then their
// names.
Result<std::set<std::string>> Different(const Verification& verification, bool insist);

// Lines to be said before a verification starts: what it takes where that is much, and a warning,
// the second line, where less is free.
std::vector<std::string> MemoryTexts(const VerifyMemory& largest, std::optional<double> free);

std::string VerificationText(const Verification& verification);

// Scenarios whose environment is this machine.
std::vector<const Scenario*> ScenariosHere(const Workspace& workspace);

}  // namespace trena
