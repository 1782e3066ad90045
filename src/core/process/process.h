// SPDX-License-Identifier: Apache-2.0
// The door to other programs: an argument list, never a shell. One is run to its end, either for
// what it wrote (RunProcess) or followed line by line while it works (RunByLine: trena-data, pip).
// Both have nothing to read.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/process/signals.h"
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

// It ends when trena ends, whatever ended trena.
struct LineProcess {
  std::vector<std::string> arguments;  // [0] is a path or looked up in PATH; no shell
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::vector<std::string> without;  // variables of ours it is not given
  std::filesystem::path folder;      // empty: ours
  bool with_errors = false;          // its stderr is followed too, else it goes to ours
  SignalWatch* signals = nullptr;    // a signal ends the program and what it started
};

struct LineProcessEnd {
  int exit_code = 0;     // 128 + signal if a signal ended it
  int interruption = 0;  // the signal that came for us meanwhile, and ended it
};

using LineListener = std::function<void(std::string_view line)>;

// Runs the program to its end and hands on each line as it comes. An Error only if it could not be
// started.
Result<LineProcessEnd> RunByLine(const LineProcess& process, const LineListener& on_line);

// The same without more ado: its exit code.
Result<int> RunByLine(const std::vector<std::string>& arguments, const LineListener& on_line);

}  // namespace trena
