// SPDX-License-Identifier: Apache-2.0
#include "study/computed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/text/text.h"
#include "study/study_reader.h"
#include "study/values.h"

namespace trena {
namespace {

// The expression, and how far into the value it starts: past `=` and spaces.
std::pair<std::string, size_t> TextOf(const Value& value) {
  std::string word = *value.word();
  size_t start = std::min(word.find_first_not_of(" \t", 1), word.size());
  return {word.substr(start), start};
}

// Where a computed value stands in the file; nothing when -P put it there instead.
Place PlaceIn(const Source& source, const Places& places, const std::string& what,
              const Value& value) {
  auto found = places.find(what);
  if (found == places.end()) return {};
  std::vector<std::string> lines = Split(source.text(), '\n');
  Place place = found->second;
  auto line = static_cast<size_t>(place.line) - 1;
  size_t column = static_cast<size_t>(place.column) - 1;
  if (line >= lines.size() || lines[line].find(*value.word(), column) > column + 1) return {};
  return place;
}

// Whether the value at that place is quoted.
bool IsQuoted(const Source& source, const Place& place) {
  std::vector<std::string> lines = Split(source.text(), '\n');
  const std::string& line = lines[static_cast<size_t>(place.line) - 1];
  return line[static_cast<size_t>(place.column) - 1] != '=';
}

class ComputedReader {
 public:
  ComputedReader(Source& source, const Places& places, Study& study)
      : source_(source), places_(places), study_(study), scope_(ScopeOf(study)) {}

  void Read() {
    for (const auto& [name, value] : study_.fixed) {
      if (IsComputed(value)) ReadOne(name, std::nullopt, value, "fixed." + name);
    }
    for (const Factor& factor : study_.factors) {
      for (size_t i = 0; i < factor.levels.size(); ++i) {
        if (!IsComputed(factor.levels[i])) continue;
        ReadOne(factor.name, i, factor.levels[i], fmt::format("factors.{}.{}", factor.name, i));
      }
    }
    Sort();
  }

 private:
  void ReadOne(const std::string& name, std::optional<size_t> level, const Value& value,
               const std::string& what) {
    Place place = PlaceIn(source_, places_, what + ".value", value);
    const KnownValue* known = FindKnownValue(name);
    const bool memory = known != nullptr && known->kind == ValueKind::kMemory;
    if (memory || (known != nullptr && known->kind == ValueKind::kWord)) {
      source_.Add(place,
                  fmt::format("{} cannot be computed: it is {}", name,
                              memory ? "an amount of memory" : "a word"),
                  "only numbers can be");
      return;
    }
    std::vector<ExpressionProblem> problems;
    auto [text, start] = TextOf(value);
    auto expression = Expression::Parse(text, scope_, problems);
    for (const ExpressionProblem& problem : problems) {
      Place at = place;
      if (at.line > 0) {
        at.column += static_cast<int>(start + problem.offset) + (IsQuoted(source_, place) ? 1 : 0);
        at.length = static_cast<int>(problem.length);
      }
      source_.Add(at, problem.message, problem.suggestion);
    }
    if (!expression) return;
    std::string shown = place.line > 0 ? what + ".value" : "";
    study_.computed.push_back({name, level, value, *expression, shown});
  }

  // Each after what it needs, by taking again and again what needs nothing that is left. What
  // never can be taken needs itself in the end.
  void Sort() {
    std::vector<Computed> left = std::move(study_.computed);
    study_.computed.clear();
    for (bool moved = true; moved;) {
      std::set<std::string> names;
      for (const Computed& one : left) names.insert(one.name);
      auto ready = [&](const Computed& one) {
        auto needed = one.expression.names();
        return std::none_of(needed.begin(), needed.end(),
                            [&](const std::string& name) { return names.contains(name); });
      };
      auto rest = std::stable_partition(left.begin(), left.end(), ready);
      moved = rest != left.begin();
      study_.computed.insert(study_.computed.end(), left.begin(), rest);
      left.erase(left.begin(), rest);
    }
    for (const Computed& one : left) {
      auto found = places_.find(one.place);
      source_.Add(found != places_.end() ? found->second : Place{},
                  fmt::format("{} is computed from itself: it needs {}", one.name,
                              Join(one.expression.names(), ", ")),
                  "give one of them a value");
    }
  }

  Source& source_;
  const Places& places_;
  Study& study_;
  ExpressionScope scope_;
};

Result<Value> ComputeOne(const Study& study, const Computed& one, const Values& values) {
  auto seen = [&] { return SeenBy(one.expression, values); };
  Result<Value> result = one.expression.Evaluate(values);
  if (!result.ok()) {
    return study.ErrorAt(
        one.place,
        fmt::format("{} cannot be computed{}: {}", one.name, seen(), result.error().message()),
        FixFor(result.error(), false));
  }
  auto number = result.value().number();
  if (!number || !std::isfinite(*number)) {
    return study.ErrorAt(one.place,
                         fmt::format("{} is `{}`{}, which is no number", one.name,
                                     result.value().ToString(), seen()),
                         "write what gives a number, like `= 2 * batch`");
  }
  const KnownValue* known = FindKnownValue(one.name);
  auto objection = known != nullptr ? Objection(*known, result.value()) : std::nullopt;
  if (objection) {
    return study.ErrorAt(one.place, *objection + seen(),
                         "change the expression, or the levels that it is computed from");
  }
  return result;
}

}  // namespace

bool IsComputed(const Value& value) {
  auto word = value.word();
  return word && word->size() > 1 && (*word)[0] == '=';
}

void ReadComputed(Source& source, const Places& places, Study& study) {
  ComputedReader(source, places, study).Read();
}

Status ComputeValues(const Study& study, Values& values) {
  for (const Computed& one : study.computed) {
    for (auto& [name, value] : values) {
      if (name != one.name || value != one.written) continue;
      TRENA_ASSIGN(value, ComputeOne(study, one, values));
    }
  }
  return Done{};
}

std::string SeenBy(const Expression& expression, const Values& values) {
  std::vector<std::string> parts;
  for (const std::string& name : expression.names()) {
    const Value* value = Find(values, name);
    if (value != nullptr) parts.push_back(name + " " + value->ToString());
  }
  return parts.empty() ? "" : " with " + Join(parts, ", ");
}

std::string FixFor(const Error& error, bool is_condition) {
  const std::string& message = error.message();
  if (message.ends_with("division by zero")) {
    return is_condition ? "put a condition before it: `batch != 64 and …` looks no further where "
                          "batch is 64"
                        : "change it, or the levels, so that no divisor is 0";
  }
  if (message.ends_with("is not a number")) {
    return is_condition ? "only numbers have an order and can be calculated with; words are "
                          "compared with ==, != or `in [a, b]`"
                        : "only numbers can be calculated with";
  }
  if (message.ends_with("is neither true nor false")) {
    return "write a comparison, like `batch > 128`";
  }
  return "";
}

}  // namespace trena
