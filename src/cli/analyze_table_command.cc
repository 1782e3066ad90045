// SPDX-License-Identifier: Apache-2.0
#include "cli/analyze_table_command.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "core/byte_masks.h"
#include "core/clock.h"
#include "core/delimited_rows.h"
#include "core/text.h"
#include "core/version.h"
#include "report/table_json.h"
#include "report/table_report.h"

namespace trena {
namespace {

// As a row of a table: a name with a comma stands between quotes.
Result<std::vector<std::string>> SplitNames(const std::string& typed) {
  std::string row = typed + "\n";
  const size_t size = row.size();
  row.append(kMaskPadding, '\0');
  DelimitedRows rows(std::string_view(row).substr(0, size), ',');
  std::vector<std::string_view> fields;
  const RowState state = rows.Next(fields);
  if (state == RowState::kEnd) return std::vector<std::string>{};
  if (state == RowState::kBad) {
    return InputError(fmt::format("`{}`: {}", ForTerminal(typed), rows.problem()));
  }
  std::vector<std::string> names;
  for (std::string_view field : fields) names.emplace_back(Trim(field));
  return names;
}

}  // namespace

std::shared_ptr<TableOptions> AddTableOptions(CLI::App& app) {
  auto options = std::make_shared<TableOptions>();
  TableRequest& request = options->request;
  TableModel& model = options->model;
  constexpr const char* kGroup = "A table instead of a study";
  const auto add = [&](const char* name, auto& value, const char* type, const char* meaning) {
    return app.add_option(name, value, meaning)->type_name(type)->group(kGroup);
  };
  add("--table", request.path, "FILE", "CSV, TSV or JSON lines; - is standard input");
  add("--response", request.response, "COLUMN", "what is to be explained");
  add("--factors", options->factors, "A,B,C", "what may explain it (default: found)");
  add("--covariate", options->covariates, "X,Y", "numbers to account for");
  add("--block", request.block, "COLUMN", "a factor without interactions");
  add("--outcome", request.outcome, "COLUMN", "how runs ended (default: outcome or status)");
  add("--model", model.terms, "MODEL", "full, main, 2way, or a formula: 'a*b + c'");
  add("--ss", model.ss_type, "TYPE", "of the sums of squares: 1, 2 or 3")->check(CLI::Range(1, 3));
  app.add_flag("--log", request.log, "analyse the natural logarithm")->group(kGroup);
  app.add_flag("--decimal-comma", options->decimal_comma, "numbers are written 1.234,56")
      ->group(kGroup);
  return options;
}

Status CheckTableOptions(const CLI::App& app, const std::string& study) {
  const bool table = app.count("--table") > 0;
  if (table && !study.empty()) return InputError("name a STUDY or a --table, not both");
  for (const char* name : {"--price", "--target-accuracy"}) {
    if (table && app.count(name) > 0) return InputError(fmt::format("{} goes with a STUDY", name));
  }
  if (table) return Done{};
  for (const char* name : {"--response", "--factors", "--covariate", "--block", "--outcome",
                           "--model", "--ss", "--log", "--decimal-comma"}) {
    if (app.count(name) > 0) return InputError(fmt::format("{} goes with --table", name));
  }
  if (study.empty()) return InputError("STUDY is required, or --table with a file");
  return Done{};
}

Result<int> AnalyzeTableCommand(const TableOptions& options, bool json,
                                const std::string& language) {
  TableRequest request = options.request;
  TableModel model = options.model;
  model.block = request.block;
  TRENA_ASSIGN(request.factors, SplitNames(options.factors));
  TRENA_ASSIGN(request.covariates, SplitNames(options.covariates));
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
