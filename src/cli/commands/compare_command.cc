// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "analyze/compare/compared_studies.h"
#include "cli/command.h"
#include "cli/parse_option.h"
#include "cli/study_options.h"
#include "core/clock.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "core/text/units.h"
#include "core/version.h"
#include "report/compare/comparison_json.h"
#include "report/compare/comparison_report.h"

namespace trena {
namespace {

struct CompareOptions {
  std::string first;
  std::string second;
  std::string metric;
  std::optional<std::string> threshold;
  std::optional<std::string> same_within;
  std::string format = "terminal";
  std::vector<std::string> across;
  bool json = false;
};

std::shared_ptr<CompareOptions> AddCompareOptions(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  app.add_option("A", options->first, "study file, or a results folder")->required();
  app.add_option("B", options->second, "the other, which is held against A")->required();
  app.add_option("--threshold", options->threshold,
                 "exit 4 unless B is known to be slower or dearer by no more: 5%")
      ->type_name("PERCENT");
  app.add_option("--metric", options->metric, "time or cost (default: both)")
      ->check(CLI::IsMember({"time", "cost"}));
  app.add_option("--same-within", options->same_within,
                 "nearer than this is the same (default: the study's, or 5%)")
      ->type_name("PERCENT");
  app.add_option("--across", options->across, "match scenarios whatever these are: epochs,batch")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--format", options->format, "terminal, markdown or json")
      ->check(CLI::IsMember({"terminal", "markdown", "json"}));
  app.add_flag("--json", options->json, "print for programs, as JSON");
  return options;
}

Result<ComparisonRequest> RequestOf(const CompareOptions& options, double same_within) {
  ComparisonRequest request;
  request.same_within = same_within;
  request.across = options.across;
  if (options.metric == "time") request.metrics = ComparisonRequest::Metrics::kTime;
  if (options.metric == "cost") request.metrics = ComparisonRequest::Metrics::kCost;
  TRENA_CHECK(ParseOption("--same-within", options.same_within, ParsePercent, request.same_within));
  TRENA_CHECK(ParseOption("--threshold", options.threshold, ParsePercent, request.threshold));
  return request;
}

Result<OpenedStudy> OpenStudyFile(const std::string& path) {
  StudyOptions options;
  options.study = path;
  options.rounds = StudyOptions::Rounds::kAll;  // the comparison chooses
  TRENA_ASSIGN(auto workspace, OpenWorkspace(options));
  return OpenedStudy{std::move(workspace->study), std::move(workspace->plan),
                     workspace->results->folder(), CommandWith(options, "measure")};
}

std::string Drawn(const StudyComparison& comparison, const CompareOptions& options,
                  const ReportContext& context) {
  if (options.json || options.format == "json") return ComparisonJson(comparison, context);
  if (options.format == "markdown") return MarkdownComparison(comparison, context);
  return TerminalComparison(comparison, context);
}

}  // namespace

Action AddCompare(CLI::App& app) {
  auto options = AddCompareOptions(app);
  auto language = AddLanguage(app);
  return [=]() -> Result<int> {
    TRENA_CHECK(RequestOf(*options, 0));  // before anything is read
    TRENA_ASSIGN(ComparedStudies studies,
                 OpenStudies(options->first, options->second, OpenStudyFile));
    TRENA_ASSIGN(const ComparisonRequest request, RequestOf(*options, studies.same_within));
    TRENA_ASSIGN(const StudyComparison comparison,
                 CompareStudies(std::move(studies.first), std::move(studies.second), request));
    const Terminal terminal(stdout);
    const ReportContext context{LanguageFromCode(language->empty() ? studies.language : *language),
                                "trena " + VersionText(), CalendarNow(), &terminal};
    PrintText(Drawn(comparison, *options, context));
    const bool passed = comparison.guard == ThresholdVerdict::kNotAsked ||
                        comparison.guard == ThresholdVerdict::kKept;
    return passed ? kExitDone : kExitInconclusive;
  };
}

}  // namespace trena
