// SPDX-License-Identifier: Apache-2.0
#include "study/overrides.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/source.h"
#include "core/text/text.h"
#include "study/checks.h"
#include "study/computed.h"
#include "study/values.h"

namespace trena {
namespace {

Error ArgumentError(const std::string& argument, size_t offset, size_t length,
                    const std::string& message, const std::string& suggestion) {
  Source source("-P", argument);
  source.Add({1, static_cast<int>(offset) + 1, static_cast<int>(length)}, message, suggestion);
  return source.ToError();
}

std::vector<std::string> NamesOf(const Study& study) {
  std::vector<std::string> names = KnownValueNames();
  for (const Factor& factor : study.factors) names.push_back(factor.name);
  for (const auto& [name, value] : study.fixed) names.push_back(name);
  return names;
}

std::optional<std::string> ObjectionTo(const std::string& name, const Value& value,
                                       const std::vector<Value>& levels, const Study& study) {
  if (HasLevel(levels, value)) return fmt::format("level `{}` is given twice", value.ToString());
  const KnownValue* known = FindKnownValue(name);
  if (known == nullptr || IsComputed(value)) return std::nullopt;
  if (FindMap(study.maps, name, value.ToString()) != nullptr) return std::nullopt;
  return Objection(*known, value);
}

// One value, or the levels of a range.
Result<std::vector<Value>> ParsePart(const std::string& text) {
  if (text.empty()) return InputError("an empty value");
  if (IsRange(text)) return ParseRange(text);
  if (const auto objection = NumberObjection(text)) return InputError(*objection);
  return std::vector<Value>{Value::Parse(text)};
}

Result<std::vector<Value>> ParseLevels(const std::string& argument, size_t begin,
                                       const std::string& name, const Study& study) {
  std::vector<Value> levels;
  for (const std::string& text : Split(argument.substr(begin), ',')) {
    Result<std::vector<Value>> part = ParsePart(std::string(Trim(text)));
    if (!part.ok()) return ArgumentError(argument, begin, text.size(), part.error().message(), "");
    for (const Value& written : part.value()) {
      const Value value = Canonical(name, written);
      auto objection = ObjectionTo(name, value, levels, study);
      if (objection) return ArgumentError(argument, begin, text.size(), *objection, "");
      levels.push_back(value);
    }
    begin += text.size() + 1;
  }
  return levels;
}

void Put(const std::string& name, std::vector<Value> levels, Study& study) {
  for (Factor& factor : study.factors) {
    if (factor.name != name) continue;
    factor.levels = std::move(levels);
    return;
  }
  std::erase_if(study.fixed, [&](const auto& entry) { return entry.first == name; });
  if (levels.size() == 1) {
    study.fixed.emplace_back(name, levels[0]);
  } else {
    study.factors.push_back({name, std::move(levels)});
  }
}

void Forget(const std::string& name, Places& places) {
  for (const std::string& place : {"factors." + name, "fixed." + name}) {
    std::erase_if(places, [&](const auto& entry) {
      return entry.first == place || entry.first.starts_with(place + ".");
    });
  }
}

Status ApplyOne(const std::string& argument, const KnownNames& known_names, Study& study,
                Places& places) {
  size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0) {
    return ArgumentError(argument, 0, argument.size(), "expected name=value",
                         "like -P batch=64,128");
  }
  std::string name(Trim(argument.substr(0, equals)));
  std::vector<std::string> names = NamesOf(study);
  bool known = std::find(names.begin(), names.end(), name) != names.end();
  auto nearest = Nearest(name, names);
  if (!known && nearest) {
    return ArgumentError(argument, 0, name.size(), fmt::format("unknown value `{}`", name),
                         fmt::format("did you mean `{}`?", *nearest));
  }
  if (!IsPlainName(name)) {
    return ArgumentError(argument, 0, equals, fmt::format("`{}` cannot be a name", name),
                         kPlainNameRule);
  }
  TRENA_ASSIGN(std::vector<Value> levels, ParseLevels(argument, equals + 1, name, study));
  for (const Value& level : levels) {
    const auto problem = FindNameProblem(name, level, known_names, study);
    if (!problem) continue;
    size_t offset = argument.find(level.ToString(), equals + 1);
    if (offset == std::string::npos) offset = equals + 1;  // 1e3 is 1000
    return ArgumentError(argument, offset, level.ToString().size(), problem->message,
                         problem->suggestion);
  }
  Put(name, std::move(levels), study);
  Forget(name, places);
  return Done{};
}

}  // namespace

Status ApplyOverrides(const StudyOverrides& overrides, const KnownNames& known, Study& study,
                      Places& places) {
  for (const std::string& argument : overrides.parameters) {
    TRENA_CHECK(ApplyOne(argument, known, study, places));
  }
  if (overrides.replications) {
    if (*overrides.replications < 1) return InputError("--replications must be at least 1");
    study.design.replications = *overrides.replications;
    study.design.stop.reset();  // exactly so many
    places.erase("design.replications");
  }
  return Done{};
}

}  // namespace trena
