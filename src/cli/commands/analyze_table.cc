// SPDX-License-Identifier: Apache-2.0
// `trena analyze --table FILE`: a table that trena did not measure.
#include <fmt/format.h>

#include "analyze/table/table_analysis.h"
#include "cli/analyze_input.h"
#include "cli/command.h"
#include "cli/parse_option.h"
#include "core/clock.h"
#include "core/files.h"
#include "core/terminal/output.h"
#include "core/text/text.h"
#include "core/text/units.h"
#include "core/version.h"
#include "report/table/table_json.h"
#include "report/table/table_page.h"
#include "report/table/table_report.h"
#include "report/table/table_screen.h"

namespace trena {
namespace {

struct TableOptions {
  TableRequest request;
  std::string factors;  // as they are typed: a,b,"c, d"
  bool decimal_comma = false;
  std::string page;  // file
};

std::shared_ptr<TableOptions> AddTableOptions(CLI::App& app) {
  auto options = std::make_shared<TableOptions>();
  TableRequest& request = options->request;
  constexpr const char* kGroup = "A table instead of a study";
  const auto add = [&](const char* name, auto& value, const char* type, const char* meaning) {
    return app.add_option(name, value, meaning)->type_name(type)->group(kGroup);
  };
  add("--table", request.path, "FILE", "CSV, TSV or JSON lines; - is standard input");
  add("--factors", options->factors, "A,B,C", "what may explain it (default: found)");
  add("--plot", request.plot, "COLUMN", "whole plots: an error of their own");
  add("--outcome", request.outcome, "COLUMN", "how runs ended (default: outcome or status)");
  add("--page", options->page, "FILE", "also writes a page with charts there");
  app.add_flag("--decimal-comma", options->decimal_comma, "numbers are written 1.234,56")
      ->group(kGroup);
  return options;
}

// A study and a table exclude each other, and so do the options that go with one of them.
Status CheckTable(const CLI::App& app, const std::string& study) {
  const bool table = app.count("--table") > 0;
  if (table && !study.empty()) return InputError("name a STUDY or a --table, not both");
  for (const char* name : {"--price", "--target-accuracy", "--replications", "--out", "--round"}) {
    if (table && app.count(name) > 0) return InputError(fmt::format("{} goes with a STUDY", name));
  }
  for (const char* name : {"--only", "-P"}) {
    if (!table || app.count(name) == 0) continue;
    return InputError(
        fmt::format("{} goes with a STUDY, whose scenarios it chooses; of a table every row is "
                    "analysed: leave out the rows that you do not mean (--table - reads them from "
                    "another program)",
                    name));
  }
  if (table) return Done{};
  for (const char* name : {"--factors", "--plot", "--outcome", "--page", "--decimal-comma"}) {
    if (app.count(name) > 0) return InputError(fmt::format("{} goes with --table", name));
  }
  return Done{};
}

Result<ModelRequest> ModelOf(const TypedModel& options, const TableRequest& table) {
  ModelRequest model;
  model.terms = options.terms;
  model.ss_type = options.ss_type;
  model.block = options.block;
  model.plot = table.plot;
  model.log_scale = options.log;
  model.adjustment = options.adjust == "holm" ? Adjustment::kHolm : Adjustment::kTukey;
  model.contrasts = options.contrasts;
  if (!options.baseline.empty()) {
    TRENA_ASSIGN(const Values baseline, SplitBaseline(options.baseline));
    for (const auto& [factor, level] : baseline) {
      model.baseline.push_back({factor, level.ToString()});
    }
  }
  TRENA_CHECK(ParseOption("--same-within", options.same_within, ParsePercent, model.same_within));
  return model;
}

Result<TableRequest> TableOf(const TableOptions& options, const TypedModel& model) {
  TableRequest request = options.request;
  request.response = model.response;
  request.block = model.block;
  request.log = model.log;
  TRENA_ASSIGN(request.factors, SplitNames(options.factors));
  TRENA_ASSIGN(request.covariates, SplitNames(model.covariates));
  if (options.decimal_comma) request.decimal_mark = DecimalMark::kComma;
  return request;
}

Result<int> AnalyzeTableFile(const TableOptions& options, const TypedModel& model_options,
                             bool json, const AnswerOptions& answer) {
  TRENA_ASSIGN(const ModelRequest model, ModelOf(model_options, options.request));
  TRENA_ASSIGN(const TableRequest request, TableOf(options, model_options));
  TRENA_ASSIGN(const TableAnalysis analysis, AnalyzeTable(request, model));
  for (const StatedContrast& contrast : analysis.stated.contrasts) {
    if (contrast.problem.empty()) continue;
    return InputError(ForTerminal("--contrast '" + contrast.text + "': " + contrast.problem));
  }
  const auto& baseline = analysis.stated.baseline;
  if (baseline && !baseline->problem.empty()) {
    return InputError(
        ForTerminal("--baseline '" + model_options.baseline + "': " + baseline->problem));
  }
  const Terminal terminal(stdout);
  ReportContext context;
  context.language = LanguageFromCode(*answer.language);
  context.trena_version = "trena " + VersionText();
  context.generated = CalendarNow();
  context.terminal = &terminal;
  if (!options.page.empty()) {
    TRENA_CHECK(WriteFileWhole(options.page, TablePageReport(analysis, context)));
  }
  PrintText(json         ? TableJson(analysis, context)
            : answer.all ? TableReport(analysis, context)
                         : TableScreen(analysis, context));
  if (!json && !options.page.empty()) Print("Page: {}\n", ForTerminal(options.page));
  return ExitCodeOf(analysis.verdict, answer.strict);
}

}  // namespace

AnalyzeInput AddTableInput(CLI::App& app, std::shared_ptr<const TypedModel> model) {
  auto options = AddTableOptions(app);
  AnalyzeInput input;
  input.instead = "--table with a file";
  input.chosen = [&app] { return app.count("--table") > 0; };
  input.check = [&app](const std::string& study) { return CheckTable(app, study); };
  input.analyze = [=](bool json, const AnswerOptions& answer) {
    return AnalyzeTableFile(*options, *model, json, answer);
  };
  return input;
}

}  // namespace trena
