// SPDX-License-Identifier: Apache-2.0
#include "report/formats/markdown.h"

#include "core/text.h"

namespace trena::markdown {

std::string Escaped(const std::string& text) {
  std::string out;
  for (char c : ForTerminal(text)) {
    if (std::string_view("\\`*_{}[]<>#|!~&").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string MarkdownTable(const ReportTable& table) {
  if (table.rows.empty()) return "";
  std::string head = "|";
  std::string rule = "|";
  for (const TableColumn& column : table.columns) {
    if (column.bar) continue;
    head += " " + Escaped(column.title) + " |";
    rule += column.number ? "---:|" : "---|";
  }
  std::string out = "\n## " + Escaped(table.title) + "\n\n" + head + "\n" + rule + "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (size_t i = 0; i < row.size(); ++i) {
      if (!table.columns[i].bar) out += " " + Escaped(row[i].text) + " |";
    }
    out += "\n";
  }
  if (!table.note.empty()) out += "\n" + Escaped(table.note) + "\n";
  return out;
}

}  // namespace trena::markdown
