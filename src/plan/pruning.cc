// SPDX-License-Identifier: Apache-2.0
#include "plan/pruning.h"

#include <fmt/format.h>

#include "core/source.h"
#include "core/text/text.h"
#include "study/computed.h"

namespace trena {
namespace {

constexpr size_t kHintWidth = 160;

std::string CannotBeJudged(const Expression& condition, const Values& values, const Error& error) {
  return fmt::format("cannot be judged{}: {}", SeenBy(condition, values), error.message());
}

// An error about --only as a whole.
Error OptionError(const Expression& only, const std::string& message, const std::string& hint) {
  Source source("--only", only.text());
  source.Add({1, 1, static_cast<int>(only.text().size())}, message, hint);
  return source.ToError();
}

// Whether all conditions, or none of them, hold.
Result<bool> AllAre(bool wanted, const Study& study, const char* key,
                    const std::vector<Expression>& conditions, const Values& values) {
  for (size_t i = 0; i < conditions.size(); ++i) {
    Result<bool> holds = conditions[i].Holds(values);
    if (!holds.ok()) {
      return study.ErrorAt(
          fmt::format("{}.{}", key, i),
          fmt::format("{} {}", key, CannotBeJudged(conditions[i], values, holds.error())),
          FixFor(holds.error(), true));
    }
    if (holds.value() != wanted) return false;
  }
  return true;
}

// "batch is 16, 32, 64; image is 32, 48": what the names of an expression can be.
std::string LevelsOfNames(const Expression& expression, const Study& study) {
  std::vector<std::string> names;
  for (const std::string& name : expression.names()) {
    const Factor* factor = study.factor(name);
    if (factor == nullptr) continue;
    std::vector<std::string> levels;
    for (const Value& level : factor->levels) levels.push_back(level.ToString());
    names.push_back(fmt::format("{} is {}", name, Join(levels, ", ")));
  }
  return Shorten(Join(names, "; "), kHintWidth);
}

}  // namespace

Result<bool> LeftByStudy(const Study& study, const Values& values) {
  TRENA_ASSIGN(bool kept, AllAre(false, study, "exclude", study.exclude, values));
  if (!kept) return false;
  return AllAre(true, study, "only", study.only, values);
}

Result<bool> LeftByOption(const Expression& only, const Values& values) {
  Result<bool> holds = only.Holds(values);
  if (holds.ok()) return holds;
  return OptionError(only, CannotBeJudged(only, values, holds.error()),
                     FixFor(holds.error(), true));
}

const char* PruningPlace(const Study& study) { return study.exclude.empty() ? "only" : "exclude"; }

Error NothingLeft(const Study& study, double scenarios) {
  return study.ErrorAt(PruningPlace(study), fmt::format("no scenario is left of {:.0f}", scenarios),
                       "a scenario is left where no `exclude` is true and every `only` is: loosen "
                       "them");
}

Error NothingLeftBy(const Expression& only, const Study& study, size_t scenarios) {
  return OptionError(only, fmt::format("no scenario is left: it is true for none of {}", scenarios),
                     LevelsOfNames(only, study));
}

}  // namespace trena
