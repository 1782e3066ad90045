// SPDX-License-Identifier: Apache-2.0
#include "study/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/text/text.h"
#include "study/axes.h"
#include "study/scenario.h"

namespace trena {
namespace {

std::string NearestOrList(const std::string& name, const std::vector<std::string>& names) {
  if (auto nearest = Nearest(name, names)) return fmt::format("did you mean `{}`?", *nearest);
  return names.empty() ? "the study has no factors" : "there are " + Join(names, ", ");
}

// Those that vary, each once where several move together.
std::vector<std::string> VaryingNames(const Study& study) {
  std::vector<std::string> names;
  for (const Factor& factor : study.factors) {
    if (!Follows(study, factor.name) && factor.levels.size() > 1) names.push_back(factor.name);
  }
  return names;
}

// Which levels there are is known once computed ones are.
bool HasComputedLevels(const Study& study, const std::string& factor) {
  return std::any_of(study.computed.begin(), study.computed.end(), [&](const Computed& computed) {
    return computed.name == factor && computed.level;
  });
}

std::optional<BaselineProblem> BaselineLevelProblem(const Study& study, const Factor& factor,
                                                    const Value& written) {
  if (HasComputedLevels(study, factor.name)) return std::nullopt;
  std::vector<std::string> all, named;
  for (const Value& level : factor.levels) {
    all.push_back(level.ToString());
    if (level == written) return std::nullopt;
    if (IsNamedLevel(level, written)) named.push_back(level.ToString());
  }
  if (named.size() == 1) return std::nullopt;
  const std::string text = written.ToString();
  if (named.empty()) {
    return BaselineProblem{fmt::format("`{}` is no level of {}", text, factor.name),
                           NearestOrList(text, all)};
  }
  return BaselineProblem{fmt::format("`{}` is more than one level of {}", text, factor.name),
                         "name one of " + Join(named, ", ")};
}

std::optional<BaselineProblem> BaselineNameProblem(const Study& study, const std::string& name,
                                                   const Value& written) {
  const Factor* factor = study.factor(name);
  if (factor == nullptr) {
    return BaselineProblem{fmt::format("`{}` is no factor", name),
                           NearestOrList(name, VaryingNames(study))};
  }
  if (Follows(study, name)) {
    return BaselineProblem{fmt::format("`{}` moves together with another factor", name),
                           "name one of " + Join(VaryingNames(study), ", ")};
  }
  return BaselineLevelProblem(study, *factor, written);
}

}  // namespace

bool IsNamedLevel(const Value& level, const Value& written) {
  if (level == written) return true;
  const auto word = level.word();
  return word && word->find('@') != std::string::npos &&
         word->substr(0, word->find('@')) == written.ToString();
}

bool IsBaseline(const Values& levels, const Values& baseline) {
  return std::all_of(baseline.begin(), baseline.end(), [&](const auto& named) {
    const Value* level = Find(levels, named.first);
    return level != nullptr && IsNamedLevel(*level, named.second);
  });
}

std::optional<BaselineProblem> FindBaselineProblem(const Study& study) {
  const Values& baseline = study.analyze.baseline;
  if (baseline.empty()) return std::nullopt;
  for (const auto& [name, level] : baseline) {
    if (auto problem = BaselineNameProblem(study, name, level)) return problem;
  }
  const std::vector<std::string> names = VaryingNames(study);
  size_t varying = 0;
  for (const std::string& name : names) varying += Find(baseline, name) != nullptr ? 1 : 0;
  if (varying == 1 || (varying > 1 && varying == names.size())) return std::nullopt;
  return BaselineProblem{
      varying == 0 ? "the baseline names no factor that varies"
                   : "the baseline is neither a level of one factor nor one scenario",
      names.empty() ? "the study has no factors of two levels"
                    : "name the level of one factor, or of every factor: " + Join(names, ", ")};
}

BaselineProblem BaselineNotPlanned(const Study& study) {
  return {
      fmt::format("no scenario of the plan has the baseline {}", Describe(study.analyze.baseline)),
      "it is excluded, or the design leaves it out: name another, or plan it"};
}

}  // namespace trena
