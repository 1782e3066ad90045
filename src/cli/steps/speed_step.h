// SPDX-License-Identifier: Apache-2.0
// The part of configure that times the frameworks and says which of them are handicapped here.
#pragma once

#include <string>
#include <vector>

#include "cli/study_options.h"
#include "configure/configuration.h"
#include "core/json.h"
#include "core/result.h"
#include "core/terminal/terminal.h"

namespace trena {

// Times what was not timed on this machine yet, mends what a variable mends, and says what was
// found. Runners that the configuration gave before are no longer valid.
Status SpeedStep(const Workspace& workspace, Configuration& configuration, bool again,
                 Terminal& talk);

// Before these scenarios run: names the frameworks that were never timed on this CPU, whose
// handicaps nobody would see.
void SayNeverTimed(const Workspace& workspace, const StudyOptions& options,
                   const Configuration& configuration,
                   const std::vector<const Scenario*>& scenarios, Terminal& talk);

// What is known of the study's frameworks, for people and for programs. Runs nothing; empty when
// nothing is known.
std::string SpeedText(const Workspace& workspace, const Configuration& configuration);
Json SpeedJson(const Workspace& workspace, const Configuration& configuration);

}  // namespace trena
