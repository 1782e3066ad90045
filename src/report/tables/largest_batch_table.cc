// SPDX-License-Identifier: Apache-2.0
#include "core/text/text.h"
#include "report/tables/cells.h"
#include "report/tables/tables.h"

namespace trena {
namespace {

// What varies beside the batch, a column each.
std::vector<std::string> OtherNames(const Analysis& analysis) {
  std::vector<std::string> names;
  for (const auto& [name, level] : analysis.largest_batches[0].others) names.push_back(name);
  return names;
}

TableCell BatchCell(const std::optional<double>& batch, const Words& words, Sentence none) {
  if (!batch) return cell::Number(words.Say(none), std::nullopt);
  return cell::Number(Value(*batch).ToString(), batch);
}

}  // namespace

ReportTable LargestBatchTable(const Analysis& analysis, const Words& words) {
  ReportTable table{
      words.Say({"Largest batch that fits", "Maior lote que cabe"}),
      words.Say({"Of what was measured: the largest batch that no run was out of memory with, and "
                 "the smallest that one was. `trena fit` foretells what lies between and beyond.",
                 "Do que foi medido: o maior lote com que nenhuma execução ficou sem memória, e o "
                 "menor com que uma ficou. `trena fit` prevê o que há entre eles e além."}),
      {},
      {}};
  if (analysis.largest_batches.empty()) return table;
  for (const std::string& name : OtherNames(analysis)) {
    table.columns.push_back(TableColumn::Key(name));
  }
  table.columns.push_back(TableColumn::Number(words.Say({"fits", "cabe"})));
  table.columns.push_back(TableColumn::Number(words.Say({"does not", "não cabe"})));
  for (const LargestBatch& one : analysis.largest_batches) {
    std::vector<TableCell> row;
    for (const std::string& name : OtherNames(analysis)) {
      const Value* level = Find(one.others, name);
      row.push_back(cell::Text(level != nullptr ? level->ToString() : "—"));
    }
    row.push_back(BatchCell(one.fits, words, {"none", "nenhum"}));
    row.push_back(BatchCell(one.does_not, words, {"all fit", "todos cabem"}));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace trena
