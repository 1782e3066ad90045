// SPDX-License-Identifier: Apache-2.0
#include "report/answer/scenario_text.h"

#include <algorithm>

#include "report/words/labels.h"
#include "study/scenario.h"

namespace trena {
namespace {

constexpr double kReadable = 0.01;  // of a currency

}  // namespace

const ScenarioAnalysis* FindScenario(const Analysis& analysis, const std::string& id) {
  auto named = [&](const ScenarioAnalysis& scenario) { return scenario.id == id; };
  auto found = std::find_if(analysis.scenarios.begin(), analysis.scenarios.end(), named);
  return found == analysis.scenarios.end() ? nullptr : &*found;
}

const Summary* SummaryOf(const ScenarioAnalysis& scenario, const std::string& metric) {
  auto found = scenario.metrics.find(metric);
  return found == scenario.metrics.end() ? nullptr : &found->second.summary;
}

Extremes ExtremesOf(const Analysis& analysis, const std::string& metric) {
  Extremes found{nullptr, nullptr};
  auto mean = [&](const ScenarioAnalysis* s) { return *SummaryOf(*s, metric)->mean; };
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Summary* summary = SummaryOf(scenario, metric);
    if (summary == nullptr || !summary->mean) continue;
    if (!found.first || *summary->mean < mean(found.first)) found.first = &scenario;
    if (!found.second || *summary->mean > mean(found.second)) found.second = &scenario;
  }
  return found;
}

MoneyUnit MoneyUnitOf(const Analysis& analysis) {
  double least = kReadable;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Summary* cost = SummaryOf(scenario, "cost");
    if (cost != nullptr && cost->mean && *cost->mean > 0) least = std::min(least, *cost->mean);
  }
  return {analysis.cost.currency, least < kReadable ? 1000.0 : 1.0};
}

std::vector<std::string> VaryingFactors(const Analysis& analysis) {
  std::vector<std::string> factors;
  if (analysis.scenarios.empty()) return factors;
  for (const auto& [name, value] : analysis.scenarios.front().levels) {
    auto differs = [&](const ScenarioAnalysis& other) {
      const Value* level = Find(other.levels, name);
      return level == nullptr || !(*level == value);
    };
    bool varies = std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(), differs);
    if (varies) factors.push_back(name);
  }
  return factors;
}

std::string LevelsOf(const ScenarioAnalysis& scenario, const std::vector<std::string>& factors) {
  Values levels;
  for (const std::string& factor : factors) {
    if (const Value* level = Find(scenario.levels, factor)) levels.emplace_back(factor, *level);
  }
  return Describe(levels);
}

std::string NameOf(const ScenarioAnalysis& scenario, const Analysis& analysis) {
  std::string levels = LevelsOf(scenario, VaryingFactors(analysis));
  return levels.empty() ? scenario.id : scenario.id + " (" + levels + ")";
}

std::string LevelsOf(const Effect& effect, const ResponseAnalysis& response) {
  Values levels;
  for (size_t i = 0; i < effect.factors.size(); ++i) {
    size_t factor = effect.factors[i];
    levels.emplace_back(response.factors[factor], response.levels[factor][effect.levels[i]]);
  }
  return Describe(levels);
}

size_t RunsBehind(const Effect& effect, const ResponseAnalysis& response) {
  double runs = 0;
  for (const Cell& cell : response.stated->cells.cells) {
    bool there = true;
    for (size_t i = 0; i < effect.factors.size(); ++i) {
      there &= cell.levels[effect.factors[i]] == effect.levels[i];
    }
    if (there) runs += cell.n;
  }
  return static_cast<size_t>(runs);
}

std::string ResidualsLabel(const ResponseAnalysis& response, const Words& words) {
  const bool replications = response.stated->model.lack_of_fit_df == 0 &&
                            !InPlots(*response.stated) && response.stated->cells.covariates.empty();
  return replications ? words.Say(label::kResidualsReplications) : words.Say(label::kResiduals);
}

}  // namespace trena
