// SPDX-License-Identifier: Apache-2.0
#include "report/formats/latex_report.h"

#include "core/text.h"
#include "report/formats/latex.h"
#include "report/tables/cost_tables.h"

namespace trena {
namespace {

constexpr size_t kMostTerms = 40;

// A comment's line cannot end before its end.
std::string Comment(const std::string& text) { return "% " + ForTerminal(text) + "\n"; }

}  // namespace

std::vector<NamedTable> LatexTables(const Analysis& analysis, const Words& words) {
  std::vector<NamedTable> tables = {{"scenarios", ScenarioTable(analysis, words)},
                                    {"variation", VariationTable(analysis, words, kMostTerms)},
                                    {"effects", EffectTable(analysis, words, 1)},
                                    {"interactions", EffectTable(analysis, words, 2)},
                                    {"time-and-cost", TimeAndCostTable(analysis, words)},
                                    {"bill", BillTable(analysis, words)},
                                    {"break-even", BreakEvenTable(analysis, words)}};
  std::erase_if(tables, [](const NamedTable& named) { return named.table.rows.empty(); });
  return tables;
}

std::string LatexPackages() {
  return "\\usepackage[utf8]{inputenc}\n"
         "\\usepackage[T1]{fontenc}\n"
         "\\usepackage{textcomp}\n"
         "\\usepackage{array,booktabs,longtable}\n";
}

std::string LatexReport(const Analysis& analysis, const ReportContext& context) {
  const Words words(context.language);
  std::string out = Comment(context.trena_version + ", " + context.generated);
  out += Comment("Put in by \\input; the text before \\begin{document} needs:");
  for (const std::string& line : Split(Trim(LatexPackages()), '\n')) out += Comment(line);
  for (const auto& [name, table] : LatexTables(analysis, words)) {
    out += "\n" + LatexTable(table, name, words);
  }
  return out;
}

}  // namespace trena
