// SPDX-License-Identifier: Apache-2.0
// The programs an installation runs: python, pip, a runner's --describe. Each gets the user's
// environment without what would lead another Python astray, and ends with the first signal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "core/process/process.h"
#include "core/process/signals.h"
#include "core/result.h"

namespace trena {

struct ToolResult {
  int exit_code = 0;
  std::string output;  // stdout and stderr as they came

  // The last line that is a JSON object.
  std::optional<Json> Answer() const;
  // The last lines, for an error message.
  std::string Tail() const;
};

class Tools {
 public:
  explicit Tools(SignalWatch& signals) : signals_(signals) {}

  // Runs a program to its end. `scratch` is its working folder and where it puts what it needs for
  // a while; empty: ours. An Error when it could not be started, or was interrupted.
  Result<ToolResult> Run(const std::vector<std::string>& arguments, const fs::path& scratch = {},
                         const LineListener& on_line = {});

  // The signal that came, or 0.
  int interruption();
  // Waits that long, or until a signal comes.
  void Pause(int milliseconds);

 private:
  SignalWatch& signals_;
  int interruption_ = 0;
};

}  // namespace trena
