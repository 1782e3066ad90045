// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "analyze/table/column_profile.h"
#include "core/table/delimited_rows.h"
#include "core/table/json_rows.h"
#include "core/text/text.h"

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
    if (word == ended_well_.size()) {
      ended_well_.push_back(EndedWell(field, layout_.outcome_kind));
    }
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

TableMerge::TableMerge(const TableRequest& request, const TableLayout& layout)
    : request_(request),
      layout_(layout),
      whole_(layout),
      forgotten_(layout.factors.size()),
      left_out_(layout.factors.size()),
      reasons_(layout.left_out) {}

// The number here of each of the part's levels, by factor.
std::vector<std::vector<uint32_t>> TableMerge::Renamed(const TablePart& part) {
  std::vector<std::vector<uint32_t>> renamed(layout_.factors.size());
  for (size_t i = 0; i < renamed.size(); ++i) {
    for (const std::string& level : part.levels[i].levels()) {
      std::string padded = level;
      padded.reserve(level.size() + kFieldPadding);
      renamed[i].push_back(forgotten_[i] ? 0 : whole_.levels[i].Find(padded));
    }
  }
  return renamed;
}

// From here on the factor has one level.
void TableMerge::Forget(size_t factor) {
  forgotten_[factor] = true;
  std::vector<std::vector<uint32_t>> renamed(layout_.factors.size());
  for (size_t i = 0; i < renamed.size(); ++i) {
    for (uint32_t level = 0; level < Levels(i); ++level) {
      renamed[i].push_back(forgotten_[i] ? 0 : level);
    }
  }
  CellTable fewer(layout_.factors.size(), layout_.covariates.size());
  fewer.Merge(whole_.cells, renamed);
  whole_.cells = std::move(fewer);
}

Status TableMerge::CheckSize() const {
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    if (forgotten_[i] || Levels(i) <= kMostLevels) continue;
    return InputError(fmt::format(
        "{}: column `{}` has more than {} different values by row {}: it may be the response, or a "
        "number that identifies the row, rather than a factor",
        ForTerminal(TableName(request_)), ForTerminal(Name(i)), kMostLevels, whole_.rows));
  }
  if (whole_.cells.size() <= kMostCells) return Done{};
  return InputError(fmt::format(
      "{}: the factors have more than {} combinations of levels; name fewer with --factors",
      ForTerminal(TableName(request_)), kMostCells));
}

Status TableMerge::Add(const TablePart& part) {
  whole_.problems.Append(part.problems, whole_.rows, whole_.lines);
  whole_.rows += part.rows;
  whole_.lines += part.lines;
  whole_.used += part.used;
  whole_.missing += part.missing;
  for (const auto& [outcome, rows] : part.not_ok) whole_.not_ok[outcome] += rows;
  const auto renamed = Renamed(part);
  whole_.cells.Merge(part.cells, renamed);
  whole_.kept.Merge(part.kept, renamed);
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    if (part.with_empty[i]) whole_.with_empty[i] = true;
    const bool found = layout_.factors_found && !IsOfDesign(request_, Name(i));
    const bool too_many = found && Levels(i) > ColumnProfile::kMostLevels;
    if (too_many && !forgotten_[i]) Forget(i);
  }
  return CheckSize();
}

Status TableMerge::CheckNamedFactors() const {
  if (layout_.factors_found) return Done{};
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    const std::string name = ForTerminal(Name(i));
    if (Levels(i) == 1) {
      return InputError(fmt::format(
          "factor `{}` has a single level (`{}`): there is nothing to compare; leave it out", name,
          Shorten(ForTerminal(whole_.levels[i].levels()[0]), 40)));
    }
    if (Levels(i) == whole_.used) {
      return InputError(
          fmt::format("factor `{}` has as many levels as there are rows ({}): it may be the "
                      "response, or a number that identifies the row, rather than a factor",
                      name, whole_.used));
    }
  }
  return Done{};
}

void TableMerge::LeaveOut(size_t factor, LeftOut why, const std::string& detail) {
  if (IsOfDesign(request_, Name(factor))) return;
  left_out_[factor] = true;
  reasons_.push_back({Name(factor), why, detail});
}

// Whether each level of `a` comes with one of `b` only, and the other way round.
bool TableMerge::OneToOne(size_t a, size_t b) const {
  if (IsOfDesign(request_, Name(a))) return false;  // a plot may go with the level it has
  if (Levels(a) != Levels(b)) return false;
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  for (size_t cell = 0; cell < whole_.cells.size(); ++cell) {
    const auto levels = whole_.cells.LevelsOf(cell);
    pairs.emplace(levels[a], levels[b]);
    if (pairs.size() > Levels(a)) return false;
  }
  return true;
}

// What all of the rows show, and the first ones did not.
void TableMerge::LeaveOutFound() {
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    const size_t levels = Levels(i);
    if (forgotten_[i] || (levels > 1 && levels * 2 > whole_.used)) {
      LeaveOut(i, LeftOut::kTooManyLevels);
    } else if (whole_.with_empty[i]) {
      LeaveOut(i, LeftOut::kEmptyFields);
    } else if (levels == 1) {
      LeaveOut(i, LeftOut::kConstant, whole_.levels[i].levels()[0]);
    }
  }
}

void TableMerge::LeaveOutSame() {
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    for (size_t j = 0; j < i && !left_out_[i]; ++j) {
      if (!left_out_[j] && OneToOne(j, i)) LeaveOut(i, LeftOut::kSameAs, Name(j));
    }
  }
}

// A column with one level for each combination of at least two other factors labels them.
void TableMerge::LeaveOutLabels() {
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    if (left_out_[i]) continue;
    std::vector<bool> others = left_out_;
    others[i] = true;
    if (std::count(others.begin(), others.end(), false) < 2) continue;
    const size_t combinations = whole_.cells.Without(others).size();
    if (combinations == Levels(i) && whole_.cells.Without(left_out_).size() == combinations) {
      LeaveOut(i, LeftOut::kLabel);
    }
  }
}

Status TableMerge::CheckRows() const {
  if (whole_.problems.any()) {
    return whole_.problems.ToError(TableName(request_), layout_.columns);
  }
  if (whole_.used >= 2) return Done{};
  return InputError(fmt::format("{}: {} row{} with a value of `{}`; an analysis needs at least two",
                                ForTerminal(TableName(request_)), whole_.used,
                                whole_.used == 1 ? "" : "s",
                                ForTerminal(layout_.columns[layout_.response])));
}

Result<Cells> TableMerge::MakeCells() const {
  Cells cells;
  cells.response = layout_.columns[layout_.response];
  for (size_t column : layout_.covariates) cells.covariates.push_back(layout_.columns[column]);
  for (size_t i = 0; i < layout_.factors.size(); ++i) {
    if (!left_out_[i]) cells.factors.push_back({Name(i), whole_.levels[i].levels()});
  }
  if (cells.factors.empty()) {
    return InputError(
        fmt::format("no column of {} can be told to be a factor; name them with --factors",
                    ForTerminal(TableName(request_))));
  }
  cells.cells = whole_.cells.Without(left_out_).ToCells();
  for (const Cell& cell : cells.cells) {
    if (std::isfinite(cell.mean) && std::isfinite(cell.squares)) continue;
    return InputError(
        fmt::format("the values of `{}` are too large for their squares to be added; "
                    "choose another unit",
                    ForTerminal(cells.response)));
  }
  return cells;
}

namespace {

// Without case and blanks.
std::string Alike(std::string_view level) {
  std::string alike;
  for (char c : level) {
    if (c == ' ' || c == '\t' || c == '_') continue;
    alike += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return alike;
}

// Levels of one factor that are perhaps one, spelled differently.
std::vector<SimilarLevels> FindSimilar(const Cells& cells) {
  std::vector<SimilarLevels> found;
  for (const CellFactor& factor : cells.factors) {
    std::map<std::string, std::vector<std::string>> groups;
    for (const std::string& level : factor.levels) groups[Alike(level)].push_back(level);
    for (auto& [alike, levels] : groups) {
      if (levels.size() > 1) found.push_back({factor.name, std::move(levels)});
    }
  }
  return found;
}

}  // namespace

Result<TableRead> TableMerge::Finish() {
  TRENA_CHECK(CheckRows());
  TRENA_CHECK(CheckNamedFactors());
  if (layout_.factors_found) {
    LeaveOutFound();
    LeaveOutSame();
    LeaveOutLabels();
  }
  TableRead read;
  TRENA_ASSIGN(read.cells, MakeCells());
  read.observations = whole_.kept.ToObservations(read.cells, left_out_);
  read.format = layout_.format.name();
  read.factors_found = layout_.factors_found;
  read.left_out = reasons_;
  if (layout_.outcome) read.outcome_column = layout_.columns[*layout_.outcome];
  read.rows = whole_.rows;
  read.used = whole_.used;
  read.missing = whole_.missing;
  read.not_ok = whole_.not_ok;
  read.similar = FindSimilar(read.cells);
  return read;
}

TablePart ReadPart(const TableLayout& layout, std::string_view text, bool names) {
  return PartReader(layout, text).Read(names);
}

}  // namespace trena
