// SPDX-License-Identifier: Apache-2.0
// Installs the frameworks a study needs here: what is there and whole is reused without a network,
// what is broken is made again, what is missing is fetched. A kill at any moment leaves what was
// there before and a staging folder, which the next installation removes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "configure/install/install_plan.h"

namespace trena {

struct InstallListener {
  std::function<void(const std::string& line)> say;   // worth a line
  std::function<void(const std::string& step)> step;  // of an installation: may take a while
  std::function<void(const std::string& step)> look;  // at what is there: soon over
};

enum class InstallAction { kReused, kInstalled, kRepaired };
std::string ToString(InstallAction action);

struct InstallSummary {
  struct Entry {
    FrameworkEnvironment environment;
    InstallAction action = InstallAction::kReused;
  };
  std::vector<Entry> frameworks;
  int interruption = 0;  // the signal that came: what was finished until then is kept
};

// Main thread only, since it watches for signals. One installation at a time: waits for another's
// end. An InputError leaves everything as it was.
Result<InstallSummary> InstallFrameworks(const std::vector<FrameworkNeed>& needs,
                                         const fs::path& cache, const InstallListener& listener);

}  // namespace trena
