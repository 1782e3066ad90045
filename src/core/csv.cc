// SPDX-License-Identifier: Apache-2.0
#include "core/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace trena {
namespace {

bool IsNumber(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && std::isfinite(number);
}

// Leading blanks do not stop a spreadsheet.
bool LooksLikeFormula(const std::string& text) {
  size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return false;
  bool starts = std::string_view("=+-@").find(text[first]) != std::string_view::npos;
  return (starts || text[0] == '\t' || text[0] == '\r') && !IsNumber(text);
}

// The cell that begins at the quote `at`, which then is behind the closing one.
Result<std::string> TakeQuoted(const std::string& line, size_t& at) {
  std::string cell;
  for (++at; at < line.size(); ++at) {
    const bool doubled = line.compare(at, 2, "\"\"") == 0;
    if (line[at] == '"' && !doubled) {
      ++at;
      return cell;
    }
    cell += line[at];
    if (doubled) ++at;
  }
  return InputError("a quote is not closed");
}

// Up to the next comma.
Result<std::string> TakePlain(const std::string& line, size_t& at) {
  const size_t end = std::min(line.find(',', at), line.size());
  const std::string cell = line.substr(at, end - at);
  at = end;
  if (cell.find('"') == std::string::npos) return cell;
  return InputError("a quote within a field that does not begin with one");
}

}  // namespace

std::string CsvCell(const std::string& text) {
  std::string field = LooksLikeFormula(text) ? "'" + text : text;
  if (field.find_first_of(",\"\r\n'") == std::string::npos) return field;
  std::string quoted = "\"";
  for (char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string CsvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? "," : "") + CsvCell(cells[i]);
  return line + "\r\n";
}

std::string CsvNumber(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : "";
}

Result<std::vector<std::string>> SplitCsvRow(const std::string& line) {
  std::vector<std::string> cells;
  size_t at = 0;
  while (!line.empty() && at <= line.size()) {
    const bool quoted = at < line.size() && line[at] == '"';
    TRENA_ASSIGN(std::string cell, quoted ? TakeQuoted(line, at) : TakePlain(line, at));
    cells.push_back(std::move(cell));
    if (at < line.size() && line[at] != ',') {
      return InputError("text after the closing quote of a field");
    }
    ++at;
  }
  return cells;
}

}  // namespace trena
