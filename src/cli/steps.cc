// SPDX-License-Identifier: Apache-2.0
#include "cli/steps.h"

#include <fmt/format.h>

#include <set>

#include "analyze/analyze.h"
#include "analyze/warnings.h"
#include "cli/command.h"
#include "cli/measure_end_text.h"
#include "cli/plan_text.h"
#include "cli/progress.h"
#include "cli/series_step.h"
#include "cli/steps/equal_step.h"
#include "cli/steps/install_step.h"
#include "cli/steps/speed_step.h"
#include "cli/steps/verify_step.h"
#include "cli/talk.h"
#include "core/clock.h"
#include "core/sha256.h"
#include "core/terminal/output.h"
#include "core/text/text.h"
#include "core/version.h"
#include "plan/added_blocks.h"
#include "plan/work_left.h"
#include "report/formats/formats.h"
#include "store/event_file.h"

namespace trena {
namespace {

std::string Preparing(const std::string& what, int64_t done = 0, int64_t total = 0) {
  if (total <= 0) return Talk().Say({"Preparing {what}", "Preparando {what}"}, {{"what", what}});
  return Talk().Say(
      {"Preparing {what}: {done} of {total}", "Preparando {what}: {done} de {total}"},
      {{"what", what}, {"done", std::to_string(done)}, {"total", std::to_string(total)}});
}

void SayNote(Terminal& talk, const std::string& text) {
  talk.Say(Talk().Say({"Note: {text}", "Nota: {text}"}, {{"text", ForTerminal(text)}}));
}

// Says a new thing once in a pipe, and how far it is on a terminal; a note, which has no total, as
// it is.
ConfigureProgress PreparingTo(Terminal& talk) {
  auto said = std::make_shared<std::set<std::string>>();
  return [&talk, said](const std::string& what, int64_t done, int64_t total) {
    if (total < 0) {
      SayNote(talk, what);
    } else if (talk.interactive()) {
      talk.Progress(Preparing(what, done, total));
    } else if (said->insert(what).second) {
      talk.Say(Preparing(what));
    }
  };
}

MeasureListener ListenerTo(Terminal& talk) {
  MeasureListener listener;
  listener.preparing = PreparingTo(talk);
  listener.note = [&talk](const Told& note) { SayNote(talk, note.In(Talk().language())); };
  listener.running = [&talk](const MeasureState& state) { talk.Progress(RunningLine(state)); };
  listener.finished = [&talk](const MeasureState& state, const RunRecord& run) {
    std::string line = FinishedLine(state, run);
    bool bad = run.outcome != Outcome::kOk;
    if (bad) line = talk.Styled(Style::kYellow, line);
    // On a terminal a run that went well lives on in the progress line alone.
    if (bad || !talk.interactive()) talk.Say(line);
  };
  return listener;
}

void SayEnd(const MeasureSummary& summary, const StudyOptions& options, int round, Terminal& talk) {
  talk.ClearProgress();
  std::string resume = CommandWith(options, "measure");
  // Of a new round there is nothing to go on with before its first run.
  if (options.again && summary.measured == 0) resume += " --again";
  for (const std::string& line : EndInWords(summary, resume, round, Talk())) talk.Say(line);
}

// "report" for the whole study, "report-5f0c9a1e" for a part of it or for what was asked otherwise.
std::string ReportName(const StudyOptions& options) {
  std::string asked = Join(options.prices, " ");
  if (options.target_accuracy) asked += fmt::format(" {}", *options.target_accuracy);
  if (options.round) asked += fmt::format(" round {}", *options.round);
  if (options.parameters.empty() && !options.only && asked.empty()) return "report";
  StudyOptions part;
  part.parameters = options.parameters;
  part.only = options.only;
  return "report-" + Sha256(CommandWith(part, "") + asked).substr(0, 8);
}

// Every format that was asked for, before anything is drawn.
Result<std::vector<const Format*>> FormatsOf(const ReportRequest& request) {
  std::vector<const Format*> formats;
  for (const std::string& name : request.formats) {
    std::vector<const Format*> found = FindFormats(name);
    if (found.empty()) {
      std::vector<std::string> names;
      for (const Format& known : Formats()) names.emplace_back(known.name);
      return InputError(fmt::format("there is no format `{}`{}; there are: {}", name,
                                    DidYouMean(name, names), Join(names, ", ")));
    }
    formats.insert(formats.end(), found.begin(), found.end());
  }
  if (formats.size() > 1 && !request.file.empty()) {
    std::vector<std::string> names;
    for (const Format* format : formats) names.emplace_back(format->name);
    return InputError(
        fmt::format("several formats cannot go to one place; name one of {}", Join(names, ", ")));
  }
  return formats;
}

// With the -P, --only and --out of this call.
std::string CommandOf(const NextStep& next, const StudyOptions& options) {
  if (next.kind == NextStep::Kind::kNone) return "";
  StudyOptions same = options;
  if (next.kind == NextStep::Kind::kReplicate) same.replications = next.replications;
  return CommandWith(same, "measure") + (next.kind == NextStep::Kind::kRetry ? " --retry" : "");
}

// What a study file that was changed means for what is there, before the old plan is replaced.
void SayChanges(const Workspace& workspace, const StudyOptions& options, const LoadedRuns& loaded,
                Terminal& talk) {
  const Words words = Talk();
  for (const Told& sentence : FindChanges(workspace, options, loaded.runs).sentences) {
    talk.Say(words.Say(
        {"Changed since the last measure: {what}", "Mudou desde a última medição: {what}"},
        {{"what", ForTerminal(sentence.In(words.language()))}}));
  }
}

// Which round it is of, and that a later one waits for its end where nobody asked for this one.
void AddRound(const Workspace& workspace, const StudyOptions& options, Analysis& analysis) {
  analysis.round = workspace.round;
  if (workspace.rounds.empty() || options.round) return;
  const RoundState& last = workspace.rounds.back();
  if (last.round <= workspace.round || last.complete()) return;
  analysis.warnings.push_back(
      {warning::kUnfinishedRound,
       {std::to_string(last.round), std::to_string(last.left), std::to_string(workspace.round)}});
}

}  // namespace

PriceTag PriceStep(const Workspace& workspace, const std::vector<RunRecord>& runs,
                   const WorkLeft& work, const Previews& previews,
                   std::optional<Seconds> run_takes) {
  return MakePriceTag({workspace.study, workspace.plan, runs, work, previews.Told(),
                       previews.Paid(), CalendarSeconds(), workspace.runs->other_rounds(),
                       run_takes});
}

Status ConfigureStep(const Workspace& workspace, Configuration& configuration, Terminal& talk,
                     bool probe_again) {
  std::vector<const Scenario*> here = ScenariosHere(workspace);
  TRENA_CHECK(InstallStep(configuration, here, workspace.installation.cache, talk));
  TRENA_CHECK(configuration.Check(here));
  TRENA_CHECK(SpeedStep(workspace, configuration, probe_again, talk));
  ConfigureProgress progress = PreparingTo(talk);
  for (const Scenario* scenario : here) {
    for (int replication = 1; replication <= workspace.plan.replications; ++replication) {
      Result<RunInputs> inputs = configuration.Prepare(*scenario, replication, progress);
      if (!inputs.ok()) return inputs.error();
    }
  }
  talk.ClearProgress();
  std::set<std::string> pending;
  for (const Scenario& scenario : workspace.plan.scenarios) {
    bool is_here = workspace.here.Has(workspace.study, scenario);
    if (!is_here) pending.insert(scenario.environment());
  }
  for (const std::string& name : pending) {
    talk.Say(Talk().Say({"Not this machine, so nothing was prepared for: {name}",
                         "Não é esta máquina, então nada foi preparado para: {name}"},
                        {{"name", ForTerminal(name)}}));
  }
  return Done{};
}

std::shared_ptr<MeasureHow> AddMeasureOptions(CLI::App& app, StudyOptions& options) {
  auto how = std::make_shared<MeasureHow>();
  app.add_flag("--again", options.again, "measure all of it anew, as a new round");
  app.add_flag("--retry", how->retry, "run again what failed");
  app.add_flag("--insist", how->insist, "measure also frameworks that differ from the reference");
  return how;
}

Result<MeasureSummary> MeasureStep(const Workspace& workspace, const StudyOptions& options,
                                   Configuration& configuration, const MeasureHow& how,
                                   Terminal& talk) {
  TRENA_ASSIGN(const LoadedRuns* loaded, workspace.runs->Get());
  SayChanges(workspace, options, *loaded, talk);
  WorkLeft work =
      FindWorkLeft(workspace.study, workspace.plan, loaded->runs, workspace.here, how.retry);
  std::vector<const Scenario*> scenarios = ScenariosOf(workspace.plan, work.to_run);
  TRENA_ASSIGN(Verification known,
               KnownVerification(workspace, configuration, scenarios, PreparingTo(talk)));
  MeasureRequest request{&workspace.study, &workspace.plan, &configuration, how.retry};
  TRENA_ASSIGN(request.not_equal, Different(known, how.insist));
  SayNeverTimed(workspace, options, configuration, scenarios, talk);
  request.trena_version = VersionText();
  const auto previews = FindPreviews(workspace);
  request.told = previews->Told();
  request.paid = previews->Paid();
  request.memory = KnownMemory(workspace, *previews);
  request.round = workspace.round;
  Result<MeasureSummary> summary = Measure(request, *workspace.runs, ListenerTo(talk));
  talk.ClearProgress();
  if (!summary.ok()) return summary.error();
  SayEnd(summary.value(), options, workspace.round, talk);
  EqualStep(workspace, talk);
  if (workspace.study.design.stop) {
    const Told said =
        DescribePrecisions(workspace.study, workspace.plan, summary.value().precisions);
    talk.Say(std::string(Trim(said.In(Talk().language()))));
  }
  return summary;
}

Result<Analysis> AnalyzeStep(const Workspace& workspace, const StudyOptions& options,
                             const std::optional<RecordedParts>& recorded) {
  TRENA_ASSIGN(LoadedRuns loaded, workspace.runs->Take());
  TRENA_ASSIGN(Json verified, workspace.results->ReadVerification());
  TRENA_ASSIGN(Verification verification, VerificationFromJson(verified));
  Plan plan = workspace.plan;
  AddDecidedBlocks(workspace.study, loaded.runs, plan);  // what was measured since it was opened
  TRENA_ASSIGN(RunEpochs epochs, EpochsFor(workspace, loaded.runs));
  Analysis analysis = Analyze(workspace.study, plan, std::move(loaded.runs), loaded.set_aside,
                              std::move(verification), epochs, FindPreviews(workspace)->Paid());
  AddRound(workspace, options, analysis);
  const bool alone = workspace.study.file == nullptr;  // a results folder, by which nothing is run
  analysis.repeat_command = CommandWith(options, alone ? "analyze" : "run");
  if (!alone) analysis.next_command = CommandOf(analysis.next, options);
  if (recorded) TRENA_CHECK(AddSeries(workspace, *recorded, analysis));
  return analysis;
}

ReportContext ContextFor(const Workspace& workspace, const std::string& language,
                         const Terminal* terminal) {
  std::string name = language.empty() ? workspace.study.report.language : language;
  return {LanguageFromCode(name), "trena " + VersionText(), CalendarNow(), terminal};
}

Status CheckFormats(const ReportRequest& request) {
  TRENA_ASSIGN([[maybe_unused]] auto formats, FormatsOf(request));
  return Done{};
}

Result<std::vector<std::string>> ReportStep(const Workspace& workspace, const StudyOptions& options,
                                            const Analysis& analysis,
                                            const ReportRequest& request) {
  TRENA_ASSIGN(auto formats, FormatsOf(request));
  ReportContext context = ContextFor(workspace, request.language, nullptr);
  std::vector<std::string> paths;
  for (const Format* format : formats) {
    std::string text = format->render(analysis, context);
    if (request.file == "-") {
      PrintText(text);
      continue;
    }
    fs::path path = workspace.results->folder() / (ReportName(options) + "." + format->extension);
    if (!request.file.empty()) path = request.file;
    if (request.file.empty()) TRENA_CHECK(workspace.results->CheckOurs());
    Status written = WriteFileWhole(path, text);
    if (!written.ok() && request.file.empty()) return ElsewhereWith(written.error(), "--file");
    TRENA_CHECK(written);
    paths.push_back(path.string());
  }
  return paths;
}

int ExitCodeOf(const MeasureSummary& summary) {
  if (summary.end == MeasureEnd::kInterrupted) return kExitInterrupted;
  if (summary.end == MeasureEnd::kBudget) return kExitBudget;
  if (summary.end == MeasureEnd::kDeadline) return kExitBudget;
  // As long as a failure is the last word on a run, it is one: on the second call as on the first.
  return summary.failed + summary.failed_before > 0 ? kExitRunFailed : kExitDone;
}

int ExitCodeOf(Verdict verdict, bool strict) {
  const bool done =
      verdict == Verdict::kValid || (verdict == Verdict::kValidWithReservations && !strict);
  return done ? kExitDone : kExitInconclusive;
}

}  // namespace trena
