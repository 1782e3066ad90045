// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "analyze/table/column_profile.h"
#include "core/table/delimited_rows.h"
#include "core/table/json_rows.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kProfiledRows = 10'000;
constexpr size_t kMostColumns = 10'000;
constexpr size_t kListedColumns = 12;

std::string ListOf(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(names.size(), kListedColumns); ++i) {
    shown.push_back("`" + ForTerminal(names[i]) + "`");
  }
  if (names.size() > shown.size()) shown.push_back("…");
  return Join(shown, ", ");
}

Status CheckNames(const TableRequest& request, const std::vector<std::string>& names) {
  const std::string table = ForTerminal(TableName(request));
  if (names.size() > kMostColumns) {
    return InputError(
        fmt::format("{}: {} columns, more than {}", table, names.size(), kMostColumns));
  }
  const auto is_number = [](const std::string& name) {
    return ReadNumber(name).kind == NumberKind::kNumber;
  };
  if (std::all_of(names.begin(), names.end(), is_number)) {
    return InputError(fmt::format(
        "{}: the first row has numbers only; it must have the names of the columns", table));
  }
  return Done{};
}

// trena's own export has columns of the same name; a second `framework` is `framework (2)`.
void TellApart(std::vector<std::string>& names) {
  std::map<std::string, size_t> seen;
  for (std::string& name : names) {
    const size_t times = ++seen[name];
    if (times > 1 && !name.empty()) name = fmt::format("{} ({})", name, times);
  }
}

// The names, and the rows after them.
Result<std::unique_ptr<TableRows>> ReadNames(const TableRequest& request, const TableFormat& format,
                                             std::string_view first,
                                             std::vector<std::string>& names) {
  if (format.json()) {
    names = JsonRows::Columns(first, kProfiledRows);
    return std::unique_ptr<TableRows>(std::make_unique<JsonRows>(first, names));
  }
  auto rows = std::make_unique<DelimitedRows>(first, format.separator);
  std::vector<std::string_view> fields;
  if (rows->Next(fields) == RowState::kBad) {
    return InputError(
        fmt::format("{}: the first row: {}", ForTerminal(TableName(request)), rows->problem()));
  }
  for (std::string_view field : fields) names.emplace_back(Trim(field));
  return std::unique_ptr<TableRows>(std::move(rows));
}

std::vector<ColumnProfile> Profile(const TableRequest& request, TableRows& rows,
                                   const std::vector<std::string>& names) {
  std::vector<ColumnProfile> profiles;
  for (const std::string& name : names) profiles.emplace_back(name, request.decimal_mark);
  std::vector<std::string_view> fields;
  size_t count = 0;
  while (count < kProfiledRows) {
    const RowState state = rows.Next(fields);
    if (state == RowState::kEnd) break;
    if (state == RowState::kBad || fields.size() != names.size()) continue;
    for (size_t i = 0; i < names.size(); ++i) profiles[i].Add(fields[i]);
    ++count;
  }
  return profiles;
}

class Layouter {
 public:
  Layouter(const TableRequest& request, const std::vector<ColumnProfile>& profiles,
           TableLayout& layout)
      : request_(request), profiles_(profiles), layout_(layout) {}

  Status Assign() {
    TRENA_CHECK(CheckResponse());
    TRENA_ASSIGN(layout_.response, Find(request_.response));
    for (const std::string& name : request_.covariates) {
      TRENA_ASSIGN(const size_t column, Find(name));
      TRENA_CHECK(NotTwice(column, "a covariate"));
      layout_.covariates.push_back(column);
    }
    TRENA_CHECK(AssignOutcome());
    layout_.factors_found = request_.factors.empty();
    if (!request_.block.empty()) TRENA_CHECK(Find(request_.block));
    if (!request_.plot.empty()) TRENA_CHECK(Find(request_.plot));
    if (layout_.factors_found) return FindFactors();
    for (const std::string& name : request_.factors) {
      TRENA_ASSIGN(const size_t column, Find(name));
      TRENA_CHECK(NotTwice(column, "a factor"));
      layout_.factors.push_back(column);
    }
    return AddDesignFactors();
  }

 private:
  // The block and the plot are factors too, named or not.
  Status AddDesignFactors() {
    const auto& asked = request_.factors;
    for (const auto& [name, what] :
         {std::pair(request_.block, "the block"), std::pair(request_.plot, "the plot")}) {
      if (name.empty() || std::find(asked.begin(), asked.end(), name) != asked.end()) continue;
      TRENA_ASSIGN(const size_t column, Find(name));
      TRENA_CHECK(NotTwice(column, what));
      layout_.factors.push_back(column);
    }
    return Done{};
  }

  Status CheckResponse() const {
    if (!request_.response.empty()) return Done{};
    std::vector<std::string> numbers;
    for (const ColumnProfile& profile : profiles_) {
      if (profile.all_numbers()) numbers.push_back(profile.name());
    }
    return InputError(
        fmt::format("which column is analysed? Say --response with one of {}", ListOf(numbers)));
  }

  Result<size_t> Find(const std::string& name) const {
    const auto it = std::find(layout_.columns.begin(), layout_.columns.end(), name);
    if (it != layout_.columns.end()) return static_cast<size_t>(it - layout_.columns.begin());
    return InputError(fmt::format("{} has no column `{}`{}; it has {}",
                                  ForTerminal(TableName(request_)), ForTerminal(name),
                                  DidYouMean(name, layout_.columns), ListOf(layout_.columns)));
  }

  bool Taken(size_t column) const {
    const auto among = [&](const std::vector<size_t>& columns) {
      return std::find(columns.begin(), columns.end(), column) != columns.end();
    };
    return column == layout_.response || column == layout_.outcome || among(layout_.factors) ||
           among(layout_.covariates);
  }

  Status NotTwice(size_t column, const char* role) const {
    if (!Taken(column)) return Done{};
    const std::string name = ForTerminal(layout_.columns[column]);
    if (column == layout_.response) {
      return InputError(fmt::format(
          "`{}` is the response and cannot be {} too: what is explained does not explain itself",
          name, role));
    }
    return InputError(fmt::format("`{}` cannot be {}: it is used already", name, role));
  }

  Status AssignOutcome() {
    if (!request_.outcome.empty()) {
      TRENA_ASSIGN(const size_t column, Find(request_.outcome));
      TRENA_CHECK(NotTwice(column, "the outcome"));
      TakeOutcome(column);
      return Done{};
    }
    for (size_t i = 0; i < profiles_.size(); ++i) {
      const auto& asked = request_.factors;
      const bool factor = std::find(asked.begin(), asked.end(), profiles_[i].name()) != asked.end();
      if (profiles_[i].is_outcome() && !factor && !Taken(i)) {
        TakeOutcome(i);
        break;
      }
    }
    return Done{};
  }

  // A column that was named has an outcome whatever it is called.
  void TakeOutcome(size_t column) {
    layout_.outcome = column;
    const OutcomeKind kind = OutcomeKindOf(layout_.columns[column]);
    layout_.outcome_kind = kind == OutcomeKind::kNone ? OutcomeKind::kSuccess : kind;
  }

  Status FindFactors() {
    for (size_t i = 0; i < profiles_.size(); ++i) {
      if (Taken(i)) continue;
      const auto why = profiles_[i].WhyNoFactor();
      if (why && !IsOfDesign(request_, profiles_[i].name())) {
        layout_.left_out.push_back({layout_.columns[i], *why});
      } else {
        layout_.factors.push_back(i);
      }
    }
    if (!layout_.factors.empty()) return Done{};
    return InputError(
        fmt::format("no column of {} can be told to be a factor; name them with --factors, of {}",
                    ForTerminal(TableName(request_)), ListOf(layout_.columns)));
  }

  const TableRequest& request_;
  const std::vector<ColumnProfile>& profiles_;
  TableLayout& layout_;
};

// Of a separator in the first row, outside quotes.
size_t CountIn(std::string_view start, char separator) {
  size_t count = 0;
  bool inside = false;
  for (char c : start) {
    if (c == '"') inside = !inside;
    if (inside) continue;
    if (c == '\n') break;
    count += c == separator ? 1 : 0;
  }
  return count;
}

}  // namespace

Result<TableLayout> LayOut(const TableRequest& request, const TableFormat& format,
                           std::string_view first) {
  TableLayout layout;
  layout.format = format;
  layout.decimal_mark = request.decimal_mark;
  layout.log = request.log;
  TRENA_ASSIGN(auto rows, ReadNames(request, format, first, layout.columns));
  TRENA_CHECK(CheckNames(request, layout.columns));
  TellApart(layout.columns);
  const std::vector<ColumnProfile> profiles = Profile(request, *rows, layout.columns);
  TRENA_CHECK(Layouter(request, profiles, layout).Assign());
  return layout;
}

std::string TableFormat::name() const {
  switch (separator) {
    case 0:
      return "json lines";
    case '\t':
      return "tsv";
    case ';':
      return "csv with semicolons";
    default:
      return "csv";
  }
}

TableFormat SniffFormat(std::string_view start) {
  start = start.substr(std::min(start.size(), start.find_first_not_of(" \r\n")));
  if (start.starts_with('{')) return {0};
  TableFormat best;
  size_t most = CountIn(start, best.separator);
  for (char separator : {'\t', ';'}) {
    const size_t count = CountIn(start, separator);
    if (count <= most) continue;
    most = count;
    best.separator = separator;
  }
  return best;
}

}  // namespace trena
