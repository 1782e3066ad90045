// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/compared_studies.h"

#include <fmt/format.h>

#include <optional>

#include "analyze/analyze.h"
#include "analyze/compare/measured_plan.h"
#include "core/text/text.h"
#include "plan/added_blocks.h"
#include "plan/stopping.h"
#include "store/results.h"
#include "study/study_reader.h"

namespace trena {
namespace {

// What was named, as it was found.
struct NamedResults {
  std::string name;
  fs::path folder;  // of the results
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

Result<NamedResults> OpenFolder(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(fs::path(path) / "runs", ignored)) {
    return InputError(ForTerminal(fmt::format(
        "{}: this folder is no results folder, for it has no runs/ in it; name a study file, or "
        "the folder beside one that ends in .trena",
        path)));
  }
  NamedResults named;
  named.name = path;
  named.folder = path;
  TRENA_ASSIGN(named.loaded, ResultsFolder(named.folder).Load());
  TRENA_CHECK(CheckRuns(named, "there are no runs in this results folder"));
  TRENA_ASSIGN(named.beside, StudyBeside(path));
  return named;
}

Result<NamedResults> OpenStudyFile(const std::string& path, const StudyOpener& open) {
  NamedResults named;
  named.name = path;
  TRENA_ASSIGN(named.opened, open(path));
  named.folder = named.opened->results;
  TRENA_ASSIGN(named.loaded, ResultsFolder(named.folder).Load());
  TRENA_CHECK(
      CheckRuns(named, fmt::format("nothing was measured yet; first: {}", named.opened->measure)));
  return named;
}

Result<NamedResults> Open(const std::string& path, const StudyOpener& open) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? OpenFolder(path) : OpenStudyFile(path, open);
}

// All that was measured in the folder, at the prices of `priced`, if any.
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
  StudySide side;
  side.analysis = Analyze(study, PlanOfRuns(loaded.runs), loaded.runs, loaded.set_aside);
  side.report = study.report;
  if (named.beside) side.confidence = IntervalConfidence(named.beside->design);
  side.other_prices = !named.beside && !side.analysis.cost.currency.empty();
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
  if (fs::equivalent(a.folder, b.folder, ignored)) {
    return InputError(ForTerminal(fmt::format(
        "{} and {} are the same results, those in {}; keep a copy of the folder before measuring "
        "anew, and compare with that",
        first, second, a.folder.string())));
  }
  ComparedStudies studies;
  TRENA_ASSIGN(studies.first, SideOf(a, b));
  TRENA_ASSIGN(studies.second, SideOf(b, a));
  for (const NamedResults* named : {&b, &a}) {
    if (named->study() == nullptr) continue;
    studies.same_within = named->study()->analyze.same_within;
    studies.language = named->study()->report.language;
  }
  return studies;
}

}  // namespace trena
