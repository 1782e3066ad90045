// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/analyze_table_command.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/parse_option.h"
#include "core/clock.h"
#include "core/table/byte_masks.h"
#include "core/table/delimited_rows.h"
#include "core/text.h"
#include "core/units.h"
#include "core/version.h"
#include "report/table/table_json.h"
#include "report/table/table_report.h"

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
  ModelRequest& model = options->model;
  constexpr const char* kTable = "A table instead of a study";
  constexpr const char* kModel = "The analysis, of a study or a table";
  const auto add = [&](const char* group, const char* name, auto& value, const char* type,
                       const char* meaning) {
    return app.add_option(name, value, meaning)->type_name(type)->group(group);
  };
  add(kTable, "--table", request.path, "FILE", "CSV, TSV or JSON lines; - is standard input");
  add(kTable, "--factors", options->factors, "A,B,C", "what may explain it (default: found)");
  add(kTable, "--plot", request.plot, "COLUMN", "whole plots: an error of their own");
  add(kTable, "--outcome", request.outcome, "COLUMN",
      "how runs ended (default: outcome or status)");
  app.add_flag("--decimal-comma", options->decimal_comma, "numbers are written 1.234,56")
      ->group(kTable);
  add(kModel, "--response", request.response, "COLUMN", "what is to be explained");
  add(kModel, "--model", model.terms, "MODEL", "full, main, 2way, or a formula: 'a*b + c'");
  add(kModel, "--ss", model.ss_type, "TYPE", "of the sums of squares: 1, 2 or 3")
      ->check(CLI::Range(1, 3));
  app.add_flag("--log", request.log, "analyse the natural logarithm")->group(kModel);
  add(kModel, "--block", request.block, "COLUMN",
      "a factor without interactions; of a study: replication");
  add(kModel, "--covariate", options->covariates, "X,Y",
      "numbers to account for; of a study: yardstick, order, metrics");
  add(kModel, "--adjust", options->adjust, "HOW", "of comparisons: tukey or holm")
      ->check(CLI::IsMember({"tukey", "holm"}));
  add(kModel, "--same-within", options->same_within, "PERCENT",
      "levels nearer than this are the same");
  add(kModel, "--contrast", model.contrasts, "TEXT", "'framework: a - 0.5 b - 0.5 c'")
      ->allow_extra_args(false);
  return options;
}

Status CheckTableOptions(const CLI::App& app, const std::string& study) {
  const bool table = app.count("--table") > 0;
  if (table && !study.empty()) return InputError("name a STUDY or a --table, not both");
  for (const char* name : {"--price", "--target-accuracy"}) {
    if (table && app.count(name) > 0) return InputError(fmt::format("{} goes with a STUDY", name));
  }
  if (table) return Done{};
  for (const char* name : {"--factors", "--plot", "--outcome", "--decimal-comma"}) {
    if (app.count(name) > 0) return InputError(fmt::format("{} goes with --table", name));
  }
  if (study.empty()) return InputError("STUDY is required, or --table with a file");
  return Done{};
}

Status ApplyModelOptions(const CLI::App& app, const TableOptions& options,
                         AnalyzeOptions& analyze) {
  const auto given = [&](const char* name) { return app.count(name) > 0; };
  if (given("--response")) analyze.response = options.request.response;
  if (given("--model")) analyze.model = options.model.terms;
  if (given("--ss")) analyze.ss_type = options.model.ss_type;
  if (given("--log")) analyze.scale = "log";
  if (given("--adjust")) analyze.adjust = options.adjust;
  if (given("--contrast")) analyze.contrasts = options.model.contrasts;
  if (given("--covariate")) {
    TRENA_ASSIGN(analyze.covariates, SplitNames(options.covariates));
  }
  if (given("--same-within")) {
    TRENA_CHECK(
        ParseOption("--same-within", options.same_within, ParsePercent, analyze.same_within));
  }
  if (!given("--block")) return Done{};
  if (options.request.block != "replication") {
    return InputError(fmt::format(
        "`--block {}`: the blocks of a study are those of its design, or `--block replication`",
        ForTerminal(options.request.block)));
  }
  analyze.block = options.request.block;
  return Done{};
}

Result<int> AnalyzeTableCommand(const TableOptions& options, bool json,
                                const std::string& language) {
  TableRequest request = options.request;
  ModelRequest model = options.model;
  model.block = request.block;
  model.plot = request.plot;
  model.log_scale = request.log;
  model.adjustment = options.adjust == "holm" ? Adjustment::kHolm : Adjustment::kTukey;
  TRENA_CHECK(ParseOption("--same-within", options.same_within, ParsePercent, model.same_within));
  TRENA_ASSIGN(request.factors, SplitNames(options.factors));
  TRENA_ASSIGN(request.covariates, SplitNames(options.covariates));
  if (options.decimal_comma) request.decimal_mark = DecimalMark::kComma;
  TRENA_ASSIGN(const TableAnalysis analysis, AnalyzeTable(request, model));
  for (const StatedContrast& contrast : analysis.stated.contrasts) {
    if (contrast.problem.empty()) continue;
    return InputError(ForTerminal("--contrast '" + contrast.text + "': " + contrast.problem));
  }
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
