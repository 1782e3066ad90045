// SPDX-License-Identifier: Apache-2.0
#include "analyze/least.h"

#include <cmath>
#include <limits>
#include <utility>

#include "analyze/metrics.h"
#include "stats/comparisons/dunnett.h"
#include "stats/distributions.h"

namespace trena {
namespace {

struct StandardError {
  double value = 0;
  double df = 0;
};

// Welch 1947, with Satterthwaite's degrees of freedom.
StandardError WelchError(const Summary& a, const Summary& b) {
  const double n = static_cast<double>(a.n);
  const double m = static_cast<double>(b.n);
  const double u = *a.sd * *a.sd / n;
  const double v = *b.sd * *b.sd / m;
  const double df = (u + v) * (u + v) / (u * u / (n - 1) + v * v / (m - 1));
  return {std::sqrt(u + v), df};
}

// Of whole plots there is none: replications of a scenario are in different plots, so that their
// own deviation has the error of plots in it, and the pooled one has not.
std::optional<PooledDeviation> PooledIn(const ResponseAnalysis& response) {
  if (!response.stated || InPlots(*response.stated)) return std::nullopt;
  const ModelAnalysis& model = response.stated->model;
  if (!model.residual_sd) return std::nullopt;
  return PooledDeviation{*model.residual_sd, ErrorDegreesOf(model)};
}

// Of all replications about their scenarios' means.
std::optional<PooledDeviation> PooledWithin(const Analysis& analysis, const std::string& metric) {
  double squares = 0, df = 0;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* found = FindMetric(scenario, metric);
    if (found == nullptr || !found->summary.sd) continue;
    const double own = static_cast<double>(found->summary.n) - 1;
    squares += own * *found->summary.sd * *found->summary.sd;
    df += own;
  }
  if (df < 1) return std::nullopt;
  return PooledDeviation{std::sqrt(squares / df), df};
}

bool AnyPlots(const Analysis& analysis) {
  return analysis.main.stated && InPlots(*analysis.main.stated);
}

std::optional<PooledDeviation> PooledOf(const Analysis& analysis, const std::string& metric) {
  const auto matches = [&](const ResponseAnalysis& response) {
    return response.metric == metric && response.scale == "raw";
  };
  if (matches(analysis.main)) return PooledIn(analysis.main);
  for (const ResponseAnalysis& response : analysis.others) {
    if (matches(response)) return PooledIn(response);
  }
  return AnyPlots(analysis) ? std::nullopt : PooledWithin(analysis, metric);
}

std::optional<double> MeanIn(const ScenarioAnalysis& scenario, const std::string& metric) {
  const MetricAnalysis* found = FindMetric(scenario, metric);
  return found == nullptr ? std::nullopt : found->summary.mean;
}

const ScenarioAnalysis* LeastScenario(const Analysis& analysis, const std::string& metric) {
  const auto rank = [&](const ScenarioAnalysis& scenario) {
    const double slowest = std::numeric_limits<double>::infinity();
    return std::pair(*MeanIn(scenario, metric), MeanIn(scenario, "train_s").value_or(slowest));
  };
  const ScenarioAnalysis* least = nullptr;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (!MeanIn(scenario, metric)) continue;
    if (least == nullptr || rank(scenario) < rank(*least)) least = &scenario;
  }
  return least;
}

std::vector<const ScenarioAnalysis*> ScenariosWith(const Analysis& analysis,
                                                   const std::string& metric) {
  std::vector<const ScenarioAnalysis*> scenarios;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (MeanIn(scenario, metric)) scenarios.push_back(&scenario);
  }
  return scenarios;
}

// Of each scenario, whether it may be the least.
std::vector<bool> MayBeLeast(const std::vector<const ScenarioAnalysis*>& scenarios,
                             const std::string& metric, const PooledDeviation& pooled,
                             double confidence) {
  std::vector<MeanOfSample> means;
  for (const ScenarioAnalysis* scenario : scenarios) {
    const Summary& summary = FindMetric(*scenario, metric)->summary;
    means.push_back({*summary.mean, static_cast<double>(summary.n)});
  }
  return CandidatesForLeast(means, pooled.sd, pooled.df, confidence);
}

}  // namespace

bool IsAbove(const Summary& least, const Summary& other, size_t comparisons, double confidence) {
  if (!least.sd || !other.sd || !(*other.mean > *least.mean)) return false;
  const StandardError error = WelchError(least, other);
  // Values that never differ: any difference is a real one.
  if (error.value == 0) return true;
  const auto p = StudentTail((*other.mean - *least.mean) / error.value, error.df);
  return p && *p / 2 * static_cast<double>(comparisons) < 1 - confidence;
}

Least FindLeast(const Analysis& analysis, const std::string& metric) {
  const ScenarioAnalysis* least = LeastScenario(analysis, metric);
  if (least == nullptr) return {};
  Least result{.scenario = least->id, .not_told_apart = {}};
  const auto scenarios = ScenariosWith(analysis, metric);
  const auto pooled = PooledOf(analysis, metric);
  std::vector<bool> may_be(scenarios.size(), true);
  if (pooled) may_be = MayBeLeast(scenarios, metric, *pooled, analysis.confidence);
  const Summary& best = FindMetric(*least, metric)->summary;
  for (size_t i = 0; i < scenarios.size(); ++i) {
    if (scenarios[i] == least) continue;
    const Summary& other = FindMetric(*scenarios[i], metric)->summary;
    const bool above =
        pooled ? !may_be[i] : IsAbove(best, other, scenarios.size() - 1, analysis.confidence);
    if (!above) result.not_told_apart.push_back(scenarios[i]->id);
  }
  return result;
}

}  // namespace trena
