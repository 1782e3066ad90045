// SPDX-License-Identifier: Apache-2.0
#include "analyze/largest_batch.h"

#include <algorithm>

#include "analyze/analysis.h"
#include "study/axes.h"

namespace trena {
namespace {

constexpr const char* kBatch = "batch";

bool RanOut(const ScenarioAnalysis& scenario) {
  return scenario.outcomes.contains(Outcome::kOutOfMemory);
}

// What was measured of it, if anything, fitted.
bool Fitted(const ScenarioAnalysis& scenario) {
  return !RanOut(scenario) && scenario.outcomes.contains(Outcome::kOk);
}

Values OthersThan(const ScenarioAnalysis& scenario, const Study& study, const Analysis& analysis) {
  Values others;
  for (const auto& [name, level] : scenario.levels) {
    if (name == kBatch || Follows(study, name)) continue;
    const bool varies = std::any_of(
        analysis.scenarios.begin(), analysis.scenarios.end(),
        [&](const ScenarioAnalysis& other) { return *Find(other.levels, name) != level; });
    if (varies) others.emplace_back(name, level);
  }
  return others;
}

}  // namespace

std::vector<LargestBatch> FindLargestBatches(const Study& study, const Analysis& analysis) {
  const Factor* factor = study.factor(kBatch);
  const bool any = std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(), RanOut);
  if (factor == nullptr || factor->levels.size() < 2 || !any) return {};
  std::vector<LargestBatch> all;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Value* level = Find(scenario.levels, kBatch);
    const auto batch = level != nullptr ? level->number() : std::nullopt;
    if (!batch) continue;
    const Values others = OthersThan(scenario, study, analysis);
    auto one = std::find_if(all.begin(), all.end(),
                            [&](const LargestBatch& known) { return known.others == others; });
    if (one == all.end()) one = all.insert(all.end(), LargestBatch{others, {}, {}});
    if (Fitted(scenario)) one->fits = std::max(one->fits.value_or(*batch), *batch);
    if (RanOut(scenario)) one->does_not = std::min(one->does_not.value_or(*batch), *batch);
  }
  return all;
}

}  // namespace trena
