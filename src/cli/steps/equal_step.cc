// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/equal_step.h"

#include <algorithm>

#include "analyze/noise/equal_trainings.h"
#include "core/files.h"
#include "measure/machine/machine.h"
#include "plan/stopping.h"
#include "plan/twins.h"
#include "store/equal_pairs.h"

namespace trena {
namespace {

bool IsSimulated(const RunRecord& run) { return run.simulated; }

// As the analysis has it: of whole runs where no runner tells its training time.
std::vector<EqualTrainings> FindEqual(const Workspace& workspace,
                                      const std::vector<RunRecord>& runs) {
  const double confidence = IntervalConfidence(workspace.study.design);
  for (const std::string& metric : {workspace.study.analyze.response, std::string("wall_s")}) {
    std::vector<EqualTrainings> equal =
        FindEqualTrainings(workspace.plan, runs, metric, confidence);
    const bool told = std::any_of(equal.begin(), equal.end(),
                                  [](const EqualTrainings& one) { return one.ratio.has_value(); });
    if (told) return equal;
  }
  return {};
}

}  // namespace

void EqualStep(const Workspace& workspace, Terminal& talk) {
  if (!HasTwins(workspace.plan)) return;
  const Result<const LoadedRuns*> loaded = workspace.runs->Get();
  if (!loaded.ok()) return;
  const std::vector<RunRecord>& runs = loaded.value()->runs;
  if (std::any_of(runs.begin(), runs.end(), IsSimulated)) return;
  const std::string machine = MachineName(ReadMachine());
  const std::string results = fs::absolute(workspace.results->folder()).lexically_normal().string();
  for (const EqualTrainings& equal : FindEqual(workspace, runs)) {
    if (!equal.ratio) continue;
    const Status kept = KeepEqualPair(
        CacheFolder(), {machine, results, workspace.round, equal.key, equal.ratio->IsFalseAlarm()});
    if (!kept.ok()) talk.Say(kept.error().message());
  }
}

}  // namespace trena
