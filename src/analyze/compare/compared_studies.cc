// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/compared_studies.h"

#include <fmt/format.h>

#include <optional>
#include <unordered_set>

#include "analyze/analyze.h"
#include "analyze/measured/measured_plan.h"
#include "analyze/measured/measured_study.h"
#include "core/text/shell_word.h"
#include "core/text/text.h"
#include "plan/added_blocks.h"
#include "plan/rounds.h"
#include "plan/stopping.h"
#include "store/results.h"
#include "study/study_reader.h"

namespace trena {
namespace {

// What was named, as it was found.
struct NamedResults {
  std::string name;          // as it was typed
  std::string path;          // without @2
  std::optional<int> asked;  // 2
  int round = 1;             // whose runs they are
  fs::path folder;           // of the results
  LoadedRuns loaded;
  std::optional<OpenedStudy> opened;  // a study file; none for a folder
  std::optional<Study> beside;        // of a folder

  const Study* study() const { return opened ? &opened->study : beside ? &*beside : nullptr; }
};

Status CheckRuns(const NamedResults& named, const std::string& advice) {
  if (!named.loaded.runs.empty()) return Done{};
  const auto& set_aside = named.loaded.set_aside;
  if (set_aside.empty()) {
    return InputError(ForTerminal(fmt::format("{}: {}", named.name, advice)));
  }
  return InputError(
      ForTerminal(fmt::format("{}: none of its {} run folders can be read; the first is {}",
                              named.name, set_aside.size(), set_aside.front())));
}

// first.trena → first.yaml, where that is there.
Result<std::optional<Study>> StudyBeside(fs::path folder) {
  if (!folder.has_filename()) folder = folder.parent_path();
  std::error_code ignored;
  for (const char* ending : {".yaml", ".yml"}) {
    fs::path path = folder;
    path.replace_extension(ending);
    if (!fs::is_regular_file(path, ignored)) continue;
    TRENA_ASSIGN(Study study, ReadStudy(path));
    return std::optional(std::move(study));
  }
  return std::optional<Study>();
}

// "first.trena@2": a path, and the round that is meant. What is there under the whole name is that.
NamedResults ParseName(const std::string& typed) {
  NamedResults named;
  named.name = named.path = typed;
  std::error_code ignored;
  const size_t at = typed.rfind('@');
  if (at == std::string::npos || fs::exists(typed, ignored)) return named;
  const std::string digits = typed.substr(at + 1);
  const bool number = !digits.empty() && digits.size() < 7 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  if (!number) return named;
  named.asked = std::stoi(digits);
  named.path = typed.substr(0, at);
  return named;
}

// Leaves the runs of one round: of the one that was asked for, else of the last complete one.
Status TakeRound(const Study& study, const Plan& plan, NamedResults& named) {
  const std::vector<RoundState> rounds = FindRounds(study, plan, named.loaded.runs);
  named.round = named.asked.value_or(RoundToAnalyze(rounds));
  const bool there = FindRound(rounds, named.round) != nullptr;
  if (named.asked && !there) {
    return InputError(ForTerminal(
        fmt::format("{}: there is no round {}; the last that was measured is {}", named.name,
                    named.round, rounds.empty() ? 0 : rounds.back().round)));
  }
  // Runs of no scenario of the study are told of by the comparison.
  if (there) named.loaded.runs = RunsOfRound(named.loaded.runs, named.round);
  return Done{};
}

// What `trena monitor` made of one run of a program.
Result<NamedResults> OpenOneRun(NamedResults named) {
  Result<RunRecord> run = LoadRunFolder(named.folder);
  if (!run.ok()) return InputError(ForTerminal(named.path + ": " + run.error().message()));
  named.loaded.runs.push_back(std::move(run).value());
  return named;
}

Result<NamedResults> OpenFolder(NamedResults named) {
  std::error_code ignored;
  named.folder = named.path;
  if (fs::exists(named.folder / "run.json", ignored)) return OpenOneRun(std::move(named));
  if (!fs::is_directory(named.folder / "runs", ignored)) {
    return InputError(ForTerminal(fmt::format(
        "{}: this folder is no results folder, for it has no runs/ in it; name a study file, the "
        "folder beside one that ends in .trena, or one that `trena monitor` made",
        named.path)));
  }
  TRENA_ASSIGN(named.loaded, ResultsFolder(named.folder).Load());
  TRENA_CHECK(CheckRuns(named, "there are no runs in this results folder"));
  TRENA_ASSIGN(named.beside, StudyBeside(named.folder));
  TRENA_CHECK(TakeRound({}, PlanOfRuns(named.loaded.runs), named));
  return named;
}

Result<NamedResults> OpenStudyFile(NamedResults named, const StudyOpener& open) {
  TRENA_ASSIGN(named.opened, open(named.path));
  named.folder = named.opened->results;
  TRENA_ASSIGN(named.loaded, ResultsFolder(named.folder).Load());
  TRENA_CHECK(
      CheckRuns(named, fmt::format("nothing was measured yet; first: {}", named.opened->measure)));
  Plan plan = named.opened->plan;
  FollowMeasuredVersions(named.loaded.runs, plan);
  TRENA_CHECK(TakeRound(named.opened->study, plan, named));
  return named;
}

Result<NamedResults> Open(const std::string& typed, const StudyOpener& open) {
  NamedResults named = ParseName(typed);
  std::error_code ignored;
  return fs::is_directory(named.path, ignored) ? OpenFolder(std::move(named))
                                               : OpenStudyFile(std::move(named), open);
}

// What no two runs that were made share; nothing where it is not known when that was.
std::string IdentityOf(const RunRecord& run) {
  if (run.started.empty()) return "";
  return fmt::format("{} {} {} {} {} {} {}", run.key, run.round, run.replication, run.attempt,
                     run.started, run.boot_id, run.metric("wall_s").value_or(0));
}

// Copying the results and measuring what is there already leaves the same runs on both sides.
Status CheckOtherRuns(const StudySide& a, const StudySide& b, const std::string& measure) {
  std::unordered_set<std::string> first;
  for (const RunRecord& run : a.analysis.runs) first.insert(IdentityOf(run));
  first.erase("");
  size_t same = 0;
  for (const RunRecord& run : b.analysis.runs) same += first.contains(IdentityOf(run)) ? 1 : 0;
  if (same == 0) return Done{};
  return InputError(ForTerminal(fmt::format(
      "{} of the {} runs of {} are the very runs of {}: nothing was measured in between. Measure "
      "anew with: {}",
      same, b.analysis.runs.size(), b.name, a.name, measure)));
}

// The command that measures one of the two once more.
std::string MeasureAgain(const NamedResults& a, const NamedResults& b) {
  for (const NamedResults* named : {&b, &a}) {
    if (named->opened) return named->opened->measure + " --again";
    if (named->beside)
      return "trena measure " + ShellWord(named->beside->path.string()) + " --again";
  }
  return "trena measure STUDY --again";
}

// All that was measured in the folder, at the prices of the study beside it, else of the runs
// themselves, else of the other study.
StudySide SideOfFolder(const NamedResults& named, const Study* priced) {
  Study study;
  study.path = named.name;
  fs::path folder = named.folder.has_filename() ? named.folder : named.folder.parent_path();
  study.name = named.beside ? named.beside->name : folder.stem().string();
  if (priced != nullptr) {
    study.environments = priced->environments;
    study.report = priced->report;
  }
  const LoadedRuns& loaded = named.loaded;
  const std::vector<Environment> recorded =
      named.beside ? std::vector<Environment>{} : RecordedPrices(loaded.runs);
  if (!recorded.empty()) study.environments = recorded;
  StudySide side;
  side.analysis = Analyze(study, PlanOfRuns(loaded.runs), loaded.runs, loaded.set_aside);
  side.report = study.report;
  if (named.beside) side.confidence = IntervalConfidence(named.beside->design);
  side.other_prices = !named.beside && recorded.empty() && !side.analysis.cost.currency.empty();
  return side;
}

Result<StudySide> SideOfStudy(const NamedResults& named) {
  const Study& study = named.opened->study;
  Plan plan = named.opened->plan;
  const LoadedRuns& loaded = named.loaded;
  AddDecidedBlocks(study, loaded.runs, plan);
  FollowMeasuredVersions(loaded.runs, plan);
  StudySide side;
  side.analysis = Analyze(study, plan, loaded.runs, loaded.set_aside);
  if (side.analysis.runs.empty()) {
    return InputError(ForTerminal(fmt::format(
        "{}: none of the {} runs in {} is of a scenario of this study; was it changed since, or "
        "are they of -P? Name the folder to compare all that is in it: {}",
        named.name, loaded.runs.size(), named.folder.string(), named.folder.string())));
  }
  side.report = study.report;
  side.confidence = IntervalConfidence(study.design);
  side.other_runs = loaded.runs.size() - side.analysis.runs.size();
  return side;
}

Result<StudySide> SideOf(const NamedResults& named, const NamedResults& other) {
  Result<StudySide> side = named.opened
                               ? SideOfStudy(named)
                               : SideOfFolder(named, named.beside ? named.study() : other.study());
  if (side.ok()) side.value().name = named.name;
  return side;
}

}  // namespace

Result<ComparedStudies> OpenStudies(const std::string& first, const std::string& second,
                                    const StudyOpener& open) {
  TRENA_ASSIGN(const NamedResults a, Open(first, open));
  TRENA_ASSIGN(const NamedResults b, Open(second, open));
  std::error_code ignored;
  if (fs::equivalent(a.folder, b.folder, ignored) && a.round == b.round) {
    return InputError(ForTerminal(fmt::format(
        "{0} and {1} are the same results, round {2} of {3}; measure anew with `{4}`, and compare "
        "{3}@{2} with {3}@{5}",
        first, second, a.round, a.folder.string(), MeasureAgain(a, b), a.round + 1)));
  }
  ComparedStudies studies;
  TRENA_ASSIGN(studies.first, SideOf(a, b));
  TRENA_ASSIGN(studies.second, SideOf(b, a));
  TRENA_CHECK(CheckOtherRuns(studies.first, studies.second, MeasureAgain(a, b)));
  for (const NamedResults* named : {&b, &a}) {
    if (named->study() == nullptr) continue;
    studies.same_within = named->study()->analyze.same_within;
    studies.language = named->study()->report.language;
  }
  return studies;
}

}  // namespace trena
