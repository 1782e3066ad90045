// SPDX-License-Identifier: Apache-2.0
#include "measure/import/import.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/files.h"
#include "core/json.h"
#include "core/open_file.h"
#include "core/sha256.h"
#include "core/text/text.h"
#include "measure/import/import_formats.h"
#include "measure/import/log_name.h"
#include "measure/import/log_numbers.h"
#include "measure/import/logged_run.h"
#include "measure/import/steps_csv.h"
#include "store/notes.h"
#include "store/results.h"

namespace trena {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLogFactor = "log";  // of names that say nothing
constexpr const char* kNotSaid = "-";

struct FoundLog {
  fs::path path;
  std::vector<std::string> parts;  // of its name, as they stand there
  Values levels;
  std::string sha256;
};

Status AddLogs(const std::string& typed, std::vector<FoundLog>& logs) {
  std::error_code ignored;
  if (!fs::is_directory(typed, ignored)) {
    TRENA_CHECK(OpenToRead(typed));
    logs.push_back({typed, {}, {}, ""});
    return Done{};
  }
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(typed));
  std::sort(names.begin(), names.end());
  const size_t before = logs.size();
  for (const std::string& name : names) {
    const fs::path path = fs::path(typed) / name;
    if (name.starts_with('.') || !fs::is_regular_file(path, ignored)) continue;
    logs.push_back({path, {}, {}, ""});
  }
  if (logs.size() > before) return Done{};
  return InputError(fmt::format("there is no log in {}", ForTerminal(typed)));
}

// "001" is 1: names are padded so that they sort.
Value LevelOf(const std::string& text) {
  const size_t digits = text.find_first_not_of('0');
  const bool whole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!whole) return Value::Parse(text);
  return Value::Parse(digits == std::string::npos ? "0" : text.substr(digits));
}

// By the pattern; names that do not fit are levels of a factor `log`.
void NameLogs(const std::optional<LogName>& pattern, std::vector<FoundLog>& logs) {
  bool any_other = !pattern;
  for (FoundLog& log : logs) {
    const auto parts = pattern ? pattern->Match(log.path.filename().string()) : std::nullopt;
    if (parts) log.parts = *parts;
    any_other = any_other || !parts;
  }
  for (FoundLog& log : logs) {
    const bool fits = !log.parts.empty();
    for (size_t i = 0; pattern && i < pattern->names().size(); ++i) {
      log.levels.emplace_back(pattern->names()[i], fits ? LevelOf(log.parts[i]) : Value(kNotSaid));
    }
    if (!any_other) continue;
    const std::string stem = log.path.stem().string();
    log.levels.emplace_back(kLogFactor, fits ? Value(kNotSaid) : Value(stem));
    log.parts.resize(pattern ? pattern->names().size() : 0, kNotSaid);
    log.parts.push_back(fits ? kNotSaid : stem);
  }
}

// Numbers by their size, words by their letters, level by level.
bool LevelsBefore(const FoundLog& a, const FoundLog& b) {
  for (size_t i = 0; i < std::min(a.levels.size(), b.levels.size()); ++i) {
    const Value &x = a.levels[i].second, &y = b.levels[i].second;
    if (x == y) continue;
    if (x.number() && y.number()) return *x.number() < *y.number();
    return x.ToString() < y.ToString();
  }
  return a.path < b.path;
}

std::string DeviceIn(const Values& levels, const Values& fixed) {
  for (const char* name : {"device", "mode", "unit"}) {
    const Value* value = Find(levels, name);
    if (value == nullptr) value = Find(fixed, name);
    if (value == nullptr) continue;
    std::string device = value->ToString();
    for (char& c : device) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return device == "gpu" ? "cuda" : device;
  }
  return "";
}

std::optional<double> NumberOf(const Values& levels, const Values& fixed, const char* name) {
  const Value* value = Find(levels, name);
  if (value == nullptr) value = Find(fixed, name);
  const auto number = value != nullptr ? value->number() : std::nullopt;
  return number && *number > 0 ? number : std::nullopt;
}

// What is in the results folder already.
class KnownRuns {
 public:
  explicit KnownRuns(const std::vector<RunRecord>& runs) {
    for (const RunRecord& run : runs) Add(run);
  }

  bool Has(const std::string& sha256) const { return contents_.contains(sha256); }

  // The next replication of its scenario, whose label is the next where it is new.
  void Place(RunRecord& run) {
    const auto known = labels_.find(run.key.text());
    run.scenario = known != labels_.end() ? known->second : fmt::format("C{}", last_label_ + 1);
    run.replication = replications_[run.key.text()] + 1;
  }

  void Add(const RunRecord& run) {
    labels_.emplace(run.key.text(), run.scenario);
    const auto number = LogNumber(std::string_view(run.scenario).substr(1));
    last_label_ = std::max(last_label_, static_cast<int>(number.value_or(0)));
    if (!IsFinal(run.outcome)) return;  // its import was killed: it comes again, as a new attempt
    int& replication = replications_[run.key.text()];
    replication = std::max(replication, run.replication);
    if (Get<std::string>(*run.runner, "kind") != "imported") return;
    contents_.insert(Get<std::string>(*run.runner, "sha256").value_or(""));
  }

 private:
  std::map<std::string, std::string> labels_;  // by key
  std::map<std::string, int> replications_;
  std::set<std::string> contents_;
  int last_label_ = 0;
};

class Importer {
 public:
  Importer(const ImportRequest& request, const ImportFormat& format)
      : request_(request), format_(format), results_(request.into, Links::kFollow) {}

  Status Prepare();
  Result<ImportSummary> Go(std::vector<FoundLog> logs, const std::vector<std::string>& names,
                           const ImportProgress& progress);

 private:
  struct Staged {
    fs::path folder;
    RunRecord run;
  };

  RunRecord RecordOf(const FoundLog& log) const;
  Result<Staged> Stage(const FoundLog& log, KnownRuns& known, ImportedRun& told);
  Status StageAll(const std::vector<FoundLog>& logs, KnownRuns& known, ImportSummary& summary,
                  const ImportProgress& progress);
  void Discard();

  const ImportRequest& request_;
  const ImportFormat& format_;
  ImportFormatOptions options_;
  ResultsFolder results_;
  std::optional<StepsCsv> csv_;
  std::vector<Staged> staged_;
};

Status Importer::Prepare() {
  const bool generic = std::string_view(format_.name) == "generic";
  if (generic != request_.line.has_value()) {
    return InputError(generic ? "generic needs --line, like --line 'step (?P<step>\\d+) loss "
                                "(?P<loss>\\S+) (?P<seconds>\\S+) s'"
                              : "--line is for `generic`: the other formats are known");
  }
  if (!generic) return Done{};
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_log_errors(false);
  auto line = std::make_shared<re2::RE2>(*request_.line, options);
  if (!line->ok()) {
    return InputError(
        fmt::format("--line is no regular expression: {}", ForTerminal(line->error())));
  }
  const auto& groups = line->NamedCapturingGroups();
  if (!groups.contains("step") && !groups.contains("epoch")) {
    return InputError("--line needs a group named `step` or `epoch`, like (?P<step>\\d+)");
  }
  options_.line = line;
  return Done{};
}

RunRecord Importer::RecordOf(const FoundLog& log) const {
  RunRecord run;
  run.levels = log.levels;
  run.fixed = request_.fixed;
  run.environment = request_.machine;
  run.device = DeviceIn(log.levels, request_.fixed);
  const Value* framework = Find(log.levels, "framework");
  if (framework == nullptr) framework = Find(request_.fixed, "framework");
  run.framework = framework != nullptr ? framework->ToString() : format_.framework;
  run.trena_version = request_.trena_version;
  run.runner = Json{{"kind", "imported"},
                    {"sha256", log.sha256},
                    {"format", format_.name},
                    {"file", log.path.filename().string()}};
  run.key = Sha256(Dump(Json{{"imported", run.framework},
                             {"machine", run.environment},
                             {"levels", ToJson(log.levels)},
                             {"fixed", ToJson(request_.fixed)}}));
  run.notes.emplace_back(kImportedNote);
  return run;
}

Result<Importer::Staged> Importer::Stage(const FoundLog& log, KnownRuns& known, ImportedRun& told) {
  Staged staged{{}, RecordOf(log)};
  known.Place(staged.run);
  staged.run.attempt = results_.FreeAttempt(staged.run);
  TRENA_ASSIGN(staged.folder, results_.Begin(staged.run));
  staged_.push_back(staged);
  TRENA_ASSIGN(Descriptor events, OpenNew(staged.folder / "events.jsonl"));
  const auto batch = NumberOf(log.levels, request_.fixed, "batch");
  const auto images = NumberOf(log.levels, request_.fixed, "images");
  std::optional<double> steps_per_epoch;
  if (batch && images && *images >= *batch) steps_per_epoch = std::floor(*images / *batch);
  LoggedRun::Row row;
  if (csv_) row = [this](const LoggedStep& step) { csv_->Add(step); };
  if (csv_) csv_->Begin(log.parts);
  LoggedRun run(std::move(events), batch, steps_per_epoch, row);
  TRENA_CHECK(ReadLog(log.path, *format_.make(options_), run));
  if (csv_) csv_->End();
  if (run.empty()) {
    return InputError(fmt::format("{}: no line of it is of a training in the format `{}`",
                                  ForTerminal(log.path.string()), format_.name));
  }
  TRENA_CHECK(run.Finish(staged.run));
  Json odd = Json::array();
  for (const LogOddity& oddity : run.oddities()) {
    odd.push_back({{"line", oddity.line}, {"code", oddity.code}});
  }
  if (!odd.empty()) staged.run.runner.Change()["odd"] = odd;
  told.steps = run.rows();
  staged_.back().run = staged.run;
  return staged;
}

Status Importer::StageAll(const std::vector<FoundLog>& logs, KnownRuns& known,
                          ImportSummary& summary, const ImportProgress& progress) {
  for (const FoundLog& log : logs) {
    if (progress) progress(log.path.string(), summary.runs.size(), logs.size());
    ImportedRun told{log.path.string(), "", log.levels};
    told.already = known.Has(log.sha256);
    if (!told.already) {
      TRENA_ASSIGN(const Staged staged, Stage(log, known, told));
      known.Add(staged.run);
      told.scenario = staged.run.scenario;
    }
    summary.runs.push_back(std::move(told));
  }
  return Done{};
}

void Importer::Discard() {
  std::error_code ignored;
  for (const Staged& staged : staged_) fs::remove_all(staged.folder, ignored);
  results_.Close();
}

Result<ImportSummary> Importer::Go(std::vector<FoundLog> logs,
                                   const std::vector<std::string>& names,
                                   const ImportProgress& progress) {
  for (FoundLog& log : logs) {
    TRENA_ASSIGN(log.sha256, Sha256OfFile(log.path));
  }
  std::sort(logs.begin(), logs.end(), LevelsBefore);
  TRENA_CHECK(results_.Prepare());
  TRENA_ASSIGN(const std::optional<FileLock> lock, results_.Lock());
  if (!lock) {
    return InputError(
        fmt::format("another trena works in {}", ForTerminal(request_.into.string())));
  }
  TRENA_CHECK(results_.Recover());
  TRENA_ASSIGN(const LoadedRuns loaded, results_.Load());
  KnownRuns known(loaded.runs);
  if (request_.csv) {
    TRENA_ASSIGN(csv_, StepsCsv::Open(*request_.csv, request_.machine, format_.framework, names));
  }
  ImportSummary summary;
  const Status staged = StageAll(logs, known, summary, progress);
  if (!staged.ok()) {
    Discard();
    return staged.error();
  }
  for (const Staged& one : staged_) TRENA_CHECK(results_.Finish(one.folder, one.run));
  results_.Close();
  if (csv_) {
    TRENA_ASSIGN(summary.files, csv_->Finish());
  }
  return summary;
}

}  // namespace

Result<ImportSummary> ImportLogs(const ImportRequest& request, const ImportProgress& progress) {
  TRENA_ASSIGN(const ImportFormat* format, FindImportFormat(request.format));
  Importer importer(request, *format);
  TRENA_CHECK(importer.Prepare());
  std::optional<LogName> pattern;
  if (request.name) {
    TRENA_ASSIGN(pattern, LogName::Parse(*request.name));
  }
  std::vector<FoundLog> logs;
  for (const std::string& path : request.paths) TRENA_CHECK(AddLogs(path, logs));
  if (logs.empty()) return InputError("name the logs that are to be imported, or their folder");
  NameLogs(pattern, logs);
  std::vector<std::string> names;
  for (const auto& [name, value] : logs.front().levels) names.push_back(name);
  return importer.Go(std::move(logs), names, progress);
}

}  // namespace trena
