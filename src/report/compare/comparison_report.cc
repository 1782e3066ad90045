// SPDX-License-Identifier: Apache-2.0
#include "report/compare/comparison_report.h"

#include <limits>

#include "core/text.h"
#include "report/compare/comparison_tables.h"
#include "report/compare/comparison_words.h"
#include "report/formats/markdown.h"
#include "report/formats/text_page.h"

namespace trena {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kMostDifferences = 25;
constexpr size_t kAllDifferences = std::numeric_limits<size_t>::max();

std::string NothingDiffers(const Words& words) {
  return words.Say(
      "Nothing that the runs recorded differs: machine, versions, settings, inputs, seeds and "
      "prices are the same.");
}

class ComparisonPage : public TextPage {
 public:
  ComparisonPage(const StudyComparison& comparison, const ReportContext& context)
      : TextPage(context), comparison_(comparison), text_(ComparisonInWords(comparison, words_)) {}

  std::string Render() {
    for (const std::string& sentence : text_.sides) AddText(sentence, 0);
    for (const std::string& sentence : text_.cautions) {
      AddText("! " + sentence, 0, Style::kYellow);
    }
    for (const MetricChange& metric : comparison_.metrics) {
      AddTable(ChangeTable(comparison_, metric, words_));
    }
    AddDifferences();
    AddAnswer();
    return std::move(out_);
  }

 private:
  void AddDifferences() {
    if (!comparison_.differences.empty()) {
      AddTable(DifferenceTable(comparison_, words_, kMostDifferences));
      return;
    }
    AddTitle(words_.Say("What differs"));
    AddText(NothingDiffers(words_), kIndent);
  }

  void AddAnswer() {
    AddTitle(words_.Say("Answer"));
    for (const std::string& sentence : text_.answer) AddText(sentence, kIndent);
    if (text_.guard.empty()) return;
    out_ += "\n";
    AddText(text_.guard, 0, comparison_.guard == Guard::kKept ? Style::kGreen : Style::kRed);
  }

  const StudyComparison& comparison_;
  ComparisonText text_;
};

}  // namespace

std::string TerminalComparison(const StudyComparison& comparison, const ReportContext& context) {
  return ComparisonPage(comparison, context).Render();
}

std::string MarkdownComparison(const StudyComparison& comparison, const ReportContext& context) {
  using markdown::Escaped;
  const Words words(context.language);
  const ComparisonText text = ComparisonInWords(comparison, words);
  std::string out =
      "# " +
      Escaped(words.Say("{second} against {first}",
                        {{"second", comparison.second.name}, {"first", comparison.first.name}})) +
      "\n\n";
  for (const std::string& sentence : text.answer) out += "- " + Escaped(sentence) + "\n";
  if (!text.guard.empty()) out += "\n**" + Escaped(text.guard) + "**\n";
  out += "\n" + Escaped(Join(text.sides, " ")) + "\n";
  for (const std::string& sentence : text.cautions) out += "\n**" + Escaped(sentence) + "**\n";
  for (const MetricChange& metric : comparison.metrics) {
    out += markdown::MarkdownTable(ChangeTable(comparison, metric, words));
  }
  out += comparison.differences.empty()
             ? "\n" + Escaped(NothingDiffers(words)) + "\n"
             : markdown::MarkdownTable(DifferenceTable(comparison, words, kAllDifferences));
  return out + "\n" + Escaped(context.trena_version + " · " + context.generated) + "\n";
}

}  // namespace trena
