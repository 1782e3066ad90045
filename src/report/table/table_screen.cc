// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_screen.h"

#include <algorithm>

#include "report/formats/text_page.h"
#include "report/table/table_answer.h"
#include "report/table/table_as_study.h"
#include "report/table/table_tables.h"
#include "report/tables/model_tables.h"

namespace trena {
namespace {

constexpr size_t kCellsOnScreen = 6;
constexpr size_t kMostTableTerms = 3;
constexpr size_t kMostTableWarnings = 2;
constexpr size_t kReadingLines = 2;  // what was read, and what was left out

class TableScreenPage : public TextPage {
 public:
  TableScreenPage(const TableAnalysis& table, const ReportContext& context)
      : TextPage(context), table_(table), study_(AsStudy(table)) {}

  std::string Render() {
    AddReading();
    AddAnswer();
    AddMeans();
    AddDrivers(study_, kMostTableTerms);
    AddNarrow(ContrastTable(table_.stated, words_));  // those that were asked for
    AddWarningLines(table_.warnings, kMostTableWarnings);
    out_ += "\n";
    AddText(
        words_.Say({"Every table, effect and check: `--all`. A page with charts: `--page FILE`.",
                    "Todas as tabelas, efeitos e verificações: `--all`. Uma página com "
                    "gráficos: `--page ARQUIVO`."}),
        0);
    return std::move(out_);
  }

 private:
  void AddReading() {
    std::vector<std::string> sentences = ReadingInWords(table_, words_);
    const bool left_out = table_.read.rows > table_.read.used;
    sentences.resize(std::min(sentences.size(), left_out ? kReadingLines : 1));
    for (const std::string& sentence : sentences) AddText(sentence, 0);
    AddText(words_.Say({"Factors: {factors}.", "Fatores: {factors}."},
                       {{"factors", words_.List(study_.main.factors)}}),
            0);
  }

  void AddAnswer() {
    out_ += "\n";
    const std::vector<std::string> sentences = ShortAnswer(table_, words_);
    for (size_t i = 0; i + 1 < sentences.size(); ++i) AddText(sentences[i], kIndent);
    out_ += "\n";
    AddText(sentences.back(), 0, StyleOf(table_.verdict));
  }

  void AddMeans() {
    const std::vector<size_t> least = CellsByMean(table_, kCellsOnScreen);
    ReportTable means = MeansTable(table_, least, words_);
    if (least.size() < table_.ids.size()) {
      means.title =
          words_.Say({"{title}, the least", "{title}, as menores"}, {{"title", means.title}});
    }
    AddNarrow(means);
    AddMore(table_.ids.size(), least.size());
  }

  const TableAnalysis& table_;
  const Analysis study_;
};

}  // namespace

std::string TableScreen(const TableAnalysis& analysis, const ReportContext& context) {
  return TableScreenPage(analysis, context).Render();
}

}  // namespace trena
