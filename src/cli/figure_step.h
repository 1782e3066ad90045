// SPDX-License-Identifier: Apache-2.0
// A study's charts drawn to files, and a folder for a paper: what `trena report` makes beside its
// formats.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "cli/study_options.h"
#include "core/result.h"

namespace trena {

struct FigureOptions {
  std::string figures;               // folder; empty: none
  std::vector<std::string> formats;  // empty: every one
  std::string paper;                 // folder; empty: none
};

// Declares --figures, --figure-format and --paper.
std::shared_ptr<FigureOptions> AddFigureOptions(CLI::App& app);

// Draws what was asked for; all of it is drawn before the first file is written. Gives the paths.
Result<std::vector<std::string>> FigureStep(const Workspace& workspace, const Analysis& analysis,
                                            const FigureOptions& options,
                                            const std::string& language);

}  // namespace trena
