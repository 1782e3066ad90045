// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/part.h"

#include <cmath>
#include <memory>

#include "analyze/table/column_profile.h"
#include "core/table/delimited_rows.h"
#include "core/table/json_rows.h"

namespace trena {
namespace {

ProblemKind KindOf(NumberKind kind) {
  switch (kind) {
    case NumberKind::kDecimalComma:
      return ProblemKind::kDecimalComma;
    case NumberKind::kThousands:
      return ProblemKind::kThousands;
    case NumberKind::kNotFinite:
      return ProblemKind::kNotFinite;
    case NumberKind::kTooLarge:
      return ProblemKind::kTooLarge;
    default:
      return ProblemKind::kText;
  }
}

std::unique_ptr<TableRows> RowsOf(const TableLayout& layout, std::string_view text) {
  if (layout.format.json()) return std::make_unique<JsonRows>(text, layout.columns);
  return std::make_unique<DelimitedRows>(text, layout.format.separator);
}

class PartReader {
 public:
  PartReader(const TableLayout& layout, std::string_view text)
      : layout_(layout),
        rows_(RowsOf(layout, text)),
        part_(layout),
        levels_(layout.factors.size()),
        covariates_(layout.covariates.size()) {}

  TablePart Read(bool names) {
    if (names) rows_->Next(fields_);
    while (true) {
      const RowState state = rows_->Next(fields_);
      if (state == RowState::kEnd) break;
      ++part_.rows;
      if (state == RowState::kBad) {
        Complain(ProblemKind::kBrokenRow, 0, rows_->problem());
      } else if (fields_.size() != layout_.columns.size()) {
        Complain(ProblemKind::kFieldCount, 0, std::to_string(fields_.size()));
      } else {
        TakeRow();
      }
    }
    part_.lines = rows_->lines();
    return std::move(part_);
  }

 private:
  void Complain(ProblemKind kind, size_t column, std::string_view text) {
    part_.problems.Add(kind, {part_.rows, rows_->line(), column, std::string(text)});
  }

  void TakeRow() {
    if (layout_.outcome && !TakeOutcome()) return;
    double response = 0;
    bool missing = false;
    if (!TakeNumber(layout_.response, response, missing)) return;
    for (size_t i = 0; i < covariates_.size(); ++i) {
      if (!TakeNumber(layout_.covariates[i], covariates_[i], missing)) return;
    }
    if (missing) {
      ++part_.missing;
      return;
    }
    if (layout_.log) {
      if (response <= 0) {
        return Complain(ProblemKind::kNotPositive, layout_.response, fields_[layout_.response]);
      }
      response = std::log(response);
    }
    if (!TakeLevels()) return;
    part_.cells.Add(levels_, covariates_, response);
    part_.kept.Add(levels_, covariates_, response);
    ++part_.used;
  }

  // Whether the run ended well.
  bool TakeOutcome() {
    const std::string_view field = fields_[*layout_.outcome];
    const uint32_t word = outcomes_.Find(field);
    if (word == ended_well_.size()) ended_well_.push_back(EndedWell(field));
    const auto well = word == LevelIndex::kEmpty ? std::nullopt : ended_well_[word];
    if (!well) Complain(ProblemKind::kUnknownOutcome, *layout_.outcome, field);
    if (well == false) ++part_.not_ok[outcomes_.levels()[word]];
    return well.value_or(false);
  }

  // False when it is no number and not missing.
  bool TakeNumber(size_t column, double& value, bool& missing) {
    const NumberText read = ReadNumber(fields_[column], layout_.decimal_mark);
    value = read.value;
    if (read.kind == NumberKind::kNumber) return true;
    if (read.kind == NumberKind::kMissing) return missing = true;
    Complain(KindOf(read.kind), column, fields_[column]);
    return false;
  }

  bool TakeLevels() {
    for (size_t i = 0; i < levels_.size(); ++i) {
      const size_t column = layout_.factors[i];
      levels_[i] = part_.levels[i].Find(fields_[column]);
      if (levels_[i] != LevelIndex::kEmpty) continue;
      if (!layout_.factors_found) {
        Complain(ProblemKind::kEmptyLevel, column, fields_[column]);
        return false;
      }
      // The factor will be left out, so its level does not matter.
      part_.with_empty[i] = true;
      levels_[i] = part_.levels[i].Find(kAnyLevel);
    }
    return true;
  }

  static constexpr std::string_view kAnyLevel = "empty\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

  const TableLayout& layout_;
  std::unique_ptr<TableRows> rows_;
  TablePart part_;
  std::vector<std::string_view> fields_;
  std::vector<uint32_t> levels_;
  std::vector<double> covariates_;
  LevelIndex outcomes_;
  std::vector<std::optional<bool>> ended_well_;
};

}  // namespace

TablePart ReadPart(const TableLayout& layout, std::string_view text, bool names) {
  return PartReader(layout, text).Read(names);
}

}  // namespace trena
