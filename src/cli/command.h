// SPDX-License-Identifier: Apache-2.0
// A command of trena: one file each in commands/, one row in the table of commands.cc. `add`
// declares its options and returns what to do once they are parsed.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

// Exit codes (docs/exit-codes.md).
enum ExitCode {
  kExitDone = 0,
  kExitFailure = 1,
  kExitInput = 2,
  kExitRunFailed = 3,
  kExitInconclusive = 4,
  kExitBudget = 5,
  kExitInterrupted = 130
};

// Does the work; the exit code, or an error that main prints.
using Action = std::function<Result<int>()>;

struct Command {
  const char* name;
  const char* summary;
  const char* example;
  Action (*add)(CLI::App& app);
  // Instead, for a command that runs a program: with the words after `--`, exactly as given.
  Action (*add_program)(CLI::App& app, const std::vector<std::string>& program) = nullptr;
};

const std::vector<Command>& Commands();

}  // namespace trena
