// SPDX-License-Identifier: Apache-2.0
// The sections of a study's report: one list that terminal, Markdown, LaTeX and page walk, each in
// its own look. A section is tables, sentences or charts made from the record. A new table or chart
// is a file of its own and a row in sections.cc; the row says of every format whether it shows the
// section, or why not: a row that says neither does not compile.
//
//   for (const ReportSection* section : SectionsOf(ReportForm::kMarkdown)) {
//     for (const ReportTable& table : TablesOf(*section, ReportForm::kMarkdown, analysis, words)) …
//   }
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/charts/charts.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

class Html;

// The formats that walk the list. CSV and JSON have the whole record.
enum class ReportForm { kTerminal, kMarkdown, kLatex, kPage };

// Why a format does not show a section: a closed list.
enum class NotShown {
  kTooLong,      // for a screen, or for a README: the page has it
  kNotForPaper,  // LaTeX has the tables that papers print; text around them is the author's
  kCharts,       // charts alone, in a format that draws none
  kInAnswer,     // its sentences are among those of the answer
  kInAnother,    // it stands within another section of that format
};

inline constexpr size_t kAllRows = std::numeric_limits<size_t>::max();

// Whether and how a format shows a section. There is no default: a row has to say it.
class Showing {
 public:
  static consteval Showing Yes(size_t most = kAllRows) { return Showing(std::nullopt, most); }
  static consteval Showing No(NotShown why) { return Showing(why, 0); }

  // In this format right below that section, not where the row stands.
  consteval Showing After(const char* id) const {
    Showing other = *this;
    other.after_ = id;
    return other;
  }
  // Only of such a record.
  consteval Showing Where(bool (*holds)(const Analysis& analysis)) const {
    Showing other = *this;
    other.holds_ = holds;
    return other;
  }

  bool shown() const { return !why_not_; }
  std::optional<NotShown> why_not() const { return why_not_; }
  size_t most() const { return most_; }         // terms or pairs of a table that is cut
  const char* after() const { return after_; }  // or null
  bool HoldsFor(const Analysis& analysis) const { return holds_ == nullptr || holds_(analysis); }

 private:
  consteval Showing(std::optional<NotShown> why_not, size_t most)
      : why_not_(why_not), most_(most) {}

  std::optional<NotShown> why_not_;
  size_t most_;
  const char* after_ = nullptr;
  bool (*holds_)(const Analysis& analysis) = nullptr;
};

// What each format draws in a way of its own; all else is tables, text and charts.
enum class SectionKind { kContent, kAnswer, kWarnings, kLastLines };

struct SectionText {
  std::string title = {};
  std::vector<std::string> sentences = {};
  bool of_tables_above = false;  // goes on from them, without a heading or a gap
};

// Sections that stand under one heading of the page.
struct PageGroup {
  const char* id;
  Sentence title;
};

struct ReportSection {
  const char* id;  // of headings and labels, and of files of a paper; letters and hyphens
  SectionKind kind = SectionKind::kContent;
  std::optional<Sentence> title = {};  // where neither a table nor the text has one

  // What it shows, each where there is any: a table, or several, numbered; text; charts.
  ReportTable (*table)(const Analysis& analysis, const Words& words, size_t most) = nullptr;
  std::vector<ReportTable> (*tables)(const Analysis& analysis, const Words& words,
                                     size_t most) = nullptr;
  SectionText (*text)(const Analysis& analysis, const Words& words) = nullptr;
  std::vector<Chart> (*charts)(const Analysis& analysis, const Words& words) = nullptr;

  // How the page draws it (page_sections.h), and under which heading, if not its own.
  void (*draw)(const ReportSection& section, const Analysis& analysis, const Words& words,
               Html& html) = nullptr;
  const PageGroup* group = nullptr;

  Showing terminal, markdown, latex, page;

  const Showing& In(ReportForm form) const;
};

// All of them, in the order of reading.
std::span<const ReportSection> ReportSections();

// Those that a format shows, in its order.
std::vector<const ReportSection*> SectionsOf(ReportForm form);

// Its tables that have rows, as that format shows them; none where it shows none.
std::vector<ReportTable> TablesOf(const ReportSection& section, ReportForm form,
                                  const Analysis& analysis, const Words& words);
// "bill"; of a section with several tables "scaling-1" and so on.
std::string TableName(const ReportSection& section, size_t index);

// Its sentences; none where there is no text.
SectionText TextOf(const ReportSection& section, const Analysis& analysis, const Words& words);

}  // namespace trena
