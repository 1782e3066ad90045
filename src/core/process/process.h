// SPDX-License-Identifier: Apache-2.0
// The door to other programs: an argument list, never a shell.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"

namespace trena {

struct ProcessOptions {
  std::vector<std::string> arguments;  // [0] is the program, looked up in PATH if it has no slash
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::filesystem::path folder;                                  // working directory; empty: ours
  bool show_errors = false;  // true: its stderr goes to ours (progress); false: it is captured
  size_t output_limit = size_t{16} << 20;  // bytes kept of each stream
};

struct ProcessResult {
  int exit_code = 0;  // 128 + signal if a signal ended it
  std::string output;
  std::string errors;
};

// Runs a program to its end. An Error only if it could not be started.
Result<ProcessResult> RunProcess(const ProcessOptions& options);

}  // namespace trena
