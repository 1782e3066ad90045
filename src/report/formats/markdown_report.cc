// SPDX-License-Identifier: Apache-2.0
#include "report/formats/markdown_report.h"

#include "core/text/text.h"
#include "report/answer/answer.h"
#include "report/sections.h"
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

std::string MarkdownAnswer(const Analysis& analysis, const Words& words) {
  const Answer answer = AnswerInWords(analysis, words);
  std::string out;
  for (const auto* sentences : {&answer.costs, &answer.drivers, &answer.caveats}) {
    if (!sentences->empty()) out += "\n" + Escaped(Join(*sentences, " ")) + "\n";
  }
  out += "\n**" + Escaped(answer.verdict) + "**\n";
  return out + (answer.next.empty() ? "" : "\n" + Escaped(answer.next) + "\n");
}

std::string Paragraph(const SectionText& text) {
  if (text.sentences.empty()) return "";
  const std::string heading = text.title.empty() ? "" : "\n## " + Escaped(text.title) + "\n";
  return heading + "\n" + Escaped(Join(text.sentences, " ")) + "\n";
}

std::string SectionInMarkdown(const ReportSection& section, const Analysis& analysis,
                              const Words& words) {
  if (section.kind == SectionKind::kAnswer) return MarkdownAnswer(analysis, words);
  if (section.kind == SectionKind::kWarnings) return WarningList(analysis, words);
  std::string out;
  if (section.kind == SectionKind::kLastLines) {
    for (const RunRecord& run : analysis.runs) out += LastLines(run, words);
  }
  for (const ReportTable& table : TablesOf(section, ReportForm::kMarkdown, analysis, words)) {
    out += MarkdownTable(table);
  }
  return out + Paragraph(TextOf(section, analysis, words));
}

}  // namespace

std::string MarkdownReport(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  std::string out = "# " + Escaped(analysis.study) + "\n";
  if (!analysis.question.empty()) out += "\n*" + Escaped(analysis.question) + "*\n";
  for (const ReportSection* section : SectionsOf(ReportForm::kMarkdown)) {
    out += SectionInMarkdown(*section, analysis, words);
  }
  out += "\n" + Escaped(context.trena_version + " · " + words.Date(context.generated)) + "\n";
  return out;
}

}  // namespace trena
