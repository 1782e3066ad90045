// SPDX-License-Identifier: Apache-2.0
// What the commands over a study share: their options, and the study read, planned and its results
// found, which every one of them begins with.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "core/result.h"
#include "core/terminal/terminal.h"
#include "plan/plan.h"
#include "plan/plan_changes.h"
#include "plan/rounds.h"
#include "plan/work_left.h"
#include "report/words/words.h"
#include "store/results.h"
#include "study/study.h"
#include "study/study_reader.h"

namespace trena {

struct StudyOptions {
  std::string study;
  std::vector<std::string> parameters;
  std::optional<int> replications;
  std::optional<std::string> only;
  std::optional<std::string> out;
  bool json = false;                // for programs: JSON on stdout
  std::vector<std::string> prices;  // instead of the study's: ENVIRONMENT=PRICE
  std::optional<double> target_accuracy;
  // Which round of the runs is meant (plan/rounds.h): the one to go on with, the one to read, or
  // none, and all runs are.
  enum class Rounds { kMeasure, kAnalyze, kAll };
  Rounds rounds = Rounds::kMeasure;
  bool again = false;        // a new round
  std::optional<int> round;  // that one
};

// Declares STUDY, -P, --only, --replications, --out and --json.
std::shared_ptr<StudyOptions> AddStudyOptions(CLI::App& app);

// Declares --price, --target-accuracy and --round, for what analyses: what was measured, asked
// otherwise.
void AddQuestions(CLI::App& app, StudyOptions& options);

// Declares --language; empty when not given.
std::shared_ptr<std::string> AddLanguage(CLI::App& app, const char* otherwise = "the study's");

// How an answer is given, --language among it.
struct AnswerOptions {
  std::shared_ptr<std::string> language;
  bool strict = false;  // exit 4 for reservations too
  bool all = false;     // every table and sentence, not a screen's worth
};
std::shared_ptr<AnswerOptions> AddAnswerOptions(CLI::App& app);

// A study ready to work with. Configuration refers to `study`, so this stays where it was made.
struct Workspace {
  Study study;
  Plan plan;
  Installation installation;
  std::vector<Runner> runners;
  std::unique_ptr<ResultsFolder> results;
  std::unique_ptr<KeptRuns> runs;  // of `results`; measuring keeps them up to date
  EnvironmentsHere here;
  int round = 1;                        // that `runs` tells of
  std::vector<RoundState> rounds = {};  // where there are several to choose from
};

// "searching: start 2 of 10, sweep 7, 93.1 % efficient; Ctrl-C keeps the best so far".
std::string SearchText(const SearchProgress& search, bool can_stop, const Words& words);
// Shows it anew for every sweep.
std::function<bool(const SearchProgress&)> ShowSearch(Terminal& talk, bool can_stop);

// The prices and the target accuracy of the command line.
Status ApplyQuestions(const StudyOptions& options, Study& study);

// Which round of the runs is meant, of those that are there.
Status ChooseRound(const StudyOptions& options, Workspace& workspace);

// `progress` is told how the search for an optimal design goes, and may stop it. Without one it is
// shown and cannot be stopped.
Result<std::unique_ptr<Workspace>> OpenWorkspace(
    const StudyOptions& options, std::function<bool(const SearchProgress&)> progress = {});

// What a changed study file means for what was measured. Nothing is compared where the command line
// takes only a part of it (-P, --only).
StudyChanges FindChanges(const Workspace& workspace, const StudyOptions& options,
                         const std::vector<RunRecord>& runs);

// What a study may name here: frameworks, networks and data sets, to catch misspelt ones.
KnownNames NamesHere(const Installation& installation, const std::vector<Runner>& runners);

// "trena measure first.yaml -P epochs=1": the same study and options with another command.
std::string CommandWith(const StudyOptions& options, const std::string& command);

}  // namespace trena
