// SPDX-License-Identifier: Apache-2.0
#include "report/formats/markdown_report.h"

#include "core/text.h"
#include "report/answer/answer.h"
#include "report/answer/bottleneck_words.h"
#include "report/answer/check_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/target_words.h"
#include "report/tables/cost_tables.h"
#include "report/tables/model_tables.h"
#include "report/tables/tables.h"
#include "report/words/labels.h"
#include "report/words/warning_text.h"

namespace trena::markdown {

std::string Escaped(const std::string& text) {
  std::string out;
  for (char c : ForTerminal(text)) {
    if (std::string_view("\\`*_{}[]<>#|!~&").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string MarkdownTable(const ReportTable& table) {
  if (table.rows.empty()) return "";
  std::string head = "|";
  std::string rule = "|";
  for (const TableColumn& column : table.columns) {
    if (column.bar) continue;
    head += " " + Escaped(column.title) + " |";
    rule += column.number ? "---:|" : "---|";
  }
  std::string out = "\n## " + Escaped(table.title) + "\n\n" + head + "\n" + rule + "\n";
  for (const auto& row : table.rows) {
    out += "|";
    for (size_t i = 0; i < row.size(); ++i) {
      if (!table.columns[i].bar) out += " " + Escaped(row[i].text) + " |";
    }
    out += "\n";
  }
  if (!table.note.empty()) out += "\n" + Escaped(table.note) + "\n";
  return out;
}

}  // namespace trena::markdown

namespace trena {
namespace {

constexpr size_t kMostTermsInMarkdown = 30;

using markdown::Escaped;
using markdown::MarkdownTable;

std::string WarningList(const Analysis& analysis, const Words& words) {
  if (analysis.warnings.empty()) return "";
  std::string out = "\n## " + words.Say(label::kWarnings) + "\n\n";
  for (const Warning& warning : analysis.warnings) {
    WarningText text = Explain(warning, words);
    out += "- **" + Escaped(text.seen) + "** " + Escaped(text.why + " " + text.advice) + "\n";
  }
  return out;
}

// Quoted, a line each.
std::string LastLines(const RunRecord& run, const Words& words) {
  if (run.last_lines.empty()) return "";
  std::string out =
      "\n" + Escaped(words.Say(label::kWhatRunSaidLast, {{"run", run.folder}})) + ":\n\n";
  for (const std::string& line : run.last_lines) out += "> " + Escaped(line) + "  \n";
  return out;
}

}  // namespace

std::string MarkdownReport(const Analysis& analysis, const ReportContext& context) {
  Words words(context.language);
  Answer answer = AnswerInWords(analysis, words);
  std::string out = "# " + Escaped(analysis.study) + "\n";
  if (!analysis.question.empty()) out += "\n*" + Escaped(analysis.question) + "*\n";
  for (const auto* sentences : {&answer.costs, &answer.drivers, &answer.caveats}) {
    if (!sentences->empty()) out += "\n" + Escaped(Join(*sentences, " ")) + "\n";
  }
  out += "\n**" + Escaped(answer.verdict) + "**\n";
  if (!answer.next.empty()) out += "\n" + Escaped(answer.next) + "\n";
  out += MarkdownTable(ScenarioTable(analysis, words));
  if (analysis.main.stated) {
    out += MarkdownTable(VariationTable(analysis, words, kMostTermsInMarkdown));
    out += MarkdownTable(EffectTable(analysis, words, 1));
    for (const ReportTable& table : ModelTables(*analysis.main.stated, words, kAllPairs)) {
      out += MarkdownTable(table);
    }
    const auto checks = ChecksInWords(*analysis.main.stated, words);
    if (!checks.empty()) {
      out += "\n## " + Escaped(words.Say(label::kWhetherToBelieveIt)) + "\n\n" +
             Escaped(Join(checks, " ")) + "\n";
    }
  }
  out += MarkdownTable(TimeAndCostTable(analysis, words));
  out += MarkdownTable(OtherResponsesTable(analysis, words));
  out += MarkdownTable(BillTable(analysis, words));
  out += MarkdownTable(BreakEvenTable(analysis, words));
  out += MarkdownTable(TargetTable(analysis, words));
  for (const ReportTable& table : ScalingTables(analysis, words)) out += MarkdownTable(table);
  out += MarkdownTable(BottleneckTable(analysis, words));
  out += MarkdownTable(VerificationTable(analysis, words));
  out += WarningList(analysis, words);
  out += MarkdownTable(FailureTable(analysis, words));
  for (const RunRecord& run : analysis.runs) out += LastLines(run, words);
  out += "\n" + Escaped(context.trena_version + " · " + words.Date(context.generated)) + "\n";
  return out;
}

}  // namespace trena
