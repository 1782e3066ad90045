// SPDX-License-Identifier: Apache-2.0
#include "cli/study_changes.h"

namespace trena {

StudyChanges FindChanges(const Workspace& workspace, const StudyOptions& options,
                         const std::vector<RunRecord>& runs) {
  if (!options.parameters.empty() || options.only) return {};
  Result<std::string> text = workspace.results->ReadPlan();
  if (text.ok() && text.value().empty()) return {};
  Result<SavedPlan> before = text.ok() ? ReadPlanJson(text.value()) : text.error();
  if (!before.ok()) {
    return {{}, {"The plan of the last measure cannot be read: " + before.error().message() + "."}};
  }
  if (before.value().study_hash == workspace.plan.study_hash) return {};
  PlanChanges changes = ComparePlans(before.value(), workspace.plan, runs);
  std::vector<std::string> sentences = Describe(changes);
  return {std::move(changes), std::move(sentences)};
}

}  // namespace trena
