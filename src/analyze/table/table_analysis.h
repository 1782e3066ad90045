// SPDX-License-Identifier: Apache-2.0
// A table that trena did not measure, analysed: means of its cells, what drives the response, and
// whether that can be told from chance. One plain record, which report/ draws.
//
//   TRENA_ASSIGN(TableAnalysis analysis, AnalyzeTable(request, {.terms = "2way"}));
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/model/stated_analysis.h"
#include "analyze/table/request.h"
#include "core/result.h"
#include "stats/summary.h"

namespace trena {

struct TableAnalysis {
  std::string path;
  bool log = false;
  TableRead read;  // its cells are in `stated`
  StatedAnalysis stated;
  std::vector<std::string> ids;    // of the cells: C1…, as they are numbered in the full crossing
  std::vector<Summary> summaries;  // of the cells, each on its own n; of logarithms if `log`
  Verdict verdict = Verdict::kInconclusive;
  std::vector<std::string> verdict_reasons;  // warnings.h, verdict_reason
  std::vector<Warning> reservations;         // warnings.h, reservation
  std::vector<Warning> warnings;
};

Result<TableAnalysis> AnalyzeTable(const TableRequest& request, const ModelRequest& model);

// n, mean, sd and Student's t interval of a cell.
Summary SummaryOfCell(const Cell& cell, double confidence);

}  // namespace trena
