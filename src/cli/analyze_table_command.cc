// SPDX-License-Identifier: Apache-2.0
#include "cli/analyze_table_command.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "core/clock.h"
#include "core/version.h"
#include "report/table_json.h"
#include "report/table_report.h"

namespace trena {

std::shared_ptr<TableOptions> AddTableOptions(CLI::App& app) {
  auto options = std::make_shared<TableOptions>();
  TableRequest& request = options->request;
  TableModel& model = options->model;
  const auto add = [&](const char* name, auto& value, const char* meaning, const char* type) {
    return app.add_option(name, value, meaning)->type_name(type)->group("A table");
  };
  CLI::Option* table =
      add("--table", request.path, "any table: CSV, TSV, JSON lines; - for standard input", "FILE");
  add("--response", request.response, "the column to explain", "COLUMN")->needs(table);
  add("--factors", request.factors, "what may explain it (default: found)", "COLUMNS")
      ->delimiter(',')
      ->needs(table);
  add("--covariate", request.covariates, "numbers to account for", "COLUMNS")
      ->delimiter(',')
      ->needs(table);
  add("--outcome", request.outcome, "which runs ended well (default: outcome or status)", "COLUMN")
      ->needs(table);
  add("--block", request.block, "a factor without interactions", "COLUMN")->needs(table);
  add("--model", model.terms, "full, main, 2way, or a formula such as 'a*b + c'", "MODEL")
      ->needs(table);
  add("--ss", model.ss_type, "type of the sums of squares (default 2)", "1|2|3")
      ->check(CLI::Range(1, 3))
      ->needs(table);
  app.add_flag("--log", request.log, "analyse the natural logarithm")
      ->group("A table")
      ->needs(table);
  app.add_flag("--decimal-comma", options->decimal_comma, "numbers are written 1.234,56")
      ->group("A table")
      ->needs(table);
  return options;
}

Result<int> AnalyzeTableCommand(const TableOptions& options, bool json,
                                const std::string& language) {
  TableRequest request = options.request;
  TableModel model = options.model;
  model.block = request.block;
  if (options.decimal_comma) request.decimal_mark = DecimalMark::kComma;
  TRENA_ASSIGN(const TableAnalysis analysis, AnalyzeTable(request, model));
  const Terminal terminal(stdout);
  ReportContext context;
  context.language = LanguageFromCode(language);
  context.trena_version = "trena " + VersionText();
  context.generated = CalendarNow();
  context.terminal = &terminal;
  fmt::print("{}", json ? TableJson(analysis, context) : TableReport(analysis, context));
  return analysis.verdict == Verdict::kValid ? kExitDone : kExitInconclusive;
}

}  // namespace trena
