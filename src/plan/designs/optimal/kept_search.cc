// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/optimal/kept_search.h"

#include "core/sha256.h"

namespace trena {
namespace {

// To be raised when the same request would find other points.
constexpr int kSearchVersion = 1;
constexpr int kFormat = 1;

Json TextsOf(const std::vector<Expression>& expressions) {
  Json texts = Json::array();
  for (const Expression& expression : expressions) texts.push_back(expression.text());
  return texts;
}

Json FactorsJson(const Study& study) {
  Json factors = Json::array();
  for (const Factor& factor : study.factors) {
    Json levels = Json::array();
    for (const Value& level : factor.levels) levels.push_back(level.ToString());
    factors.push_back({factor.name, std::move(levels)});
  }
  return factors;
}

bool IsAllowed(const DesignRequest& request, Combination combination) {
  Result<bool> allowed = request.allowed(combination);
  return allowed.ok() && allowed.value();
}

}  // namespace

std::string SearchKey(const Study& study) {
  const DesignOptions& design = study.design;
  Json environments = Json::array();
  for (const Environment& environment : study.environments) {
    environments.push_back(environment.name);
  }
  Json basis = {{"search", kSearchVersion},
                {"factors", FactorsJson(study)},
                {"together", study.together},
                {"fixed", ToJson(study.fixed)},
                {"environments", std::move(environments)},
                {"exclude", TextsOf(study.exclude)},
                {"only", TextsOf(study.only)},
                {"runs", design.runs.value_or(0)},
                {"two_way", design.two_way},
                {"seed", design.seed},
                {"sweeps", design.sweeps.value_or(0)}};
  return Sha256(Dump(basis));
}

Json ToJson(const FoundDesign& found) {
  return {{"format", kFormat},
          {"points", found.points},
          {"efficiency_percent", OrNull(found.efficiency_percent)},
          {"sweeps", found.sweeps},
          {"stopped", found.stopped}};
}

std::optional<FoundDesign> FoundDesignFromJson(const Json& json, const DesignRequest& request) {
  if (Get<int>(json, "format") != kFormat || !json.contains("points")) return std::nullopt;
  auto efficiency = Get<double>(json, "efficiency_percent");
  auto sweeps = Get<int>(json, "sweeps");
  auto stopped = Get<bool>(json, "stopped");
  const Json& points = json["points"];
  auto runs = static_cast<size_t>(request.study.design.runs.value_or(0));
  bool whole = efficiency && sweeps && stopped && points.is_array() && points.size() == runs;
  if (!whole) return std::nullopt;
  FoundDesign found{{}, *efficiency, *sweeps, *stopped};
  for (const Json& point : points) {
    if (!point.is_number_unsigned()) return std::nullopt;
    auto combination = point.get<Combination>();
    bool there = static_cast<double>(combination) < CrossingSize(request.study);
    if (!there || !IsAllowed(request, combination)) return std::nullopt;
    found.points.push_back(combination);
  }
  return found;
}

}  // namespace trena
