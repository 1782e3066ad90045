// SPDX-License-Identifier: Apache-2.0
#include "report/formats/text_page.h"

#include <algorithm>
#include <cmath>

#include "core/text/text.h"
#include "report/answer/check_words.h"
#include "report/tables/model_tables.h"
#include "report/tables/table_parts.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"
namespace trena {
namespace {

constexpr size_t kLeastWidth = 100;
constexpr size_t kBarWidth = 20;
constexpr size_t kGap = 2;  // between columns, as TextTable draws them

// A bar of `percent`, to an eighth of a column.
std::string Bar(double percent) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  double share = std::clamp(percent, 0.0, 100.0) / 100;
  auto eighths = static_cast<size_t>(std::lround(share * kBarWidth * 8));
  std::string bar;
  for (size_t i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kEighths[eighths % 8];
}

size_t WidthOf(const ReportTable& table, size_t column) {
  if (table.columns[column].bar) return kBarWidth;
  size_t width = DisplayWidth(ForTerminal(table.columns[column].title));
  for (const auto& row : table.rows) {
    width = std::max(width, DisplayWidth(ForTerminal(row[column].text)));
  }
  return width;
}

// With the gap to the next.
std::vector<size_t> WidthsOf(const ReportTable& table) {
  std::vector<size_t> widths;
  for (size_t i = 0; i < table.columns.size(); ++i) widths.push_back(WidthOf(table, i) + kGap);
  return widths;
}

// Lines of at most `width` columns, broken between words, each after `indent` spaces.
std::string Wrapped(const std::string& text, size_t width, size_t indent) {
  std::string out;
  std::string line(indent, ' ');
  bool empty = true;
  for (const std::string& word : Split(text, ' ')) {
    if (!empty && DisplayWidth(line) + 1 + DisplayWidth(word) > width) {
      out += line + "\n";
      line = std::string(indent, ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
    empty = false;
  }
  return out + line + "\n";
}

}  // namespace

Style StyleOf(Verdict verdict) {
  if (verdict == Verdict::kValid) return Style::kGreen;
  return verdict == Verdict::kInvalid ? Style::kRed : Style::kYellow;
}

TextPage::TextPage(const ReportContext& context)
    : words_(context.language),
      terminal_(context.terminal),
      width_(std::max(kLeastWidth, terminal_ ? terminal_->width() : 0)) {}

std::string TextPage::Styled(Style style, const std::string& text) const {
  return terminal_ ? terminal_->Styled(style, text) : text;
}

void TextPage::AddTitle(const std::string& title) {
  out_ += "\n" + Styled(Style::kBold, ForTerminal(title)) + "\n";
}

void TextPage::AddText(const std::string& text, size_t indent, Style style) {
  for (const std::string& line : Split(Wrapped(ForTerminal(text), width_, indent), '\n')) {
    if (!line.empty()) out_ += Styled(style, line) + "\n";
  }
}

void TextPage::AddPart(const ReportTable& table, const std::vector<size_t>& columns) {
  std::vector<TextTable::Column> heads;
  for (size_t i : columns) {
    const TableColumn& column = table.columns[i];
    auto align = column.number ? TextTable::Align::kRight : TextTable::Align::kLeft;
    heads.push_back({ForTerminal(column.title), align});
  }
  TextTable text(heads);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (size_t i : columns) {
      bool bar = table.columns[i].bar;
      cells.push_back(bar ? Bar(row[i].sort.value_or(0)) : row[i].text);
    }
    text.Add(std::move(cells));
  }
  out_ += text.Render(kIndent);
}

void TextPage::AddTable(const ReportTable& table) {
  if (table.rows.empty()) return;
  AddTitle(table.title);
  bool first = true;
  for (const auto& columns : PartsOf(table, WidthsOf(table), width_ + kGap - kIndent)) {
    if (!first) out_ += "\n";
    first = false;
    AddPart(table, columns);
  }
  if (!table.note.empty()) AddText(table.note, kIndent, Style::kDim);
}

void TextPage::AddNarrow(const ReportTable& table) {
  if (table.rows.empty()) return;
  AddTitle(table.title);
  AddPart(table, PartsOf(table, WidthsOf(table), width_ + kGap - kIndent).front());
}

void TextPage::AddDrivers(const Analysis& analysis, size_t most_terms) {
  ReportTable table = VariationTable(analysis, words_, most_terms);
  table.note.clear();
  constexpr size_t kShown = 5;  // term, percent, bar, F, p
  table.columns.resize(std::min(table.columns.size(), kShown));
  for (auto& row : table.rows) row.resize(std::min(row.size(), kShown));
  AddNarrow(table);
}

void TextPage::AddMore(size_t all, size_t shown) {
  if (all <= shown) return;
  AddText(words_.Say(label::kAndMoreWithAll, {{"count", std::to_string(all - shown)}}), kIndent,
          Style::kDim);
}

void TextPage::AddWarningLines(const std::vector<Warning>& warnings, size_t most) {
  const size_t shown = std::min(warnings.size(), most);
  if (shown > 0) out_ += "\n";
  for (size_t i = 0; i < shown; ++i) {
    AddLine("! " + Explain(warnings[i], words_).seen, Style::kYellow);
  }
  AddMore(warnings.size(), shown);
}

void TextPage::AddLine(const std::string& text, Style style) {
  out_ += Styled(style, Shorten(ForTerminal(text), width_)) + "\n";
}

void TextPage::AddModelTables(const StatedAnalysis& stated, size_t most_pairs) {
  for (const ReportTable& table : ModelTables(stated, words_, most_pairs)) AddTable(table);
  const std::vector<std::string> covariates = CovarianceInWords(stated, words_);
  for (const std::string& sentence : covariates) AddText(sentence, kIndent);
  const std::vector<std::string> checks = ChecksInWords(stated, words_);
  if (checks.empty()) return;
  AddTitle(words_.Say(label::kWhetherToBelieveIt));
  for (const std::string& sentence : checks) AddText(sentence, kIndent);
}

}  // namespace trena
