// SPDX-License-Identifier: Apache-2.0
#include "report/formats/screen_report.h"

#include <algorithm>

#include "analyze/warnings.h"
#include "core/text/text.h"
#include "report/answer/answer.h"
#include "report/answer/scenario_text.h"
#include "report/answer/short_answer.h"
#include "report/formats/text_page.h"
#include "report/tables/model_tables.h"
#include "report/tables/tables.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

constexpr size_t kMostScenarios = 18;
constexpr size_t kMostTerms = 3;
constexpr size_t kMostWarnings = 3;

class ScreenPage : public TextPage {
 public:
  ScreenPage(const Analysis& analysis, const ReportContext& context)
      : TextPage(context), analysis_(analysis), answer_(AnswerInWords(analysis, words_)) {}

  std::string Render() {
    out_ += Styled(Style::kBold, ForTerminal(analysis_.study)) + "\n";
    if (!analysis_.question.empty()) AddText(analysis_.question, 0);
    AddAnswer();
    AddScenarios();
    AddDrivers(analysis_, kMostTerms);
    AddContrasts();
    AddWarnings();
    AddNext();
    return std::move(out_);
  }

 private:
  void AddAnswer();
  void AddScenarios();
  void AddContrasts();
  void AddWarnings();
  void AddNext();

  const Analysis& analysis_;
  const Answer answer_;
};

void ScreenPage::AddAnswer() {
  out_ += "\n";
  for (const std::string& sentence : ShortAnswer(analysis_, words_)) AddText(sentence, kIndent);
  out_ += "\n";
  AddText(answer_.verdict, 0, StyleOf(analysis_.verdict));
}

// Those with the least of the response, in the plan's order, where there are too many for a screen.
void KeepLeast(ReportTable& table, const Analysis& analysis) {
  std::vector<double> means;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Summary* summary = SummaryOf(scenario, analysis.response);
    if (summary != nullptr && summary->mean) means.push_back(*summary->mean);
  }
  if (means.size() <= kMostScenarios) return;
  std::nth_element(means.begin(), means.begin() + kMostScenarios - 1, means.end());
  const double most = means[kMostScenarios - 1];
  size_t i = 0;
  std::erase_if(table.rows, [&](const auto&) {
    const Summary* summary = SummaryOf(analysis.scenarios[i++], analysis.response);
    return summary == nullptr || !summary->mean || *summary->mean > most;
  });
}

void ScreenPage::AddScenarios() {
  ReportTable table = ScenarioTable(analysis_, words_);
  const size_t all = table.rows.size();
  if (all > kMostScenarios) {
    KeepLeast(table, analysis_);
    if (table.rows.size() > kMostScenarios) table.rows.resize(kMostScenarios);
    table.title = words_.Say(
        {"{title}, those with the least of {metric}", "{title}, os de menor {metric}"},
        {{"title", table.title}, {"metric", MetricText(words_, analysis_.response, "").Phrase()}});
  }
  AddNarrow(table);
  AddMore(all, table.rows.size());
}

// Those that were asked for.
void ScreenPage::AddContrasts() {
  if (analysis_.main.stated) AddNarrow(ContrastTable(*analysis_.main.stated, words_));
}

void ScreenPage::AddWarnings() {
  std::vector<Warning> warnings;
  for (const Warning& warning : analysis_.warnings) {
    const WarningRow* row = FindWarning(warning.code);
    if (row == nullptr || !row->caveat) warnings.push_back(warning);  // else the answer says it
  }
  AddWarningLines(warnings, kMostWarnings);
}

void ScreenPage::AddNext() {
  out_ += "\n";
  AddText((answer_.next.empty() ? "" : answer_.next + " ") +
              words_.Say({"Every table, effect and check: `--all`.",
                          "Todas as tabelas, efeitos e verificações: `--all`."}),
          0);
}

}  // namespace

std::string ScreenReport(const Analysis& analysis, const ReportContext& context) {
  return ScreenPage(analysis, context).Render();
}

}  // namespace trena
