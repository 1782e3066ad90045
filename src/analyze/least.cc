// SPDX-License-Identifier: Apache-2.0
#include "analyze/least.h"

#include <cmath>
#include <limits>
#include <utility>

#include "analyze/metrics.h"
#include "stats/distributions.h"

namespace trena {
namespace {

struct StandardError {
  double value = 0;
  double df = 0;
};

StandardError PooledError(const Summary& a, const Summary& b, const PooledDeviation& pooled) {
  const double n = static_cast<double>(a.n);
  const double m = static_cast<double>(b.n);
  return {pooled.sd * std::sqrt(1 / n + 1 / m), pooled.df};
}

// Welch 1947, with Satterthwaite's degrees of freedom.
StandardError WelchError(const Summary& a, const Summary& b) {
  const double n = static_cast<double>(a.n);
  const double m = static_cast<double>(b.n);
  const double u = *a.sd * *a.sd / n;
  const double v = *b.sd * *b.sd / m;
  const double df = (u + v) * (u + v) / (u * u / (n - 1) + v * v / (m - 1));
  return {std::sqrt(u + v), df};
}

std::optional<StandardError> ErrorOfDifference(const Summary& a, const Summary& b,
                                               const std::optional<PooledDeviation>& pooled) {
  if (pooled) return PooledError(a, b, *pooled);
  if (a.sd && b.sd) return WelchError(a, b);
  return std::nullopt;
}

// Of whole plots there is none: replications of a scenario are in different plots, so that their
// own deviation has the error of plots in it, and the pooled one has not.
std::optional<PooledDeviation> PooledIn(const ResponseAnalysis& response) {
  if (!response.stated || response.stated->strata) return std::nullopt;
  const ModelAnalysis& model = response.stated->model;
  if (!model.residual_sd) return std::nullopt;
  return PooledDeviation{*model.residual_sd, static_cast<double>(model.residual_df)};
}

std::optional<PooledDeviation> PooledOf(const Analysis& analysis, const std::string& metric) {
  const auto matches = [&](const ResponseAnalysis& response) {
    return response.metric == metric && response.scale == "raw";
  };
  if (matches(analysis.main)) return PooledIn(analysis.main);
  for (const ResponseAnalysis& response : analysis.others) {
    if (matches(response)) return PooledIn(response);
  }
  return std::nullopt;
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

}  // namespace

bool ToldApart(const Summary& a, const Summary& b, const std::optional<PooledDeviation>& pooled,
               double confidence) {
  if (!a.mean || !b.mean) return false;
  const auto error = ErrorOfDifference(a, b, pooled);
  if (!error) return false;
  const double difference = std::abs(*a.mean - *b.mean);
  // Values that never differ: any difference is a real one.
  if (error->value == 0) return difference > 0;
  const auto p = StudentTail(difference / error->value, error->df);
  return p && *p < 1 - confidence;
}

Least FindLeast(const Analysis& analysis, const std::string& metric) {
  const ScenarioAnalysis* least = LeastScenario(analysis, metric);
  if (least == nullptr) return {};
  Least result{.scenario = least->id, .not_told_apart = {}};
  const Summary& best = FindMetric(*least, metric)->summary;
  const auto pooled = PooledOf(analysis, metric);
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (&scenario == least || !MeanIn(scenario, metric)) continue;
    const Summary& other = FindMetric(scenario, metric)->summary;
    if (!ToldApart(best, other, pooled, analysis.confidence)) {
      result.not_told_apart.push_back(scenario.id);
    }
  }
  return result;
}

}  // namespace trena
