// SPDX-License-Identifier: Apache-2.0
#include "analyze/table_analysis.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analyze/table_reader.h"
#include "analyze/warnings.h"
#include "core/text.h"
#include "stats/distributions.h"

namespace trena {
namespace {

constexpr double kMostNumbered = 1e9;  // cells of a crossing

bool NothingRepeated(const Cells& cells) {
  return std::all_of(cells.cells.begin(), cells.cells.end(),
                     [](const Cell& cell) { return cell.n == 1; });
}

std::vector<size_t> Treatments(const Cells& cells, const std::string& block) {
  std::vector<size_t> factors;
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    if (cells.factors[i].name != block) factors.push_back(i);
  }
  return factors;
}

// The terms without that of the block.
Result<std::vector<ModelTerm>> TermsOf(const Cells& cells, const TableModel& model,
                                       bool without_highest) {
  const std::vector<size_t> factors = Treatments(cells, model.block);
  if (model.terms == "main") return TermsUpTo(cells, factors, 1);
  if (model.terms == "2way") return TermsUpTo(cells, factors, 2);
  if (without_highest) return TermsUpTo(cells, factors, factors.size() - 1);
  if (model.terms.empty() || model.terms == "full") return FullTerms(cells, factors);
  return ParseFormula(model.terms, cells);
}

Result<ModelAnalysis> Fit(const Cells& cells, const TableModel& model, bool without_highest) {
  ModelOptions options;
  options.ss_type = model.ss_type;
  options.confidence = model.confidence;
  TRENA_ASSIGN(options.terms, TermsOf(cells, model, without_highest));
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    if (cells.factors[i].name == model.block) options.terms.insert(options.terms.begin(), {i});
  }
  SortTerms(options.terms);
  return AnalyzeModel(cells, options);
}

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

bool IsEffect(const AnovaRow& row, double confidence) {
  return !row.factors.empty() && row.p && *row.p <= 1 - confidence;
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

void Judge(TableAnalysis& analysis) {
  const auto& rows = analysis.model.rows;
  const size_t failed = FailedRows(analysis.read);
  const bool varies = analysis.model.total_ss > 0;
  const bool tested = analysis.model.residual_df > 0;
  const bool exact = tested && varies && !analysis.model.residual_sd.value_or(0);
  const bool effect = std::any_of(rows.begin(), rows.end(), [&](const AnovaRow& row) {
    return IsEffect(row, analysis.model.confidence);
  });
  const auto add_if = [&](bool applies, const char* reason) {
    if (applies) analysis.verdict_reasons.push_back(reason);
  };
  add_if(failed > analysis.read.used, verdict_reason::kMostlyFailed);
  add_if(failed > 0, verdict_reason::kFailedRuns);
  add_if(analysis.read.missing > 0, verdict_reason::kNoResponse);
  add_if(!tested, verdict_reason::kNoReplication);
  add_if(tested && !effect && !exact, verdict_reason::kNoEffect);
  if (analysis.verdict_reasons.empty()) analysis.verdict = Verdict::kValid;
  if (failed > analysis.read.used) analysis.verdict = Verdict::kInvalid;
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

Result<TableAnalysis> AnalyzeTable(const TableRequest& request, const TableModel& model) {
  TableAnalysis analysis;
  analysis.path = request.path;
  analysis.log = request.log;
  analysis.block = model.block;
  TRENA_ASSIGN(analysis.read, ReadTable(request));
  const Cells& cells = analysis.read.cells;
  const bool several = Treatments(cells, model.block).size() > 1;
  analysis.without_highest = model.terms.empty() && several && NothingRepeated(cells);
  TRENA_ASSIGN(analysis.model, Fit(cells, model, analysis.without_highest));
  analysis.ids = IdsOf(cells);
  for (const Cell& cell : cells.cells) {
    analysis.summaries.push_back(SummaryOfCell(cell, model.confidence));
  }
  Judge(analysis);
  return analysis;
}

}  // namespace trena
