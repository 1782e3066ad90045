// SPDX-License-Identifier: Apache-2.0
#include "cli/study_options.h"

#include <fmt/format.h>

#include "cli/results_workspace.h"
#include "cli/talk.h"
#include "configure/datasets.h"
#include "configure/own_data/own_dataset.h"
#include "configure/prototxt/caffe_files.h"
#include "configure/values_used.h"
#include "core/text/shell_word.h"
#include "core/text/text.h"
#include "measure/machine/machine.h"
#include "plan/added_blocks.h"
#include "plan/plan_file.h"

namespace trena {
namespace {

// Designs are searched for once, by whichever command comes first.
KeptSearches SearchesOf(const ResultsFolder& results) {
  auto find = [&results](const std::string& key) -> std::optional<Json> {
    Json kept = results.ReadDesign(key);
    return kept.is_null() ? std::nullopt : std::optional(std::move(kept));
  };
  auto keep = [&results](const std::string& key, const Json& search) {
    return results.WriteDesign(key, search);
  };
  return {find, keep};
}

Status ApplyTarget(std::optional<double> accuracy, Study& study) {
  if (!accuracy) return Done{};
  if (!(*accuracy > 0 && *accuracy <= 1)) {
    return InputError("--target-accuracy must be above 0 and up to 1, like 0.97 for 97 %");
  }
  study.analyze.target_accuracy = accuracy;
  return Done{};
}

Status CheckNoTable(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  for (const char* table : {".csv", ".tsv", ".jsonl", ".ndjson"}) {
    if (ending != table) continue;
    return InputError(
        fmt::format("{0} is a table, and no study; analyse it with: trena analyze --table {1} "
                    "--response COLUMN",
                    ForTerminal(path), ShellWord(path)));
  }
  return Done{};
}

// "rounds 1 and 2".
std::string RoundsThere(const std::set<int>& numbers) {
  std::vector<std::string> names;
  for (int number : numbers) names.push_back(std::to_string(number));
  if (names.empty()) return "nothing was measured yet";
  return fmt::format("there {} {}", names.size() == 1 ? "is round" : "are rounds",
                     Join(names, ", "));
}

Result<int> AskedRound(int round, const std::set<int>& numbers) {
  if (numbers.contains(round)) return round;
  return InputError(fmt::format("--round {}: {}", round, RoundsThere(numbers)));
}

// After `last`, once that is done here: else it could be finished by no command.
Result<int> NextRound(const StudyOptions& options, const Workspace& workspace,
                      const std::vector<RunRecord>& runs, int last) {
  const std::vector<RunRecord> there = RunsOfRound(runs, last);
  Plan plan = workspace.plan;
  AddDecidedBlocks(workspace.study, there, plan);
  const WorkLeft work = FindWorkLeft(workspace.study, plan, there, workspace.here, false);
  if (work.to_run.empty()) return last + 1;
  return InputError(fmt::format(
      "--again begins a new round, and round {} is not finished: {} of {} runs are left. Finish it "
      "first: {}",
      last, work.to_run.size(), plan.runs.size(), CommandWith(options, "measure")));
}

// The round to go on with is the last that was begun, should even its first run have been cut off.
Result<int> RoundToMeasure(const StudyOptions& options, const Workspace& workspace,
                           const std::vector<RunRecord>& runs, const std::set<int>& numbers) {
  const std::optional<RunRecord> begun = workspace.results->Begun();
  const int last = numbers.empty() ? 1 : *numbers.rbegin();
  if (begun && begun->round > last && workspace.plan.scenario(begun->key) != nullptr) {
    return begun->round;
  }
  if (!options.again || numbers.empty()) return last;
  return NextRound(options, workspace, runs, last);
}

// Checksums of the files behind the study's own data sets, before they enter the plan's keys.
void LookAtData(Workspace& workspace) {
  if (workspace.study.maps.empty()) return;
  Json kept = Json::object();
  const Result<std::string> text = workspace.results->ReadPlan();
  if (text.ok()) {
    const Result<SavedPlan> saved = ReadPlanJson(text.value());
    if (saved.ok()) kept = saved.value().maps;
  }
  Terminal talk(stderr);
  LookAtFiles(
      workspace.study, workspace.installation.cache, kept,
      [&](const std::string& name, int64_t done, int64_t total) {
        talk.Progress(Talk().Say(
            {"checksums of {name}: {done} of {total} images",
             "somas de verificação de {name}: {done} de {total} imagens"},
            {{"name", name}, {"done", std::to_string(done)}, {"total", std::to_string(total)}}));
      });
  talk.ClearProgress();
}

}  // namespace

Status ChooseRound(const StudyOptions& options, Workspace& workspace) {
  if (options.rounds == StudyOptions::Rounds::kAll) return Done{};
  TRENA_ASSIGN(const LoadedRuns* loaded, workspace.runs->Get());
  const std::set<int> numbers = RoundNumbers(workspace.plan, loaded->runs);
  if (numbers.size() > 1) {
    workspace.rounds = FindRounds(workspace.study, workspace.plan, loaded->runs);
  }
  if (options.round) {
    TRENA_ASSIGN(workspace.round, AskedRound(*options.round, numbers));
  } else if (options.rounds == StudyOptions::Rounds::kMeasure) {
    TRENA_ASSIGN(workspace.round, RoundToMeasure(options, workspace, loaded->runs, numbers));
  } else if (numbers.size() == 1) {
    workspace.round = *numbers.begin();
  } else {
    workspace.round = RoundToAnalyze(workspace.rounds);
  }
  workspace.runs->UseRound(workspace.round);
  return Done{};
}

Status ApplyQuestions(const StudyOptions& options, Study& study) {
  TRENA_CHECK(ApplyPrices(options.prices, study));
  return ApplyTarget(options.target_accuracy, study);
}

KnownNames NamesHere(const Installation& installation, const std::vector<Runner>& runners) {
  KnownNames known;
  // A command is the study's own, and libtorch may be left out of a build.
  known.frameworks = {"libtorch", "command"};
  for (const auto& [name, versions] : VersionsOf(runners)) known.frameworks.push_back(name);
  // A published one is no misspelling of ours; whether a network is here is said before it runs
  // (Configuration::Obstacles).
  known.networks = {"inception_v3"};
  for (const Dataset& dataset : Datasets()) known.datasets.push_back(dataset.name);
  for (const fs::path& folder : installation.networks) {
    auto names = ListFolder(folder);
    if (!names.ok()) continue;
    for (const std::string& name : names.value()) {
      if (name.ends_with(".yaml")) known.networks.push_back(name.substr(0, name.size() - 5));
    }
  }
  return known;
}

std::shared_ptr<StudyOptions> AddStudyOptions(CLI::App& app) {
  auto options = std::make_shared<StudyOptions>();
  app.add_option("STUDY", options->study, "study file")->required();
  app.add_option("-P,--parameter", options->parameters,
                 "override a factor or fixed value: batch=64,128")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  app.add_option("--only", options->only, "only these scenarios: 'framework == pytorch'")
      ->type_name("EXPR");
  app.add_option("--replications", options->replications, "runs of each scenario")->type_name("N");
  app.add_option("--out", options->out, "results folder (default: STUDY with .trena)")
      ->type_name("DIR");
  app.add_flag("--json", options->json, "print for programs, as JSON");
  return options;
}

void AddQuestions(CLI::App& app, StudyOptions& options) {
  app.add_option("--price", options.prices, "another price than the study's: gpu=0.11USD/h")
      ->type_name("ENV=PRICE")
      ->allow_extra_args(false);
  app.add_option("--target-accuracy", options.target_accuracy,
                 "time and cost until an accuracy, like 0.97")
      ->type_name("0..1");
  app.add_option("--round", options.round, "of a study measured --again (default: last complete)")
      ->type_name("N");
  options.rounds = StudyOptions::Rounds::kAnalyze;
}

std::shared_ptr<std::string> AddLanguage(CLI::App& app, const char* otherwise) {
  auto language = std::make_shared<std::string>();
  app.add_option("--language", *language, fmt::format("en or pt-BR (default: {})", otherwise))
      ->check(CLI::IsMember({"en", "pt-BR"}));
  return language;
}

std::shared_ptr<AnswerOptions> AddAnswerOptions(CLI::App& app) {
  auto answer = std::make_shared<AnswerOptions>();
  answer->language = AddLanguage(app);
  app.add_flag("--all", answer->all, "every table and sentence, not only a screen's worth");
  app.add_flag("--strict", answer->strict, "exit code 4 for an answer with reservations, too");
  return answer;
}

std::string SearchText(const SearchProgress& search, bool can_stop, const Words& words) {
  const std::string hint =
      words.Say({"; Ctrl-C keeps the best so far", "; Ctrl-C fica com o melhor até agora"});
  return words.Say({"searching: start {start} of {starts}, sweep {sweep}, {percent} % "
                    "efficient{hint}",
                    "procurando: início {start} de {starts}, passada {sweep}, {percent} % de "
                    "eficiência{hint}"},
                   {{"start", std::to_string(search.restart)},
                    {"starts", std::to_string(search.restarts)},
                    {"sweep", std::to_string(search.sweeps + 1)},
                    {"percent", words.Fixed(search.efficiency_percent, 1)},
                    {"hint", can_stop ? hint : ""}});
}

std::function<bool(const SearchProgress&)> ShowSearch(Terminal& talk, bool can_stop) {
  return [&talk, can_stop, shown = -1](const SearchProgress& search) mutable {
    if (search.sweeps != shown) talk.Progress(SearchText(search, can_stop, Talk()));
    shown = search.sweeps;
    return true;
  };
}

Result<std::unique_ptr<Workspace>> OpenWorkspace(
    const StudyOptions& options, std::function<bool(const SearchProgress&)> progress) {
  if (NamesResults(options)) return OpenResults(options);
  auto look = [](const Environment& environment) { return IsHere(environment); };
  auto workspace =
      std::make_unique<Workspace>(Workspace{{}, {}, {}, {}, {}, {}, EnvironmentsHere(look)});
  TRENA_CHECK(CheckNoTable(options.study));
  workspace->installation = Installation::Here(options.study);
  TRENA_ASSIGN(workspace->runners, RunnersOf(workspace->installation));
  StudyOverrides overrides{options.parameters, options.replications};
  KnownNames known = NamesHere(workspace->installation, workspace->runners);
  TRENA_ASSIGN(workspace->study, ReadStudy(options.study, overrides, known));
  TalkIn(workspace->study.report.language);
  TRENA_CHECK(CheckValuesUsed(workspace->study, workspace->runners));
  fs::path folder = options.out ? fs::path(*options.out) : workspace->study.results_folder();
  // A link that was typed is meant; one that lies beside a study may be anybody's.
  workspace->results =
      std::make_unique<ResultsFolder>(folder, options.out ? Links::kFollow : Links::kRefuse);
  workspace->runs = std::make_unique<KeptRuns>(*workspace->results);
  LookAtData(*workspace);
  TRENA_CHECK(AddCaffeFiles(workspace->installation.networks, workspace->study));
  TRENA_CHECK(ApplyQuestions(options, workspace->study));
  PlanOptions plan;
  Terminal talk(stderr);
  plan.progress = progress ? std::move(progress) : ShowSearch(talk, false);
  plan.kept = SearchesOf(*workspace->results);
  if (options.only) {
    TRENA_ASSIGN(Expression only, ParseOnly(workspace->study, *options.only));
    plan.only = only;
  }
  FrameworkVersions versions = VersionsOf(workspace->runners);
  Result<Plan> made = MakePlan(workspace->study, versions, plan);
  talk.ClearProgress();
  if (!made.ok()) return made.error();
  workspace->plan = std::move(made).value();
  TRENA_CHECK(ChooseRound(options, *workspace));
  if (workspace->study.design.stop) {
    TRENA_ASSIGN(const LoadedRuns* loaded, workspace->runs->Get());
    AddDecidedBlocks(workspace->study, loaded->runs, workspace->plan);
  }
  return workspace;
}

StudyChanges FindChanges(const Workspace& workspace, const StudyOptions& options,
                         const std::vector<RunRecord>& runs) {
  if (!options.parameters.empty() || options.only) return {};
  return ChangesSince(workspace.results->ReadPlan(), workspace.plan, runs);
}

std::string CommandWith(const StudyOptions& options, const std::string& command) {
  std::vector<std::string> words = {"trena", command, ShellWord(options.study)};
  for (const std::string& parameter : options.parameters) {
    words.push_back("-P " + ShellWord(parameter));
  }
  if (options.only) words.push_back("--only " + ShellWord(*options.only));
  if (options.replications)
    words.push_back(fmt::format("--replications {}", *options.replications));
  if (options.out) words.push_back("--out " + ShellWord(*options.out));
  return Join(words, " ");
}

}  // namespace trena
