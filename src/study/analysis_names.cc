// SPDX-License-Identifier: Apache-2.0
#include "study/analysis_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"
#include "stats/model/model_terms.h"
#include "study/axes.h"
#include "study/baseline.h"
#include "study/metrics.h"

namespace trena {
namespace {

using Problems = std::vector<AnalysisProblem>;

bool IsOneOf(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string NearestOrAll(const std::string& name, const std::vector<std::string>& names) {
  if (auto nearest = Nearest(name, names)) return fmt::format("did you mean `{}`?", *nearest);
  return names.empty() ? "the study has no factors" : "there are " + Join(names, ", ");
}

// Those with an effect of their own.
std::vector<std::string> FactorNames(const Study& study) {
  std::vector<std::string> names;
  for (const Factor& factor : study.factors) {
    if (!Follows(study, factor.name)) names.push_back(factor.name);
  }
  return names;
}

// Every name with two levels: whether a factor has as many is known once it was measured.
Cells CellsOf(const std::vector<std::string>& names) {
  Cells cells;
  Cell first, second;
  for (const std::string& name : names) {
    cells.factors.push_back({name, {"first", "second"}});
    first.levels.push_back(0);
    second.levels.push_back(1);
  }
  cells.cells = {first, second};
  return cells;
}

void CheckModel(const Study& study, Problems& problems) {
  const std::string& model = study.analyze.model;
  if (model.empty() || IsOneOf(model, {"full", "main", "2way"})) return;
  std::vector<std::string> names = FactorNames(study);
  const std::vector<std::string> of_study = names;
  // What the design adds to an analysis.
  for (const char* name : {"block", "plot", "curvature"}) names.emplace_back(name);
  const auto terms = ParseFormula(model, CellsOf(names));
  if (terms.ok()) return;
  problems.push_back({"model", model, terms.error().message(),
                      fmt::format("write full, main, 2way or a formula of {}, like `a*b + c`",
                                  of_study.empty() ? "the factors" : Join(of_study, ", "))});
}

void CheckResponse(const Study& study, Problems& problems) {
  const std::string& response = study.analyze.response;
  if (FindKnownMetric(response) != nullptr) return;
  problems.push_back({"response", response, fmt::format("`{}` is no metric of a run", response),
                      NearestOrAll(response, ResponseMetrics())});
}

void CheckCovariates(const Study& study, Problems& problems) {
  std::vector<std::string> names = {"yardstick", "order"};
  for (const KnownMetric& metric : KnownMetrics()) names.emplace_back(metric.name);
  for (const std::string& covariate : study.analyze.covariates) {
    if (IsOneOf(covariate, names)) continue;
    problems.push_back({"covariate", covariate,
                        fmt::format("`{}` is neither yardstick nor order nor a metric", covariate),
                        NearestOrAll(covariate, names)});
  }
}

void CheckContrasts(const Study& study, Problems& problems) {
  const std::vector<std::string> names = FactorNames(study);
  for (const std::string& contrast : study.analyze.contrasts) {
    const size_t colon = contrast.find(": ");
    if (colon == std::string::npos) {
      problems.push_back({"contrasts", contrast, "a contrast is written FACTOR: LEVEL - LEVEL",
                          "like `framework: pytorch - mxnet`"});
      continue;
    }
    const std::string name(Trim(contrast.substr(0, colon)));
    if (IsOneOf(name, names)) continue;
    problems.push_back(
        {"contrasts", contrast, fmt::format("`{}` is no factor", name), NearestOrAll(name, names)});
  }
}

void CheckBaseline(const Study& study, Problems& problems) {
  const auto problem = FindBaselineProblem(study);
  if (!problem) return;
  std::vector<std::string> written;
  for (const auto& [name, level] : study.analyze.baseline) {
    written.push_back(name + "=" + level.ToString());
  }
  problems.push_back({"baseline", Join(written, ","), problem->message, problem->suggestion});
}

}  // namespace

std::vector<AnalysisProblem> FindAnalysisProblems(const Study& study) {
  Problems problems;
  CheckModel(study, problems);
  CheckResponse(study, problems);
  CheckCovariates(study, problems);
  CheckContrasts(study, problems);
  CheckBaseline(study, problems);
  return problems;
}

}  // namespace trena
