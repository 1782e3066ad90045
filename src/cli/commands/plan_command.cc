// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/plan_questions.h"
#include "cli/plan_text.h"
#include "cli/previews.h"
#include "cli/steps.h"
#include "cli/stoppable_search.h"
#include "cli/study_options.h"
#include "cli/talk.h"
#include "core/json.h"
#include "core/terminal/output.h"
#include "core/text/text.h"
#include "plan/added_blocks.h"
#include "plan/power/plan_power.h"
#include "plan/twins.h"
#include "plan/work_left.h"

namespace trena {
namespace {

constexpr size_t kMostSkipped = 3;  // on a screen

Json SkippedJson(const Plan& plan, const std::vector<SkippedRun>& skipped) {
  Json list = Json::array();
  for (const SkippedRun& run : skipped) {
    list.push_back({{"scenario", plan.scenarios[plan.runs[run.run].scenario].id},
                    {"replication", plan.runs[run.run].replication},
                    {"after", plan.scenarios[run.after].id}});
  }
  return list;
}

std::string ChangesText(const std::vector<Told>& sentences) {
  if (sentences.empty()) return "";
  const Words words = Talk();
  std::string out = words.Say({"\nThe study changed since it was last measured:\n",
                               "\nO estudo mudou desde a última medição:\n"});
  for (const Told& sentence : sentences) {
    out += "  " + ForTerminal(sentence.In(words.language())) + "\n";
  }
  return out;
}

std::string SkippedText(const Plan& plan, const std::vector<SkippedRun>& skipped, bool all) {
  const size_t shown = all ? skipped.size() : std::min(skipped.size(), kMostSkipped);
  std::string out = skipped.empty() ? "" : "\n";
  for (size_t i = 0; i < shown; ++i)
    out += Describe(plan, skipped[i]).In(Talk().language()) + ".\n";
  return out + MoreText(skipped.size(), shown);
}

std::string PowerText(const PlanPower& power, const Study& study, const Plan& plan) {
  const std::string text = Describe(power, study, plan).In(Talk().language());
  return text.empty() ? "" : "\n" + text;
}

// Ctrl-C while an optimal design is searched for keeps the best so far.
Result<std::unique_ptr<Workspace>> OpenStoppable(const StudyOptions& options) {
  StoppableSearch search;
  return OpenWorkspace(options, search.progress());
}

// What else could be planned is asked of the whole study.
NextCommands NextOf(const StudyOptions& options) {
  StudyOptions whole = options;
  whole.only.reset();
  whole.replications.reset();
  return {CommandWith(options, "run"), CommandWith(whole, "plan")};
}

// What is known about the plan beside itself.
struct PlanFindings {
  std::unique_ptr<Previews> previews;
  std::vector<SkippedRun> skipped;
  PriceTag price;
  StudyChanges changes;
  PlanPower power;
  std::vector<Precision> precisions;  // with a stop rule
};

PlanFindings FindAll(const Workspace& workspace, const StudyOptions& options,
                     const PlanAnswers& asked, const std::vector<RunRecord>& runs) {
  const Study& study = workspace.study;
  const Plan& plan = workspace.plan;
  PlanFindings found;
  WorkLeft work = FindWorkLeft(study, plan, runs, workspace.here, false);
  found.previews = FindPreviews(workspace);
  found.price = PriceStep(workspace, runs, work, *found.previews, asked.run_takes);
  found.skipped = std::move(work.skipped);
  found.changes = FindChanges(workspace, options, runs);
  NoiseLevel noise = FindNoiseLevel(study, plan, runs, asked.noise);
  found.power = FindPlanPower(study, WithoutTwins(plan).plan(), noise, asked.detect);
  if (study.design.stop) {
    found.precisions = FindPrecisions(study, plan, runs, found.price.crossed);
  }
  return found;
}

void PrintJson(const Workspace& workspace, const PlanFindings& found) {
  Json more = {{"study", workspace.study.name},
               {"forecast", ToJson(workspace.plan, found.price, found.previews->ToJson())},
               {"skipped", SkippedJson(workspace.plan, found.skipped)},
               {"changes", ToJson(found.changes.plan)},
               {"cannot_run", PlanObstacles(workspace)},
               {"power", ToJson(found.power)}};
  if (workspace.study.design.stop) {
    more["precision"] = PrecisionsJson(workspace.plan, found.precisions);
  }
  PrintText(PlanJson(workspace.plan, more));
}

void PrintPlan(const Workspace& workspace, const StudyOptions& options, const PlanFindings& found,
               bool all) {
  Terminal terminal(stdout);
  std::string findings = PowerText(found.power, workspace.study, workspace.plan) +
                         SameTwiceHint(workspace, found.price);
  if (workspace.study.design.stop) {
    findings +=
        "\n" +
        DescribePrecisions(workspace.study, workspace.plan, found.precisions).In(Talk().language());
  }
  findings +=
      ChangesText(found.changes.sentences) + SkippedText(workspace.plan, found.skipped, all);
  // What would tell more is asked of just what is asked for here.
  const std::string hint =
      found.previews->Hint(found.price, ForTerminal(CommandWith(options, "plan")));
  PrintText(PlanText(workspace, found.price, terminal,
                     {findings, NextOf(options), all, hint, found.previews->Text(all)}));
}

}  // namespace

Action AddPlan(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto csv = std::make_shared<bool>(false);
  app.add_flag("--csv", *csv, "print one row per run, in order")->excludes("--json");
  auto all = std::make_shared<bool>(false);
  app.add_flag("--all", *all, "every scenario, run and pilot, not only a screen's worth");
  auto make_previews = AddPreviews(app);
  auto questions = AddPlanQuestions(app);
  return [=]() -> Result<int> {
    TRENA_ASSIGN(PlanAnswers asked, ParseQuestions(*questions));
    TRENA_ASSIGN(auto workspace, OpenStoppable(*options));
    TRENA_CHECK(CheckQuestions(asked, *options, workspace->study));
    TRENA_ASSIGN(const LoadedRuns* loaded, workspace->runs->Get());
    TRENA_ASSIGN(int made, make_previews(*workspace, loaded->runs));
    if (made != kExitDone) return made;
    if (asked.within) {
      TRENA_CHECK(PrintAffordable(*workspace, *options, asked, loaded->runs));
    } else if (*csv) {
      PrintText(PlanCsv(workspace->plan));
    } else if (options->json) {
      PrintJson(*workspace, FindAll(*workspace, *options, asked, loaded->runs));
    } else {
      PrintPlan(*workspace, *options, FindAll(*workspace, *options, asked, loaded->runs), *all);
    }
    return kExitDone;
  };
}

}  // namespace trena
