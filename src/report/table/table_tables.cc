// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_tables.h"

#include <algorithm>
#include <numeric>

#include "core/text/text.h"
#include "report/table/table_answer.h"
#include "report/tables/cells.h"
#include "report/words/labels.h"

namespace trena {
namespace {

constexpr int kTableDigits = 5;
constexpr size_t kLongestLevel = 40;

TableCell Rounded(const std::optional<double>& value, int digits, const Words& words) {
  return cell::Number(value ? words.Significant(*value, digits) : "—", value);
}

std::string MeansTitle(const TableAnalysis& analysis, const Words& words) {
  const Words::Argument response{"response", analysis.stated.cells.response};
  return analysis.log
             ? words.Say({"Geometric means of {response}", "Médias geométricas de {response}"},
                         {response})
             : words.Say({"Means of {response}", "Médias de {response}"}, {response});
}

std::vector<TableCell> MeansRow(const TableAnalysis& analysis, size_t at, const Words& words) {
  const Cells& cells = analysis.stated.cells;
  const Summary& summary = analysis.summaries[at];
  std::vector<TableCell> row = {cell::Text(analysis.ids[at])};
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    const std::string& level = cells.factors[i].levels[cells.cells[at].levels[i]];
    row.push_back(cell::Text(Shorten(level, kLongestLevel)));
  }
  const auto shown = [&](const std::optional<double>& mean) {
    return mean ? std::optional(ShownMean(analysis, *mean)) : std::nullopt;
  };
  const auto low = shown(summary.low), high = shown(summary.high);
  row.push_back(cell::Number(std::to_string(summary.n), static_cast<double>(summary.n)));
  row.push_back(Rounded(shown(summary.mean), kTableDigits, words));
  row.push_back(cell::Number(
      low ? words.Say(label::kFromLowToHigh, {{"low", words.Significant(*low, kTableDigits)},
                                              {"high", words.Significant(*high, kTableDigits)}})
          : "—",
      low));
  return row;
}

}  // namespace

ReportTable VarianceTable(const TableAnalysis& analysis, const Words& words) {
  const std::string& response = analysis.stated.cells.response;
  const std::string metric =
      analysis.log ? words.Say(label::kTheLogarithmOfResponse, {{"response", response}}) : response;
  ReportTable table;
  table.title =
      words.Say({"Analysis of variance of {response}", "Análise de variância de {response}"},
                {{"response", metric}});
  table.columns = {TableColumn::Key(words.Say(label::kTerm)),
                   TableColumn::Number(words.Say(label::kDf)),
                   TableColumn::Number(words.Say(label::kSumOfSquares)),
                   TableColumn::Number(words.Say({"mean square", "quadrado médio"})),
                   TableColumn::Number("F"),
                   TableColumn::Number("p"),
                   TableColumn::Number(words.Say(label::kVariation)),
                   TableColumn::Number(words.Say({"adjusted", "ajustada"}))};
  for (const AnovaRow& row : analysis.stated.model.rows) {
    const bool residuals = row.term == "residuals";
    table.rows.push_back(
        {cell::Text(residuals ? words.Say(label::kResiduals) : row.term),
         cell::Number(std::to_string(row.df), static_cast<double>(row.df)),
         Rounded(row.ss, kTableDigits, words), Rounded(row.ms, kTableDigits, words),
         Rounded(row.f, 4, words), cell::Chance(row.p, words),
         cell::Number(row.percent ? words.Percent(*row.percent) : "—", row.percent),
         cell::Number(row.omega_percent ? words.Percent(*row.omega_percent) : "—",
                      row.omega_percent)});
  }
  return table;
}

ReportTable MeansTable(const TableAnalysis& analysis, const std::vector<size_t>& cells,
                       const Words& words) {
  ReportTable table;
  table.title = MeansTitle(analysis, words);
  table.columns = {TableColumn::Key(words.Say(label::kScenario))};
  for (const CellFactor& factor : analysis.stated.cells.factors) {
    table.columns.push_back({.title = factor.name});
  }
  table.columns.push_back(TableColumn::Number("n"));
  table.columns.push_back(TableColumn::Number(analysis.log ? words.Say(label::kGeometricMean)
                                                           : words.Say(label::kMean)));
  table.columns.push_back(TableColumn::Number(
      words.Say(label::kConfidencePercentInterval,
                {{"confidence", words.Fixed(analysis.stated.model.confidence * 100, 0)}})));
  for (size_t at : cells) table.rows.push_back(MeansRow(analysis, at, words));
  return table;
}

std::vector<size_t> FirstCells(const TableAnalysis& analysis, size_t most) {
  std::vector<size_t> cells(std::min(analysis.ids.size(), most));
  std::iota(cells.begin(), cells.end(), size_t{0});
  return cells;
}

std::vector<size_t> CellsByMean(const TableAnalysis& analysis, size_t most) {
  const auto& cells = analysis.stated.cells.cells;
  std::vector<size_t> order = FirstCells(analysis, cells.size());
  if (order.size() <= most) return order;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return cells[a].mean < cells[b].mean; });
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace trena
