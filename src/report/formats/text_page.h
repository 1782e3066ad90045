// SPDX-License-Identifier: Apache-2.0
// What pages for a terminal have in common: titles, tables, and text broken between words.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "core/terminal/terminal.h"
#include "report/formats/report_context.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

inline constexpr size_t kIndent = 2;

// Green for an answer, yellow for one with a "but", red for none.
Style StyleOf(Verdict verdict);

class TextPage {
 public:
  explicit TextPage(const ReportContext& context);

 protected:
  std::string Styled(Style style, const std::string& text) const;
  void AddTitle(const std::string& title);
  // Each line after `indent` spaces.
  void AddText(const std::string& text, size_t indent, Style style = Style::kPlain);

  // As wide as the page: what does not fit goes below, after the key columns.
  void AddTable(const ReportTable& table);
  // As many of its columns as fit, without its note.
  void AddNarrow(const ReportTable& table);
  // What drives the response, those with the largest shares, with F and p.
  void AddDrivers(const Analysis& analysis, size_t most_terms);
  // "and 24 more: --all", where a list was cut.
  void AddMore(size_t all, size_t shown);
  // A line for each of the first of these, cut where it is too long, and how many more there are.
  void AddWarningLines(const std::vector<Warning>& warnings, size_t most);
  // One line, cut where it is too long.
  void AddLine(const std::string& text, Style style);
  // What a stated analysis found beside its analysis of variance, and whether to believe it.
  void AddModelTables(const StatedAnalysis& stated, size_t most_pairs);

  Words words_;
  const Terminal* terminal_;
  size_t width_;
  std::string out_;

 private:
  void AddPart(const ReportTable& table, const std::vector<size_t>& columns);
};

}  // namespace trena
