// SPDX-License-Identifier: Apache-2.0
#include "report/terminal_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "report/answer.h"
#include "report/cost_tables.h"
#include "report/scaling_report.h"
#include "report/tables.h"
#include "report/target_report.h"
#include "report/text_page.h"
#include "report/warning_text.h"

namespace trena {
namespace {

constexpr size_t kBarWidth = 20;
constexpr size_t kIndent = 2;
constexpr size_t kGap = 2;  // between columns, as TextTable draws them
constexpr size_t kMostTerms = 10;

// A bar of `percent`, to an eighth of a column.
std::string Bar(double percent) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  double share = std::clamp(percent, 0.0, 100.0) / 100;
  auto eighths = static_cast<size_t>(std::lround(share * kBarWidth * 8));
  std::string bar;
  for (size_t i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kEighths[eighths % 8];
}

class TerminalPage : public TextPage {
 public:
  TerminalPage(const Analysis& analysis, const ReportContext& context)
      : TextPage(context), analysis_(analysis) {}

  std::string Render() {
    AddHead();
    AddTable(ScenarioTable(analysis_, words_));
    AddVariation();
    AddTable(TimeAndCostTable(analysis_, words_));
    AddTable(TargetTable(analysis_, words_));
    for (const ReportTable& table : ScalingTables(analysis_, words_)) AddTable(table);
    if (analysis_.cost.bill.HasMore()) AddTable(BillTable(analysis_, words_));
    AddTable(BreakEvenTable(analysis_, words_));
    AddWarnings();
    AddTable(FailureTable(analysis_, words_));
    AddAnswer();
    return std::move(out_);
  }

 private:
  void AddHead();
  void AddTable(const ReportTable& table);
  void AddPart(const ReportTable& table, const std::vector<size_t>& columns);
  void AddVariation();
  void AddWarnings();
  void AddAnswer();

  const Analysis& analysis_;
};

size_t WidthOf(const ReportTable& table, size_t column) {
  if (table.columns[column].bar) return kBarWidth;
  size_t width = DisplayWidth(ForTerminal(table.columns[column].title));
  for (const auto& row : table.rows) {
    width = std::max(width, DisplayWidth(ForTerminal(row[column].text)));
  }
  return width;
}

// The columns of each part of a table too wide for one: as many as fit, after the key columns.
std::vector<std::vector<size_t>> PartsOf(const ReportTable& table, size_t width) {
  std::vector<size_t> keys;
  size_t key_width = kIndent;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (!table.columns[i].key) continue;
    keys.push_back(i);
    key_width += WidthOf(table, i) + kGap;
  }
  std::vector<std::vector<size_t>> parts = {{}};
  size_t used = kIndent;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    size_t needed = WidthOf(table, i) + kGap;
    if (used + needed > width + kGap && parts.back().size() > keys.size() && !keys.empty()) {
      parts.push_back(keys);
      used = key_width;
      if (table.columns[i].key) continue;
    }
    parts.back().push_back(i);
    used += needed;
  }
  return parts;
}

void TerminalPage::AddHead() {
  out_ += Styled(Style::kBold, ForTerminal(analysis_.study)) + "\n";
  if (!analysis_.question.empty()) AddText(analysis_.question, 0);
}

void TerminalPage::AddPart(const ReportTable& table, const std::vector<size_t>& columns) {
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

void TerminalPage::AddTable(const ReportTable& table) {
  if (table.rows.empty()) return;
  AddTitle(table.title);
  bool first = true;
  for (const auto& columns : PartsOf(table, width_)) {
    if (!first) out_ += "\n";
    first = false;
    AddPart(table, columns);
  }
  if (!table.note.empty()) AddText(table.note, kIndent, Style::kDim);
}

void TerminalPage::AddVariation() {
  if (!analysis_.main.factorial) {
    if (!analysis_.main.why_not.empty()) {
      out_ += "\n";
      AddText(ExplainWhyNot(analysis_.main, words_), 0);
    }
    return;
  }
  AddTable(VariationTable(analysis_, words_, kMostTerms));
  AddTable(EffectTable(analysis_, words_, 1));
}

void TerminalPage::AddWarnings() {
  if (analysis_.warnings.empty()) return;
  AddTitle(words_.Say("Warnings"));
  for (const Warning& warning : analysis_.warnings) {
    WarningText text = Explain(warning, words_);
    AddText("! " + text.seen, kIndent, Style::kYellow);
    AddText(text.why + " " + text.advice, kIndent + 2);
  }
}

void TerminalPage::AddAnswer() {
  Answer answer = AnswerInWords(analysis_, words_);
  AddTitle(words_.Say("Answer"));
  for (const std::string& sentence : answer.costs) AddText(sentence, kIndent);
  for (const std::string& sentence : answer.drivers) AddText(sentence, kIndent);
  for (const std::string& sentence : answer.limits) AddText(sentence, kIndent);
  bool valid = analysis_.verdict == Verdict::kValid;
  bool invalid = analysis_.verdict == Verdict::kInvalid;
  out_ += "\n";
  AddText(answer.verdict, 0, valid ? Style::kGreen : invalid ? Style::kRed : Style::kYellow);
  if (!answer.next.empty()) AddText(answer.next, 0);
}

}  // namespace

std::string TerminalReport(const Analysis& analysis, const ReportContext& context) {
  return TerminalPage(analysis, context).Render();
}

}  // namespace trena
