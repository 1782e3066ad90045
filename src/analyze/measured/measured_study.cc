// SPDX-License-Identifier: Apache-2.0
#include "analyze/measured/measured_study.h"

#include <algorithm>
#include <map>

#include "analyze/measured/measured_plan.h"
#include "study/billing/price_record.h"

namespace trena {
namespace {

// Every environment, with its price where a run was made at one.
std::vector<Environment> RecordedEnvironments(const std::vector<RunRecord>& runs) {
  std::map<std::string, const RunRecord*> last;
  for (const RunRecord& run : runs) {
    const RunRecord*& known = last[run.environment];
    const bool priced = PriceFromRecord(run.price).has_value();
    const bool known_priced = known != nullptr && PriceFromRecord(known->price).has_value();
    const bool later = known == nullptr || known->started <= run.started;
    if (known == nullptr || (priced == known_priced ? later : priced)) known = &run;
  }
  std::vector<Environment> environments;
  for (const auto& [name, run] : last) {
    Environment environment;
    environment.name = name;
    environment.device = run->device;
    environment.price = PriceFromRecord(run->price);
    environments.push_back(std::move(environment));
  }
  return environments;
}

void AddLevels(const Values& levels, std::vector<Factor>& factors) {
  for (const auto& [name, value] : levels) {
    const auto same_name = [&name = name](const Factor& factor) { return factor.name == name; };
    auto factor = std::find_if(factors.begin(), factors.end(), same_name);
    if (factor == factors.end()) factor = factors.insert(factors.end(), Factor{name, {}});
    auto& known = factor->levels;
    if (std::find(known.begin(), known.end(), value) == known.end()) known.push_back(value);
  }
}

// Numbers in their order, which that of the labels need not be where a part of them came later.
void SortNumbers(Factor& factor) {
  const auto is_number = [](const Value& value) { return value.number().has_value(); };
  if (!std::all_of(factor.levels.begin(), factor.levels.end(), is_number)) return;
  std::sort(factor.levels.begin(), factor.levels.end(),
            [](const Value& a, const Value& b) { return *a.number() < *b.number(); });
}

}  // namespace

std::vector<Environment> RecordedPrices(const std::vector<RunRecord>& runs) {
  std::vector<Environment> environments = RecordedEnvironments(runs);
  std::erase_if(environments, [](const Environment& environment) { return !environment.price; });
  return environments;
}

Study StudyOfRuns(const std::filesystem::path& folder, const std::vector<RunRecord>& runs) {
  Study study;
  study.path = folder;
  const auto named = folder.has_filename() ? folder : folder.parent_path();
  study.name = named.stem().string();
  study.environments = RecordedEnvironments(runs);
  for (const Scenario& scenario : PlanOfRuns(runs).scenarios) {
    AddLevels(scenario.levels, study.factors);
  }
  for (Factor& factor : study.factors) SortNumbers(factor);
  if (runs.empty()) return study;
  study.fixed = *runs.front().fixed;
  for (const RunRecord& run : runs) {
    std::erase_if(study.fixed, [&](const auto& known) {
      const Value* value = Find(run.fixed, known.first);
      return value == nullptr || !(*value == known.second);
    });
  }
  return study;
}

}  // namespace trena
