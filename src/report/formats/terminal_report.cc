// SPDX-License-Identifier: Apache-2.0
#include "report/formats/terminal_report.h"

#include "core/text/text.h"
#include "report/answer/answer.h"
#include "report/formats/text_page.h"
#include "report/sections.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"

namespace trena {
namespace {

class TerminalPage : public TextPage {
 public:
  TerminalPage(const Analysis& analysis, const ReportContext& context)
      : TextPage(context), analysis_(analysis) {}

  std::string Render() {
    AddHead();
    for (const ReportSection* section : SectionsOf(ReportForm::kTerminal)) Add(*section);
    return std::move(out_);
  }

 private:
  void AddHead();
  void Add(const ReportSection& section);
  void AddSentences(const SectionText& text);
  void AddWarnings();
  void AddAnswer();

  const Analysis& analysis_;
};

void TerminalPage::AddHead() {
  out_ += Styled(Style::kBold, ForTerminal(analysis_.study)) + "\n";
  if (!analysis_.question.empty()) AddText(analysis_.question, 0);
}

void TerminalPage::Add(const ReportSection& section) {
  if (section.kind == SectionKind::kAnswer) return AddAnswer();
  if (section.kind == SectionKind::kWarnings) return AddWarnings();
  for (const ReportTable& table : TablesOf(section, ReportForm::kTerminal, analysis_, words_)) {
    AddTable(table);
  }
  AddSentences(TextOf(section, analysis_, words_));
}

void TerminalPage::AddSentences(const SectionText& text) {
  if (text.sentences.empty()) return;
  const bool alone = text.title.empty() && !text.of_tables_above;
  if (!text.title.empty()) AddTitle(text.title);
  if (alone) out_ += "\n";
  for (const std::string& sentence : text.sentences) AddText(sentence, alone ? 0 : kIndent);
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
  out_ += "\n";
  AddText(answer.verdict, 0, StyleOf(analysis_.verdict));
  if (!answer.next.empty()) AddText(answer.next, 0);
}

}  // namespace

std::string TerminalReport(const Analysis& analysis, const ReportContext& context) {
  return TerminalPage(analysis, context).Render();
}

}  // namespace trena
