// SPDX-License-Identifier: Apache-2.0
// `trena analyze --table FILE`: the options over a table that trena did not measure, and the work.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "analyze/table_analysis.h"
#include "core/result.h"

namespace trena {

struct TableOptions {
  TableRequest request;
  TableModel model;
  std::string factors;  // as they are typed: a,b,"c, d"
  std::string covariates;
  bool decimal_comma = false;
};

// Declares --table and the options that go with it.
std::shared_ptr<TableOptions> AddTableOptions(CLI::App& app);

// Fails when neither a study nor a table is named, or both, or an option that goes with the other.
Status CheckTableOptions(const CLI::App& app, const std::string& study);

// Prints the analysis; the exit code.
Result<int> AnalyzeTableCommand(const TableOptions& options, bool json,
                                const std::string& language);

}  // namespace trena
