// SPDX-License-Identifier: Apache-2.0
// The runners that are here: one folder each, with a runner.yaml that says which framework and
// version it drives and how it is started (docs/runner-protocol.md). Reading them runs nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"
#include "study/scenario.h"

namespace trena {

struct Runner {
  std::string framework;
  std::string version;
  std::vector<std::string> command;  // the program by its absolute path, then its arguments
  std::vector<std::string> devices;
  bool simulated = false;  // trains nothing; every number from it says so
};

// Reads FOLDER/*/runner.yaml of each folder; one that cannot be read is an InputError naming it.
Result<std::vector<Runner>> FindRunners(const std::vector<std::filesystem::path>& folders);

// The versions each framework resolves to, newest first.
FrameworkVersions VersionsOf(const std::vector<Runner>& runners);

// The runner for a scenario: framework and version equal. Null when it is not here.
const Runner* FindRunner(const std::vector<Runner>& runners, const Scenario& scenario);

}  // namespace trena
