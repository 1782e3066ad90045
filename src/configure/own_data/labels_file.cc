// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/labels_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/csv.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";

// The rows of a CSV text one by one; one may go over several lines, within quotes.
class CsvRows {
 public:
  CsvRows(std::string name, std::string_view text) : name_(std::move(name)), text_(text) {
    if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(3);
  }

  // False at the end. Empty lines are passed over.
  Result<bool> Next(std::vector<std::string>& cells) {
    std::string row;
    while (row.empty()) {
      if (text_.empty()) return false;
      line_ = next_line_;
      row = TakeRow();
    }
    Result<std::vector<std::string>> split = SplitCsvRow(row);
    if (!split.ok()) return At(split.error().message());
    cells = std::move(split).value();
    return true;
  }

  size_t line() const { return line_; }

  // "labels.csv:7: …".
  Error At(const std::string& message) const {
    return InputError(fmt::format("{}:{}: {}", name_, line_, message));
  }

 private:
  std::string TakeRow() {
    size_t end = 0;
    bool quoted = false;
    for (; end < text_.size() && (quoted || text_[end] != '\n'); ++end) {
      if (text_[end] == '"') quoted = !quoted;
      if (text_[end] == '\n') ++next_line_;
    }
    ++next_line_;
    std::string row(text_.substr(0, end));
    text_.remove_prefix(std::min(end + 1, text_.size()));
    if (row.ends_with('\r')) row.pop_back();
    return row;
  }

  std::string name_;
  std::string_view text_;
  size_t line_ = 0;
  size_t next_line_ = 1;
};

struct LabelColumns {
  size_t file, label, count;
};

Result<LabelColumns> FindColumns(const CsvRows& rows, const std::vector<std::string>& names) {
  const auto column = [&](const char* name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return static_cast<size_t>(found - names.begin());
  };
  const LabelColumns columns{column("file"), column("label"), names.size()};
  if (columns.file < names.size() && columns.label < names.size()) return columns;
  return rows.At("the first line must name the columns `file` and `label`: file,label");
}

}  // namespace

Result<std::vector<LabelledFile>> ReadLabels(const fs::path& file) {
  Result<std::string> text = ReadFile(file);
  if (!text.ok()) return InputError(text.error().message());
  CsvRows rows(ForTerminal(file.string()), text.value());
  std::vector<std::string> cells;
  TRENA_ASSIGN(const bool any, rows.Next(cells));
  if (!any) return InputError(ForTerminal(file.string()) + " is empty: it needs file,label");
  TRENA_ASSIGN(const LabelColumns columns, FindColumns(rows, cells));
  std::vector<LabelledFile> labelled;
  std::unordered_map<std::string, size_t> lines;
  while (true) {
    TRENA_ASSIGN(const bool more, rows.Next(cells));
    if (!more) return labelled;
    if (cells.size() != columns.count) {
      return rows.At(
          fmt::format("has {} fields, not {} as the first line", cells.size(), columns.count));
    }
    const std::string path = fs::path(cells[columns.file]).lexically_normal().string();
    LabelledFile one{path, cells[columns.label], rows.line()};
    if (one.path.empty()) return rows.At("names no file");
    const std::string shown = ForTerminal(one.path);
    if (one.label.empty()) return rows.At(fmt::format("{} has no label", shown));
    const auto [known, is_new] = lines.emplace(one.path, one.line);
    if (!is_new) {
      return rows.At(
          fmt::format("{} is named a second time; first in line {}", shown, known->second));
    }
    labelled.push_back(std::move(one));
  }
}

}  // namespace trena
