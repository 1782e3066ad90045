// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/table_analysis.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyze/metrics.h"
#include "analyze/table/reader.h"
#include "analyze/verdict.h"
#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"
#include "stats/distributions.h"

namespace trena {
namespace {

constexpr double kMostNumbered = 1e9;  // cells of a crossing

// Numbers the full crossing, the last factor varying fastest, so that a cell that is missing
// renumbers nothing.
std::vector<std::string> IdsOf(const Cells& cells) {
  double crossing = 1;
  for (const CellFactor& factor : cells.factors)
    crossing *= static_cast<double>(factor.levels.size());
  std::vector<std::string> ids;
  for (const Cell& cell : cells.cells) {
    size_t number = 0;
    for (size_t i = 0; i < cells.factors.size() && crossing <= kMostNumbered; ++i) {
      number = number * cells.factors[i].levels.size() + cell.levels[i];
    }
    ids.push_back("C" + std::to_string((crossing <= kMostNumbered ? number : ids.size()) + 1));
  }
  return ids;
}

// Running out of memory is a result; other runs that did not end well are missing.
size_t FailedRows(const TableRead& read) {
  size_t failed = 0;
  for (const auto& [outcome, rows] : read.not_ok) {
    const bool memory = outcome == "out_of_memory" || outcome == "oom" || outcome == "OOM";
    if (!memory) failed += rows;
  }
  return failed;
}

// A table's response may have any name; times are never below 0.
MetricBounds BoundsOf(const std::string& response) {
  if (const KnownMetric* known = FindKnownMetric(response)) return known->bounds;
  const bool time = UnitOf(response, "") == "s" || response.find("time") != std::string::npos ||
                    response.find("seconds") != std::string::npos;
  return time ? MetricBounds{0, {}} : MetricBounds{};
}

void JudgeTable(TableAnalysis& analysis) {
  const ModelAnalysis& model = analysis.stated.model;
  const size_t failed = FailedRows(analysis.read);
  const bool exact = model.no_test == NoTest::kNoResidualVariation && model.total_ss > 0;
  const bool tested = AnyTest(analysis.stated) || model.no_test == NoTest::kNoResidualVariation;
  const bool effect = std::any_of(model.rows.begin(), model.rows.end(), [&](const AnovaRow& row) {
    return IsEffect(analysis.stated, row);
  });
  const auto add_if = [&](bool applies, const char* reason) {
    if (applies) analysis.verdict_reasons.push_back(reason);
  };
  // Rows that failed, or have no value, are said; they can be measured by nobody any more, and
  // alone they leave what the others tell as it is.
  const size_t lost = failed + analysis.read.missing;
  add_if(failed > analysis.read.used, verdict_reason::kMostlyFailed);
  add_if(failed <= analysis.read.used && lost > analysis.read.used, verdict_reason::kNoResponse);
  add_if(!tested, verdict_reason::kNoReplication);
  add_if(tested && !effect && !exact && !ProvenEqual(analysis.stated), verdict_reason::kNoEffect);
  const size_t rows = lost + analysis.read.used;
  if (auto share = ShareLost(static_cast<int64_t>(lost), static_cast<int64_t>(rows))) {
    analysis.reservations.push_back(std::move(*share));
  }
  if (analysis.verdict_reasons.empty()) {
    analysis.verdict =
        analysis.reservations.empty() ? Verdict::kValid : Verdict::kValidWithReservations;
  }
  if (lost > analysis.read.used) analysis.verdict = Verdict::kInvalid;
}

void Warn(TableAnalysis& analysis) {
  for (const SimilarLevels& similar : analysis.read.similar) {
    Warning warning{warning::kSimilarLevels, {similar.factor}};
    warning.arguments.insert(warning.arguments.end(), similar.levels.begin(), similar.levels.end());
    analysis.warnings.push_back(std::move(warning));
  }
  size_t failed = 0;
  std::vector<std::string> outcomes;
  for (const auto& [outcome, rows] : analysis.read.not_ok) {
    failed += rows;
    outcomes.push_back(outcome + " (" + std::to_string(rows) + ")");
  }
  if (failed > 0) {
    Warning warning{
        warning::kFailedRows,
        {std::to_string(failed), std::to_string(analysis.read.rows), analysis.read.outcome_column}};
    warning.arguments.insert(warning.arguments.end(), outcomes.begin(), outcomes.end());
    analysis.warnings.push_back(std::move(warning));
  }
  analysis.warnings.push_back({warning::kObserved, {}});
}

}  // namespace

Summary SummaryOfCell(const Cell& cell, double confidence) {
  Summary summary;
  summary.confidence = confidence;
  summary.n = static_cast<size_t>(cell.n);
  summary.mean = cell.mean;
  if (cell.n < 2) return summary;
  summary.sd = std::sqrt(cell.squares / (cell.n - 1));
  if (const auto t = StudentQuantile((1 + confidence) / 2, cell.n - 1)) {
    const double half = *t * *summary.sd / std::sqrt(cell.n);
    summary.low = cell.mean - half;
    summary.high = cell.mean + half;
  }
  return summary;
}

Result<TableAnalysis> AnalyzeTable(const TableRequest& request, const ModelRequest& asked) {
  TableAnalysis analysis;
  ModelRequest model = asked;
  analysis.path = request.path;
  analysis.log = request.log;
  TRENA_ASSIGN(analysis.read, ReadTable(request));
  model.bounds = BoundsOf(analysis.read.cells.response);
  TRENA_ASSIGN(analysis.stated,
               AnalyzeWhole(std::move(analysis.read.cells), analysis.read.observations, model));
  const Cells& cells = analysis.stated.cells;
  analysis.ids = IdsOf(cells);
  for (const Cell& cell : cells.cells) {
    Summary summary = SummaryOfCell(cell, model.confidence);
    if (!analysis.log) KeepPossible(model.bounds, summary.mean, summary.low, summary.high);
    analysis.summaries.push_back(summary);
  }
  JudgeTable(analysis);
  Warn(analysis);
  return analysis;
}

}  // namespace trena
