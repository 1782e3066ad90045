// SPDX-License-Identifier: Apache-2.0
// What an installation will do, known before anything is downloaded or written: which frameworks
// are there and whole, which must be fetched, from where, with which Python, and how much disk that
// takes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "configure/install/environment_builder.h"
#include "configure/install/framework_environment.h"
#include "configure/install/tools.h"
#include "core/result.h"
#include "core/text/units.h"

namespace trena {

// A framework that a study needs here.
struct FrameworkNeed {
  const Runner* runner = nullptr;  // with a recipe
  bool cuda = false;               // packages that can use an NVIDIA GPU
};

struct PlannedInstall {
  FrameworkNeed need;
  EnvironmentRequest request;
  InstallSize size;
  std::optional<fs::path> replaces;  // an environment that is not whole
  std::string broken;                // why it is not
};

struct InstallPlan {
  std::vector<FrameworkEnvironment> ready;
  std::vector<PlannedInstall> to_install;
};

// Looks at what is there, in full; `tell` hears what is being looked at. A Python that is missing
// is an InputError.
Result<InstallPlan> PlanInstall(const std::vector<FrameworkNeed>& needs, const fs::path& cache,
                                Tools& tools, const StepListener& tell);

// The same from PyPI, when the CPU-only index has failed.
void TakeFromPypi(PlannedInstall& planned, const fs::path& cache);

// Disk that an installation takes while it goes on: one after the other, what was downloaded is
// removed after each.
Bytes DiskNeeded(const std::vector<PlannedInstall>& to_install);
// An InputError with both numbers when the cache's disk has less.
Status CheckDisk(const std::vector<PlannedInstall>& to_install, const fs::path& cache);

// What will be downloaded, from where and how large, line by line.
std::vector<std::string> Announcement(const InstallPlan& plan, const fs::path& cache);

// "pytorch 2.2.0".
std::string NameOf(const Runner& runner);

}  // namespace trena
