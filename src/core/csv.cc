// SPDX-License-Identifier: Apache-2.0
#include "core/csv.h"

#include <fmt/format.h>

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

}  // namespace trena
