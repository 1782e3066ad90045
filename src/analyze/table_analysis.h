// SPDX-License-Identifier: Apache-2.0
// A table that trena did not measure, analysed: means of its cells, what drives the response, and
// whether that can be told from chance. One plain record, which report/ draws.
//
//   TRENA_ASSIGN(TableAnalysis analysis, AnalyzeTable(request, {.terms = "2way"}));
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/table_request.h"
#include "core/result.h"
#include "stats/linear_model.h"
#include "stats/summary.h"

namespace trena {

struct TableModel {
  // "full", "main", "2way" or a formula (stats/model_terms.h). Empty: full, but without the highest
  // interaction where no combination of levels was repeated, so that something is left to judge by.
  std::string terms = {};
  int ss_type = 2;
  std::string block = {};  // a factor that has a main effect and no interactions; empty: none
  double confidence = 0.95;
};

struct TableAnalysis {
  std::string path;
  bool log = false;
  bool without_highest = false;  // the highest interaction serves as the error
  std::string block;
  TableRead read;
  ModelAnalysis model;
  std::vector<std::string> ids;    // of the cells: C1…, as they are numbered in the full crossing
  std::vector<Summary> summaries;  // of the cells, each on its own n; of logarithms if `log`
  Verdict verdict = Verdict::kInconclusive;
  std::vector<std::string> verdict_reasons;  // warnings.h, verdict_reason
};

Result<TableAnalysis> AnalyzeTable(const TableRequest& request, const TableModel& model);

// n, mean, sd and Student's t interval of a cell.
Summary SummaryOfCell(const Cell& cell, double confidence);

}  // namespace trena
