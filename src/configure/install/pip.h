// SPDX-License-Identifier: Apache-2.0
// pip in an environment that is being made. Only what a lock file names is fetched, each file is
// checked against its hash, and no package's own code is run. pip's words become plain ones.
#pragma once

#include <functional>
#include <string>

#include "configure/install/tools.h"
#include "core/files.h"
#include "core/result.h"

namespace trena {

// Told what is being done: "downloading torch-2.2.0 (755.5 MB)".
using StepListener = std::function<void(const std::string& step)>;

class Pip {
 public:
  // `environment` has bin/python with pip; `scratch` lies on the same disk.
  Pip(Tools& tools, fs::path environment, fs::path scratch, StepListener listener)
      : tools_(tools),
        environment_(std::move(environment)),
        scratch_(std::move(scratch)),
        listener_(std::move(listener)) {}

  // Installs all that a lock file names, every file checked against its hash.
  Status InstallLocked(const fs::path& lock);
  // Fetches one package, `torch==2.2.0+cpu`, from an index of its own. Gives the file.
  Result<fs::path> Download(const std::string& requirement, const std::string& index);
  // Installs a file that was downloaded.
  Status InstallFile(const fs::path& wheel);

 private:
  Status Run(std::vector<std::string> arguments);

  Tools& tools_;
  fs::path environment_;
  fs::path scratch_;
  StepListener listener_;
};

// Why pip failed, from what it printed.
Error PipError(const ToolResult& result);

}  // namespace trena
