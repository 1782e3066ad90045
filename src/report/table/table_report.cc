// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_report.h"

#include <algorithm>

#include "core/text/text.h"
#include "report/answer/model_words.h"
#include "report/formats/text_page.h"
#include "report/table/table_answer.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"
namespace trena {
namespace {

constexpr size_t kMostCells = 60;
constexpr size_t kMostPairs = 12;
constexpr int kTableDigits = 5;

using Align = TextTable::Align;

class TablePage : public TextPage {
 public:
  TablePage(const TableAnalysis& analysis, const ReportContext& context)
      : TextPage(context), analysis_(analysis) {}

  std::string Render() {
    for (const std::string& sentence : ReadingInWords(analysis_, words_)) AddText(sentence, 0);
    AddVariance();
    AddMeans();
    AddModelTables(analysis_.stated, kMostPairs);
    AddWarnings();
    AddAnswer();
    return std::move(out_);
  }

 private:
  std::string Number(const std::optional<double>& value, int digits = kTableDigits) const {
    return value ? words_.Significant(*value, digits) : "—";
  }

  std::string Probability(const std::optional<double>& p) const {
    if (!p) return "—";
    return words_.Chance(*p);
  }

  std::string Shown(const std::optional<double>& mean) const {
    return mean ? words_.Significant(ShownMean(analysis_, *mean), kTableDigits) : "—";
  }

  void AddVariance();
  void AddMeans();
  void AddWarnings();
  void AddAnswer();
  std::vector<std::string> MeansRow(size_t cell) const;

  const TableAnalysis& analysis_;
};

void TablePage::AddVariance() {
  const std::string& response = analysis_.stated.cells.response;
  const std::string metric =
      analysis_.log ? words_.Say(label::kTheLogarithmOfResponse, {{"response", response}})
                    : response;
  AddTitle(words_.Say({"Analysis of variance of {response}", "Análise de variância de {response}"},
                      {{"response", metric}}));
  TextTable table({{words_.Say(label::kTerm)},
                   {words_.Say(label::kDf), Align::kRight},
                   {words_.Say(label::kSumOfSquares), Align::kRight},
                   {words_.Say({"mean square", "quadrado médio"}), Align::kRight},
                   {"F", Align::kRight},
                   {"p", Align::kRight},
                   {words_.Say(label::kVariation), Align::kRight}});
  for (const AnovaRow& row : analysis_.stated.model.rows) {
    const bool residuals = row.term == "residuals";
    table.Add({residuals ? words_.Say(label::kResiduals) : row.term, std::to_string(row.df),
               Number(row.ss), Number(row.ms), Number(row.f, 4), Probability(row.p),
               row.percent ? words_.Percent(*row.percent) : "—"});
  }
  out_ += table.Render();
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

std::vector<std::string> TablePage::MeansRow(size_t cell) const {
  const Cells& cells = analysis_.stated.cells;
  const Summary& summary = analysis_.summaries[cell];
  std::vector<std::string> row = {analysis_.ids[cell]};
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    row.push_back(Shorten(cells.factors[i].levels[cells.cells[cell].levels[i]], 40));
  }
  row.push_back(std::to_string(summary.n));
  row.push_back(Shown(summary.mean));
  row.push_back(summary.low ? words_.Say(label::kFromLowToHigh, {{"low", Shown(summary.low)},
                                                                 {"high", Shown(summary.high)}})
                            : "—");
  return row;
}

void TablePage::AddMeans() {
  const Cells& cells = analysis_.stated.cells;
  const Words::Argument response{"response", cells.response};
  AddTitle(analysis_.log
               ? words_.Say({"Geometric means of {response}", "Médias geométricas de {response}"},
                            {response})
               : words_.Say({"Means of {response}", "Médias de {response}"}, {response}));
  std::vector<TextTable::Column> columns = {{words_.Say(label::kScenario)}};
  for (const CellFactor& factor : cells.factors) columns.push_back({ForTerminal(factor.name)});
  columns.push_back({"n", Align::kRight});
  columns.push_back({analysis_.log ? words_.Say(label::kGeometricMean) : words_.Say(label::kMean),
                     Align::kRight});
  columns.push_back(
      {words_.Say(label::kConfidencePercentInterval,
                  {{"confidence", words_.Fixed(analysis_.stated.model.confidence * 100, 0)}}),
       Align::kRight});
  TextTable table(columns);
  const size_t shown = std::min(cells.cells.size(), kMostCells);
  for (size_t i = 0; i < shown; ++i) table.Add(MeansRow(i));
  out_ += table.Render();
  if (shown == cells.cells.size()) return;
  AddText(words_.Say(label::kCountMoreAreInJson,
                     {{"count", std::to_string(cells.cells.size() - shown)}}),
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
