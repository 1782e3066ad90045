// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/baseline.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyze/model/stated_analysis.h"
#include "core/text/text.h"

namespace trena {
namespace {

using Combo = std::vector<uint32_t>;

constexpr size_t kMostScenarios = 1000;  // in one analysis

PairOptions BaselineOptions(const StatedAnalysis& stated) {
  return {.log_scale = stated.request.log_scale, .same_within = stated.request.same_within};
}

// The treatments as one factor, before block and plot: what a scenario is, whatever the model.
struct ScenarioCells {
  Cells cells;
  std::vector<Combo> combinations;  // of the first factor's levels
  std::vector<ModelTerm> errors;    // block and plot
};

ScenarioCells CombineTreatments(const StatedAnalysis& stated, const std::vector<size_t>& factors) {
  ScenarioCells made;
  made.cells = stated.cells;
  made.cells.factors = {{"scenario", {}}};
  std::vector<size_t> kept;
  for (const std::string& name : {stated.request.block, stated.request.plot}) {
    const size_t factor = FactorIndex(stated.cells, name);
    if (factor == stated.cells.factors.size()) continue;
    kept.push_back(factor);
    made.errors.push_back({made.cells.factors.size()});
    made.cells.factors.push_back(stated.cells.factors[factor]);
  }
  std::map<Combo, uint32_t> numbers;
  for (Cell& cell : made.cells.cells) {
    Combo at;
    for (size_t factor : factors) at.push_back(cell.levels[factor]);
    const auto [found, is_new] = numbers.try_emplace(at, static_cast<uint32_t>(numbers.size()));
    if (is_new) {
      made.combinations.push_back(at);
      made.cells.factors[0].levels.push_back(std::to_string(numbers.size()));
    }
    Combo levels = {found->second};
    for (size_t factor : kept) levels.push_back(cell.levels[factor]);
    cell.levels = std::move(levels);
  }
  return made;
}

// Without an error where plots leave none to judge scenarios by.
Result<ModelAnalysis> FitPlotScenarios(const ScenarioCells& made, double confidence) {
  auto mixed =
      AnalyzeMixed(made.cells, {.terms = {{0}}, .errors = made.errors, .confidence = confidence});
  if (mixed.ok()) return std::move(mixed.value().model);
  TRENA_ASSIGN(ModelAnalysis plain,
               AnalyzeModel(made.cells, {.terms = {{0}}, .confidence = confidence}));
  plain.residual_sd.reset();
  return plain;
}

Result<ModelAnalysis> FitScenarios(const StatedAnalysis& stated, const ScenarioCells& made) {
  const double confidence = stated.request.confidence;
  if (!stated.request.plot.empty()) return FitPlotScenarios(made, confidence);
  std::vector<ModelTerm> terms = {{0}};
  terms.insert(terms.end(), made.errors.begin(), made.errors.end());
  TRENA_ASSIGN(ModelAnalysis model,
               AnalyzeModel(made.cells, {.terms = terms, .confidence = confidence}));
  if (model.residual_sd || !stated.model.residual_sd) return model;
  model.residual_sd = stated.model.residual_sd;
  model.residual_df = stated.model.residual_df;
  model.pseudo_error = stated.model.pseudo_error;
  return model;
}

// Of the means of one factor: which is at a level.
std::vector<size_t> MeansOf(const ModelAnalysis& model, size_t factor) {
  std::vector<size_t> means;
  for (size_t i = 0; i < model.means.size(); ++i) {
    if (model.means[i].factors == std::vector<size_t>{factor}) means.push_back(i);
  }
  return means;
}

struct Found {
  uint32_t level = 0;
  PairComparison comparison;
};

// The other levels of a factor against one of them; none where that has no mean.
std::vector<Found> CompareLevelsWith(const StatedAnalysis& stated, const ModelAnalysis& model,
                                     size_t factor, uint32_t baseline) {
  const std::vector<size_t> means = MeansOf(model, factor);
  const auto control = std::find_if(
      means.begin(), means.end(), [&](size_t at) { return model.means[at].levels[0] == baseline; });
  std::vector<Found> found;
  if (control == means.end()) return found;
  for (const PairComparison& pair :
       CompareWithControl(model, *control, means, BaselineOptions(stated))) {
    found.push_back({model.means[pair.second].levels[0], pair});
  }
  return found;
}

// Whether what a pair of levels is depends on another factor: as their own comparison has it.
void AddDependence(const StatedAnalysis& stated, StatedBaseline& baseline) {
  const size_t factor = baseline.factors[0];
  for (const FactorPairs& pairs : stated.pairs.empty() ? CompareLevels(stated) : stated.pairs) {
    if (pairs.factor != factor) continue;
    baseline.by = pairs.by;
    for (BaselineOther& other : baseline.others) {
      const auto both = std::minmax(baseline.levels[0], other.levels[0]);
      for (const LevelPair& pair : pairs.pairs) {
        const bool same = std::minmax(pair.first, pair.second) == both;
        if (same) other.depends = pair.depends;
      }
    }
  }
}

void CompareOneFactor(const StatedAnalysis& stated, StatedBaseline& baseline) {
  const auto model = ModelOf(stated, baseline.factors[0]);
  if (!model) {
    baseline.problem =
        "the model has no means of " + stated.cells.factors[baseline.factors[0]].name;
    return;
  }
  for (Found& found : CompareLevelsWith(stated, *model, baseline.factors[0], baseline.levels[0])) {
    baseline.others.push_back({{found.level}, found.comparison});
  }
  AddDependence(stated, baseline);
}

void CompareScenarios(const StatedAnalysis& stated, StatedBaseline& baseline) {
  const ScenarioCells made = CombineTreatments(stated, baseline.factors);
  if (made.combinations.size() > kMostScenarios) {
    baseline.problem =
        "of more than 1,000 combinations none is compared with all others; name the "
        "level of one factor";
    return;
  }
  const auto own = std::find(made.combinations.begin(), made.combinations.end(), baseline.levels);
  if (own == made.combinations.end()) {
    baseline.problem = "no run of the baseline is among those analysed";
    return;
  }
  auto model = FitScenarios(stated, made);
  if (!model.ok()) {
    baseline.problem = model.error().message();
    return;
  }
  const auto level = static_cast<uint32_t>(own - made.combinations.begin());
  for (Found& found : CompareLevelsWith(stated, model.value(), 0, level)) {
    baseline.others.push_back({made.combinations[found.level], found.comparison});
  }
}

// Named factors and levels as numbers; a problem where one is none.
StatedBaseline ResolveBaseline(const StatedAnalysis& stated, const std::vector<NamedLevel>& named) {
  StatedBaseline baseline;
  const std::vector<size_t> treatments = TreatmentsOf(stated.cells, stated.request);
  std::vector<std::string> names;
  for (size_t factor : treatments) names.push_back(stated.cells.factors[factor].name);
  for (const NamedLevel& one : named) {
    const auto at = std::find(names.begin(), names.end(), one.factor);
    if (at == names.end()) {
      baseline.problem =
          "`" + one.factor + "` is no factor of the analysis" + DidYouMean(one.factor, names);
      return baseline;
    }
    const size_t factor = treatments[static_cast<size_t>(at - names.begin())];
    const auto level = FindLevel(stated.cells.factors[factor], one.level);
    if (!level) {
      baseline.problem = "`" + one.level + "` is no level of " + one.factor +
                         DidYouMean(one.level, stated.cells.factors[factor].levels);
      return baseline;
    }
    baseline.factors.push_back(factor);
    baseline.levels.push_back(*level);
  }
  if (baseline.factors.size() != 1 && baseline.factors.size() != treatments.size()) {
    baseline.problem = "name the level of one factor, or of every factor: " + Join(names, ", ");
  }
  return baseline;
}

}  // namespace

StatedBaseline CompareWithBaseline(const StatedAnalysis& stated,
                                   const std::vector<NamedLevel>& named) {
  StatedBaseline baseline = ResolveBaseline(stated, named);
  if (!baseline.problem.empty()) return baseline;
  if (baseline.factors.size() == 1) {
    CompareOneFactor(stated, baseline);
  } else {
    CompareScenarios(stated, baseline);
  }
  if (baseline.others.empty() && baseline.problem.empty()) {
    baseline.problem = "no run of the baseline is among those analysed";
  }
  return baseline;
}

}  // namespace trena
