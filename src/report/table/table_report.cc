// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_report.h"

#include "core/text/text.h"
#include "report/answer/model_words.h"
#include "report/formats/text_page.h"
#include "report/table/table_answer.h"
#include "report/table/table_tables.h"
#include "report/tables/model_tables.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"
namespace trena {
namespace {

constexpr size_t kMostCells = 60;
constexpr size_t kMostPairs = 12;

class TablePage : public TextPage {
 public:
  TablePage(const TableAnalysis& analysis, const ReportContext& context)
      : TextPage(context), analysis_(analysis) {}

  std::string Render() {
    for (const std::string& sentence : ReadingInWords(analysis_, words_)) AddText(sentence, 0);
    AddVariance();
    AddMeans();
    AddTable(BaselineTable(analysis_.stated,
                           MetricText(words_, analysis_.stated.cells.response, ""), words_));
    AddModelTables(analysis_.stated, kMostPairs);
    AddWarnings();
    AddAnswer();
    return std::move(out_);
  }

 private:
  void AddVariance();
  void AddMeans();
  void AddWarnings();
  void AddAnswer();

  const TableAnalysis& analysis_;
};

void TablePage::AddVariance() {
  AddTable(VarianceTable(analysis_, words_));
  if (analysis_.stated.model.orthogonal) {
    AddText(words_.Say(
                {"The design is balanced: every type of sum of squares gives the same.",
                 "O experimento é balanceado: todos os tipos de soma de quadrados dão o mesmo."}),
            2, Style::kDim);
  }
  for (const std::string& sentence : ModelInWords(analysis_.stated, words_)) {
    AddText(sentence, 2, Style::kDim);
  }
}

void TablePage::AddMeans() {
  const std::vector<size_t> cells = FirstCells(analysis_, kMostCells);
  AddTable(MeansTable(analysis_, cells, words_));
  if (cells.size() == analysis_.ids.size()) return;
  AddText(words_.Say(label::kCountMoreAreInJson,
                     {{"count", std::to_string(analysis_.ids.size() - cells.size())}}),
          2, Style::kDim);
}

void TablePage::AddWarnings() {
  if (analysis_.warnings.empty()) return;
  AddTitle(words_.Say(label::kWarnings));
  for (const Warning& warning : analysis_.warnings) {
    const WarningText text = Explain(warning, words_);
    AddText("! " + text.seen + " " + text.why + " " + text.advice, kIndent, Style::kYellow);
  }
}

void TablePage::AddAnswer() {
  AddTitle(words_.Say(label::kAnswer));
  const std::vector<std::string> sentences = AnswerInWords(analysis_, words_);
  for (size_t i = 0; i + 1 < sentences.size(); ++i) AddText(sentences[i], 2);
  out_ += "\n";
  AddText(sentences.back(), 0, StyleOf(analysis_.verdict));
}

}  // namespace

std::string TableReport(const TableAnalysis& analysis, const ReportContext& context) {
  return TablePage(analysis, context).Render();
}

}  // namespace trena
