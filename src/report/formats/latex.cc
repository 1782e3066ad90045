// SPDX-License-Identifier: Apache-2.0
#include "report/formats/latex.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/text/text.h"
#include "report/sections.h"
#include "report/tables/table_parts.h"

namespace trena {
namespace {

constexpr size_t kLineWidth = 104;  // characters of \footnotesize on A4 or letter
constexpr size_t kColumnGap = 3;    // between columns, in characters
constexpr size_t kWidest = 44;      // a column; a wider one has its text broken
constexpr size_t kMostRows = 40;    // of a table on one page

struct Replacement {
  char32_t code;
  const char* latex;
};

// What LaTeX does not take as it is. Brackets and stars mean something after a line's end, hyphens,
// commas and quotes in a row are other characters.
constexpr Replacement kReplacements[] = {
    {U'\\', "\\textbackslash{}"},
    {U'{', "\\{"},
    {U'}', "\\}"},
    {U'$', "\\$"},
    {U'&', "\\&"},
    {U'#', "\\#"},
    {U'%', "\\%"},
    {U'_', "\\_"},
    {U'^', "\\textasciicircum{}"},
    {U'~', "\\textasciitilde{}"},
    {U'<', "\\textless{}"},
    {U'>', "\\textgreater{}"},
    {U'|', "\\textbar{}"},
    {U'"', "\\textquotedbl{}"},
    {U'\'', "\\textquotesingle{}"},
    {U'`', "\\textasciigrave{}"},
    {U'[', "{[}"},
    {U']', "{]}"},
    {U'*', "{*}"},
    {U'-', "-{}"},
    {U',', ",{}"},
    {U'?', "?{}"},
    {U'!', "!{}"},
    {U'\u00a0', "~"},
    {U'\u00ad', ""},  // a soft hyphen shows nothing
    {U'\u00b1', "$\\pm$"},
    {U'\u00d7', "$\\times$"},
    {U'\u2013', "\\textendash{}"},
    {U'\u2014', "\\textemdash{}"},
    {U'\u2018', "\\textquoteleft{}"},
    {U'\u2019', "\\textquoteright{}"},
    {U'\u201c', "\\textquotedblleft{}"},
    {U'\u201d', "\\textquotedblright{}"},
    {U'\u2026', "\\dots{}"},
    {U'\u2032', "$'$"},
    {U'\u20ac', "\\texteuro{}"},
    {U'\u2192', "$\\rightarrow$"},
    {U'\u2212', "$-$"},
    {U'\u221a', "$\\surd$"},
    {U'\u230a', "$\\lfloor$"},
    {U'\u230b', "$\\rfloor$"},
    {U'\u2248', "$\\approx$"},
    {U'\u2260', "$\\neq$"},
    {U'\u2264', "$\\leq$"},
    {U'\u2265', "$\\geq$"},
    {U'\u03b1', "$\\alpha$"},
    {U'\u03b2', "$\\beta$"},
    {U'\u03b7', "$\\eta$"},
    {U'\u03bb', "$\\lambda$"},
    {U'\u03bc', "$\\mu$"},
    {U'\u03c3', "$\\sigma$"},
    {U'\u03c7', "$\\chi$"},
};

// The first character of text that is UTF-8, and its bytes.
std::pair<char32_t, size_t> FirstOf(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  char32_t code = bytes == 1 ? lead : lead & (0xff >> (bytes + 1));
  for (size_t i = 1; i < bytes && i < text.size(); ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  }
  return {code, std::min(bytes, text.size())};
}

// ASCII, the signs and letters of Latin-1, and no more: what every LaTeX with T1 has.
bool IsPlain(char32_t code) {
  return (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code <= 0xff);
}

std::string LatexCharacter(char32_t code, std::string_view bytes) {
  auto same = [&](const Replacement& replacement) { return replacement.code == code; };
  auto found = std::find_if(std::begin(kReplacements), std::end(kReplacements), same);
  if (found != std::end(kReplacements)) return found->latex;
  if (IsPlain(code)) return std::string(bytes);
  return fmt::format("\\texttt{{U+{:04X}}}", static_cast<uint32_t>(code));
}

// In characters, without bars: paper has no room for them.
size_t CharactersOf(const ReportTable& table, size_t column) {
  if (table.columns[column].bar) return 0;
  size_t width = DisplayWidth(ForTerminal(table.columns[column].title));
  for (const auto& row : table.rows) {
    width = std::max(width, DisplayWidth(ForTerminal(row[column].text)));
  }
  return width;
}

// One part of a table, ready to be put between its rules.
struct Part {
  std::string columns;  // of tabular: "lrr"
  std::string head;
  std::vector<std::string> rows;
};

std::string ColumnKind(const ReportTable& table, size_t column) {
  const size_t width = CharactersOf(table, column);
  if (width > kWidest) {
    return fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.2f}\\linewidth}}",
                       static_cast<double>(kWidest) / kLineWidth);
  }
  return table.columns[column].number ? "r" : "l";
}

std::string Row(const std::vector<std::string>& cells) { return Join(cells, " & ") + " \\\\"; }

Part PartOf(const ReportTable& table, const std::vector<size_t>& columns) {
  Part part;
  std::vector<std::string> titles;
  for (size_t column : columns) {
    part.columns += ColumnKind(table, column);
    titles.push_back(LatexText(table.columns[column].title));
  }
  part.head = Row(titles);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (size_t column : columns) cells.push_back(LatexText(row[column].text));
    part.rows.push_back(Row(cells));
  }
  return part;
}

std::string OnOnePage(const Part& part, const std::string& caption, const std::string& note) {
  std::string out =
      "\\begin{table}[htbp]\n\\centering\\footnotesize\n" + caption + "\n\n\\smallskip\n";
  out += "\\begin{tabular}{@{}" + part.columns + "@{}}\n\\toprule\n" + part.head + "\n\\midrule\n";
  out += Join(part.rows, "\n") + "\n\\bottomrule\n\\end{tabular}\n";
  if (!note.empty()) {
    out += "\n\\medskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n" + note +
           "\n\\end{minipage}\n";
  }
  return out + "\\end{table}\n";
}

std::string OverPages(const Part& part, const std::string& caption, const std::string& note) {
  const std::string head = "\\toprule\n" + part.head + "\n\\midrule\n";
  std::string out = "{\\footnotesize\n\\begin{longtable}{@{}" + part.columns + "@{}}\n";
  out += caption + "\\\\[4pt]\n" + head + "\\endfirsthead\n" + head + "\\endhead\n";
  out += "\\bottomrule\n\\endfoot\n" + Join(part.rows, "\n") + "\n\\end{longtable}\n";
  if (!note.empty()) out += "\\noindent " + note + "\\par\n";
  return out + "}\n";
}

std::vector<std::vector<size_t>> LatexParts(const ReportTable& table) {
  std::vector<size_t> widths;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const size_t width = std::min(CharactersOf(table, i), kWidest);
    widths.push_back(table.columns[i].bar ? 0 : width + kColumnGap);
  }
  auto parts = PartsOf(table, widths, kLineWidth);
  for (auto& part : parts) {
    std::erase_if(part, [&](size_t column) { return table.columns[column].bar; });
  }
  return parts;
}

// A comment's line cannot end before its end.
std::string Comment(const std::string& text) { return "% " + ForTerminal(text) + "\n"; }

}  // namespace

std::string LatexText(const std::string& text) {
  const std::string shown = ForTerminal(text);
  std::string_view rest = shown;
  std::string out;
  while (!rest.empty()) {
    auto [code, bytes] = FirstOf(rest);
    out += LatexCharacter(code, rest.substr(0, bytes));
    rest.remove_prefix(bytes);
  }
  return out;
}

std::string LatexTable(const ReportTable& table, const std::string& name, const Words& words) {
  if (table.rows.empty()) return "";
  const auto parts = LatexParts(table);
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Part part = PartOf(table, parts[i]);
    const std::string title = i == 0 ? table.title
                                     : words.Say({"{title} (continued)", "{title} (continuação)"},
                                                 {{"title", table.title}});
    const std::string label = i == 0 ? "\\label{tab:" + name + "}" : "";
    const std::string caption = "\\caption{" + LatexText(title) + "}" + label;
    const std::string note = i + 1 == parts.size() ? LatexText(table.note) : "";
    out += (i == 0 ? "" : "\n") + (part.rows.size() > kMostRows ? OverPages(part, caption, note)
                                                                : OnOnePage(part, caption, note));
  }
  return out;
}

std::vector<NamedTable> LatexTables(const Analysis& analysis, const Words& words) {
  std::vector<NamedTable> tables;
  for (const ReportSection* section : SectionsOf(ReportForm::kLatex)) {
    const auto of_section = TablesOf(*section, ReportForm::kLatex, analysis, words);
    for (size_t i = 0; i < of_section.size(); ++i) {
      tables.push_back({TableName(*section, i), of_section[i]});
    }
  }
  return tables;
}

std::string LatexPackages() {
  return "\\usepackage[utf8]{inputenc}\n"
         "\\usepackage[T1]{fontenc}\n"
         "\\usepackage{textcomp}\n"
         "\\usepackage{array,booktabs,longtable}\n";
}

std::string LatexReport(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  std::string out = Comment(context.trena_version + ", " + context.generated);
  out += Comment("Put in by \\input; the text before \\begin{document} needs:");
  for (const std::string& line : Split(Trim(LatexPackages()), '\n')) out += Comment(line);
  for (const auto& [name, table] : LatexTables(analysis, words)) {
    out += "\n" + LatexTable(table, name, words);
  }
  return out;
}

}  // namespace trena
