// SPDX-License-Identifier: Apache-2.0
// What `trena analyze` takes instead of a study: one file each in commands/, one row in
// analyze_command.cc. It declares its options and says, once they are parsed, whether it was
// chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "cli/model_options.h"
#include "cli/study_options.h"
#include "core/result.h"

namespace trena {

struct AnalyzeInput {
  const char* instead;  // of a study: "--table with a file"
  std::function<bool()> chosen;
  // An InputError where options of this and of a study go together; `study` is empty without one.
  std::function<Status(const std::string& study)> check;
  // Prints the analysis; the exit code.
  std::function<Result<int>(bool json, const AnswerOptions& answer)> analyze;
};

using AddAnalyzeInput = AnalyzeInput (*)(CLI::App& app, std::shared_ptr<const TypedModel> model);

}  // namespace trena
