// SPDX-License-Identifier: Apache-2.0
// `trena analyze --table FILE`: the options over a table that trena did not measure, and the work.
// Those that choose the model of the analysis go with a study too.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "analyze/table/table_analysis.h"
#include "core/result.h"
#include "study/study.h"

namespace trena {

struct TableOptions {
  TableRequest request;
  ModelRequest model;
  std::string factors;  // as they are typed: a,b,"c, d"
  std::string covariates;
  std::string adjust = "tukey";
  std::string same_within = "5%";
  bool decimal_comma = false;
};

// Declares --table and the options that go with it.
std::shared_ptr<TableOptions> AddTableOptions(CLI::App& app);

// Fails when neither a study nor a table is named, or both, or an option that goes with the other.
Status CheckTableOptions(const CLI::App& app, const std::string& study);

// What is typed takes the place of what the study file says about its analysis.
Status ApplyModelOptions(const CLI::App& app, const TableOptions& options, AnalyzeOptions& analyze);

// Prints the analysis; the exit code.
Result<int> AnalyzeTableCommand(const TableOptions& options, bool json,
                                const std::string& language);

}  // namespace trena
