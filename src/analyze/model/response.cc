// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/response.h"

#include <algorithm>

#include "analyze/metrics.h"
#include "analyze/model/study_cells.h"
#include "analyze/verdict_reasons.h"
#include "study/baseline.h"

namespace trena {
namespace {

using Scenarios = std::vector<ScenarioAnalysis>;

size_t CountOf(const ScenarioAnalysis& scenario, const std::string& metric) {
  const MetricAnalysis* found = FindMetric(scenario, metric);
  return found == nullptr ? 0 : found->values.size();
}

size_t OkRuns(const ScenarioAnalysis& scenario) {
  const auto it = scenario.outcomes.find(Outcome::kOk);
  return it == scenario.outcomes.end() ? 0 : static_cast<size_t>(it->second);
}

template <typename Predicate>
std::vector<std::string> IdsOf(const Scenarios& scenarios, Predicate predicate) {
  std::vector<std::string> ids;
  for (const ScenarioAnalysis& scenario : scenarios) {
    if (predicate(scenario)) ids.push_back(scenario.id);
  }
  return ids;
}

struct WhyNot {
  std::string code;  // empty when nothing is in the way
  std::vector<std::string> details;
};

// Why no factor has two levels that were measured.
WhyNot WhyNotEmptyCells(const Analysis& analysis, const std::string& metric) {
  const auto empty = [&](const ScenarioAnalysis& s) { return CountOf(s, metric) == 0; };
  const auto unfinished = [&](const ScenarioAnalysis& s) {
    int finished = s.skipped;  // it will not be made
    for (const auto& [outcome, count] : s.outcomes) finished += count;
    return empty(s) && finished < s.planned;
  };
  const std::vector<std::string> empty_ids = IdsOf(analysis.scenarios, empty);
  if (empty_ids.empty()) return {};
  if (!analysis.pending_environments.empty()) {
    return {why_not::kPendingEnvironments, analysis.pending_environments};
  }
  const std::vector<std::string> unfinished_ids = IdsOf(analysis.scenarios, unfinished);
  if (!unfinished_ids.empty()) return {why_not::kMissingRuns, unfinished_ids};
  return {why_not::kFailedScenarios, empty_ids};
}

WhyNot WhyNothing(const Analysis& analysis, const std::string& metric) {
  const auto& scenarios = analysis.scenarios;
  const auto none_ok = [](const ScenarioAnalysis& s) { return OkRuns(s) == 0; };
  const auto none_has = [&](const ScenarioAnalysis& s) { return CountOf(s, metric) == 0; };
  if (std::all_of(scenarios.begin(), scenarios.end(), none_ok)) {
    return {why_not::kNothingMeasured, {}};
  }
  if (std::all_of(scenarios.begin(), scenarios.end(), none_has)) {
    return {why_not::kUnknownResponse, {metric}};
  }
  return {};
}

WhyNot WhyNotByScale(const Scenarios& scenarios, const ResponseAnalysis& response) {
  if (response.scale != "log") return {};
  const auto not_positive = [&](const ScenarioAnalysis& s) {
    const MetricAnalysis* found = FindMetric(s, response.metric);
    if (found == nullptr) return false;
    return std::any_of(found->values.begin(), found->values.end(), [](double x) { return x <= 0; });
  };
  const std::vector<std::string> ids = IdsOf(scenarios, not_positive);
  if (ids.empty()) return {};
  return {why_not::kNotPositive, ids};
}

bool WasMeasured(const Analysis& analysis, const std::string& metric, const Values& levels) {
  return std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(),
                     [&](const ScenarioAnalysis& scenario) {
                       return CountOf(scenario, metric) > 0 && IsBaseline(scenario.levels, levels);
                     });
}

// The study's baseline among the factors that vary. What was measured at one level alone is the
// same everywhere.
StatedBaseline BaselineOf(const Analysis& analysis, const ResponseAnalysis& response) {
  StatedBaseline none;
  if (!WasMeasured(analysis, response.metric, analysis.baseline)) {
    none.problem = "no run of the baseline is among those analysed";
    return none;
  }
  std::vector<NamedLevel> named;
  for (const auto& [factor, level] : analysis.baseline) {
    const auto& varying = response.factors;
    if (std::find(varying.begin(), varying.end(), factor) == varying.end()) continue;
    named.push_back({factor, level.ToString()});
  }
  if (!named.empty()) return CompareWithBaseline(*response.stated, named);
  none.problem = "nothing but the baseline is among the runs analysed";
  return none;
}

bool ComparedWithBaseline(const Analysis& analysis, const std::string& metric) {
  if (analysis.baseline.empty()) return false;
  return metric == analysis.response || metric == analysis.time || metric == "cost";
}

// Fills the response, or says why it cannot.
WhyNot Fill(const Study& study, const Plan& plan, const Analysis& analysis,
            ResponseAnalysis& response) {
  WhyNot why = WhyNothing(analysis, response.metric);
  if (why.code.empty()) why = WhyNotByScale(analysis.scenarios, response);
  if (!why.code.empty()) return why;
  const bool main = response.metric == analysis.response;
  StudyCells made = CellsOf(study, plan, analysis, response.metric, response.scale,
                            main ? Observed::kOneByOne : Observed::kInCellsAlone);
  for (const CellFactor& factor : made.cells.factors) response.factors.push_back(factor.name);
  response.levels = std::move(made.levels);
  response.left_out = std::move(made.left_out);
  response.no_covariates = std::move(made.no_covariates);
  ModelRequest request = PlannedModel(study, plan, analysis.confidence);
  request.log_scale = response.scale == "log";
  if (const KnownMetric* known = FindKnownMetric(response.metric)) request.bounds = known->bounds;
  if (TreatmentsOf(made.cells, request).empty()) {
    if (response.left_out.empty()) return {why_not::kNoFactor, {}};
    return WhyNotEmptyCells(analysis, response.metric);
  }
  if (main) request.contrasts = study.analyze.contrasts;
  auto stated = main ? AnalyzeWhole(std::move(made.cells), made.observations, request)
                     : AnalyzeStated(std::move(made.cells), request);
  if (!stated.ok()) return {why_not::kNotComputable, {stated.error().message()}};
  response.stated = std::move(stated).value();
  if (ComparedWithBaseline(analysis, response.metric)) {
    response.stated->baseline = BaselineOf(analysis, response);
  }
  return {};
}

bool EveryRunHas(const Scenarios& scenarios, const std::string& metric) {
  size_t total = 0;
  for (const ScenarioAnalysis& scenario : scenarios) {
    if (CountOf(scenario, metric) != OkRuns(scenario)) return false;
    total += CountOf(scenario, metric);
  }
  return total > 0;
}

// Free everywhere: nothing to explain.
bool CostsNothing(const Scenarios& scenarios) {
  return std::all_of(scenarios.begin(), scenarios.end(), [](const ScenarioAnalysis& scenario) {
    const MetricAnalysis* cost = FindMetric(scenario, "cost");
    return cost == nullptr || cost->summary.max == 0;
  });
}

}  // namespace

ResponseAnalysis AnalyzeResponse(const Study& study, const Plan& plan, const Analysis& analysis,
                                 const std::string& metric, const std::string& scale) {
  ResponseAnalysis response;
  response.metric = metric;
  response.unit = UnitOf(metric, analysis.cost.currency);
  response.scale = scale;
  if (scale == "log") response.unit = response.unit.empty() ? "ln" : "ln " + response.unit;
  WhyNot why = Fill(study, plan, analysis, response);
  response.why_not = std::move(why.code);
  response.why_not_details = std::move(why.details);
  return response;
}

std::vector<ResponseAnalysis> AnalyzeOthers(const Study& study, const Plan& plan,
                                            const Analysis& analysis) {
  std::vector<ResponseAnalysis> others;
  for (const KnownMetric& metric : KnownMetrics()) {
    const std::string name = metric.name;
    const bool other = metric.explained && name != analysis.response;
    if (!other || !EveryRunHas(analysis.scenarios, name)) continue;
    if (name == "cost" && CostsNothing(analysis.scenarios)) continue;
    others.push_back(AnalyzeResponse(study, plan, analysis, name, "raw"));
  }
  return others;
}

std::vector<Driver> DriversOf(const StatedAnalysis& stated) {
  std::vector<Driver> drivers;
  for (const AnovaRow& row : stated.model.rows) {
    if (!IsTreatment(stated, row) || !row.percent) continue;
    drivers.push_back({row.term, *row.percent, row.p, EvidenceOf(stated, row),
                       row.term == stated.request.curvature});
  }
  std::stable_sort(drivers.begin(), drivers.end(),
                   [](const Driver& a, const Driver& b) { return a.percent > b.percent; });
  return drivers;
}

std::vector<Driver> FindDrivers(const ResponseAnalysis& response) {
  return response.stated ? DriversOf(*response.stated) : std::vector<Driver>{};
}

}  // namespace trena
