// SPDX-License-Identifier: Apache-2.0
#include "report/formats/terminal_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "report/answer/answer.h"
#include "report/answer/scaling_words.h"
#include "report/answer/target_words.h"
#include "report/formats/text_page.h"
#include "report/tables/cost_tables.h"
#include "report/tables/tables.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

constexpr size_t kMostTermsOnTerminal = 10;
constexpr size_t kMostPairs = 12;

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
  void AddVariation();
  void AddWarnings();
  void AddAnswer();

  const Analysis& analysis_;
};

void TerminalPage::AddHead() {
  out_ += Styled(Style::kBold, ForTerminal(analysis_.study)) + "\n";
  if (!analysis_.question.empty()) AddText(analysis_.question, 0);
}

void TerminalPage::AddVariation() {
  if (!analysis_.main.stated) {
    if (!analysis_.main.why_not.empty()) {
      out_ += "\n";
      AddText(ExplainWhyNot(analysis_.main, words_), 0);
    }
    return;
  }
  AddTable(VariationTable(analysis_, words_, kMostTermsOnTerminal));
  AddTable(EffectTable(analysis_, words_, 1));
  AddModelTables(*analysis_.main.stated, kMostPairs);
}

void TerminalPage::AddWarnings() {
  if (analysis_.warnings.empty()) return;
  AddTitle(words_.Say(label::kWarnings));
  for (const Warning& warning : analysis_.warnings) {
    WarningText text = Explain(warning, words_);
    AddText("! " + text.seen, kIndent, Style::kYellow);
    AddText(text.why + " " + text.advice, kIndent + 2);
  }
}

void TerminalPage::AddAnswer() {
  Answer answer = AnswerInWords(analysis_, words_);
  AddTitle(words_.Say(label::kAnswer));
  for (const std::string& sentence : answer.costs) AddText(sentence, kIndent);
  for (const std::string& sentence : answer.drivers) AddText(sentence, kIndent);
  for (const std::string& sentence : answer.caveats) AddText(sentence, kIndent);
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
