// SPDX-License-Identifier: Apache-2.0
// The part of configure that installs frameworks, and what is said about those that are there.
#pragma once

#include <string>
#include <vector>

#include "configure/configuration.h"
#include "configure/install/framework_environment.h"
#include "core/result.h"
#include "core/terminal/terminal.h"

namespace trena {

// Installs what the scenarios need. A signal ends it: what is half-made is removed, and the Error
// is of kind kInterrupted.
Status InstallStep(const Configuration& configuration,
                   const std::vector<const Scenario*>& scenarios, const fs::path& cache,
                   Terminal& talk);

// `trena configure --list`, for people and for programs.
std::string EnvironmentsText(const std::vector<FrameworkEnvironment>& environments,
                             const fs::path& cache);
Json ToJson(const std::vector<FrameworkEnvironment>& environments);

}  // namespace trena
