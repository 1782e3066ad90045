// SPDX-License-Identifier: Apache-2.0
// trena import: logs of other programs become a results folder.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/study_options.h"
#include "cli/talk.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "core/text/shell_word.h"
#include "core/text/text.h"
#include "core/version.h"
#include "measure/import/import.h"
#include "measure/import/import_formats.h"
#include "study/scenario.h"

namespace trena {
namespace {

struct ImportOptions {
  ImportRequest request;
  std::vector<std::string> known;  // -P
  std::string into;
  std::optional<std::string> csv;
  bool json = false;
};

Status ReadKnown(const std::vector<std::string>& texts, Values& values) {
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      return InputError(
          fmt::format("-P {}: write NAME=VALUE, like -P images=1024", ForTerminal(text)));
    }
    values.emplace_back(text.substr(0, equals), Value::Parse(text.substr(equals + 1)));
  }
  return Done{};
}

std::string FormatList() {
  std::string list = "Formats:\n";
  for (const ImportFormat& format : ImportFormats()) {
    list += fmt::format("  {:<12}{}\n", format.name, format.meaning);
  }
  return list;
}

Json ToJson(const ImportSummary& summary, const std::string& folder) {
  Json runs = Json::array();
  for (const ImportedRun& run : summary.runs) {
    runs.push_back({{"file", run.path},
                    {"scenario", run.already ? Json() : Json(run.scenario)},
                    {"levels", ToJson(run.levels)},
                    {"iterations", run.steps},
                    {"already", run.already}});
  }
  return {{"folder", folder}, {"runs", runs}, {"files", summary.files}};
}

void Tell(const ImportSummary& summary, const std::string& folder) {
  size_t imported = 0;
  for (const ImportedRun& run : summary.runs) {
    const std::string what = ForTerminal(Describe(run.levels));
    imported += run.already ? 0 : 1;
    Print("{}\n", run.already ? fmt::format("{}: there already", what)
                              : fmt::format("Computed {}: {} iterations found", what, run.steps));
  }
  Print("{} of {} {} imported into {}\n", imported, summary.runs.size(),
        summary.runs.size() == 1 ? "log" : "logs", ForTerminal(folder));
  for (const std::string& file : summary.files) Print("{}\n", ForTerminal(file));
  Print("Next: trena analyze {}\n", ShellWord(folder));
}

Result<int> Import(ImportOptions options) {
  TRENA_CHECK(ReadKnown(options.known, options.request.fixed));
  options.request.into = options.into;
  if (options.csv) options.request.csv = *options.csv;
  options.request.trena_version = VersionText();
  Terminal talk(stderr);
  const auto progress = [&](const std::string& path, size_t done, size_t total) {
    talk.Progress(fmt::format("[{}/{}] {}", done + 1, total, ForTerminal(path)));
  };
  Result<ImportSummary> summary = ImportLogs(options.request, progress);
  talk.ClearProgress();
  if (!summary.ok()) return summary.error();
  if (options.json) {
    Print("{}\n", Dump(ToJson(summary.value(), options.into)));
  } else {
    Tell(summary.value(), options.into);
  }
  return kExitDone;
}

}  // namespace

Action AddImport(CLI::App& app) {
  auto options = std::make_shared<ImportOptions>();
  ImportRequest& request = options->request;
  app.footer(FormatList() + app.get_footer());
  app.add_option("FORMAT", request.format, "what wrote them, of the list below")->required();
  app.add_option("LOGS", request.paths, "the logs, or folders of them")->required();
  app.add_option("--name", request.name,
                 "what their names say: 'train_{network}_{mode}_{batch}.log'")
      ->type_name("PATTERN");
  app.add_option("--machine", request.machine, "where they were made (default: elsewhere)")
      ->type_name("NAME");
  app.add_option("-P,--parameter", options->known, "known of all of them: images=1024")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--line", request.line, "of generic: 'step (?P<step>\\d+) loss (?P<loss>\\S+)'")
      ->type_name("REGEX");
  app.add_option("--into", options->into, "results folder (default: imported.trena)")
      ->type_name("DIR")
      ->default_val("imported.trena")
      ->default_str("");
  app.add_option("--csv", options->csv, "write all iterations and their means as two tables there")
      ->type_name("DIR");
  app.add_flag("--json", options->json, "print for programs, as JSON");
  return [options]() -> Result<int> { return Import(*options); };
}

}  // namespace trena
