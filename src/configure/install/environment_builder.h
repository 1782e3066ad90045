// SPDX-License-Identifier: Apache-2.0
// Makes the environment of one framework in a staging folder: a Python environment, the locked
// packages, everything compiled for the place it will stand in, and installed.json as the last
// thing. Nothing outside the staging folder is touched.
#pragma once

#include <string>

#include "configure/install/framework_environment.h"
#include "configure/install/lock_file.h"
#include "configure/install/pip.h"
#include "configure/install/python.h"
#include "configure/install/tools.h"
#include "core/result.h"

namespace trena {

struct EnvironmentRequest {
  const Runner* runner = nullptr;
  LockFile lock;
  Python python;
  PackageSource source = PackageSource::kPypi;
  std::string cpu_index;  // address, for PackageSource::kCpuIndex
  fs::path folder;        // where it will stand
};

// On success `staging` is ready to be renamed to request.folder.
Status BuildEnvironment(const EnvironmentRequest& request, const fs::path& staging, Tools& tools,
                        const StepListener& listener);

// The version of a package in the lock file; empty when it is not there.
std::string LockedVersion(const LockFile& lock, const std::string& name);

}  // namespace trena
