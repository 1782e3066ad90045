// SPDX-License-Identifier: Apache-2.0
#include "study/scenario.h"

#include <algorithm>

#include "core/json.h"
#include "core/sha256.h"
#include "core/text/text.h"
#include "study/computed.h"

namespace trena {
namespace {

constexpr size_t kUsualSize = 512;  // of a canonical scenario

// Levels over fixed values; `environment` and `framework` are always there.
Values MergedValues(const Study& study, const Values& levels) {
  Values values;
  values.reserve(levels.size() + study.fixed.size() + 1);
  values = levels;
  for (const auto& [name, value] : study.fixed) {
    if (Find(values, name) == nullptr) values.emplace_back(name, value);
  }
  if (Find(values, "environment") == nullptr) {
    std::string only = study.environments.empty() ? kThisMachine : study.environments[0].name;
    values.emplace_back("environment", only);
  }
  return values;
}

// nlohmann::json (not Json) sorts its keys.
std::string Canonical(const nlohmann::json& json) {
  return json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

// Adds a JSON string.
void AddQuoted(std::string_view text, std::string& out) {
  auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (!std::all_of(text.begin(), text.end(), plain)) {
    out += Canonical(text);
    return;
  }
  out.append(1, '"').append(text).append(1, '"');
}

// `,"name":"value"`, the comma where something stands before it.
void AddMember(std::string_view name, std::string_view value, std::string& out) {
  if (out.back() != '{') out += ',';
  AddQuoted(name, out);
  out += ':';
  AddQuoted(value, out);
}

// `,"maps":{"dataset":"…"}`: what is behind the names of levels that are maps. `values` are sorted.
void AddMaps(const Study& study, const std::vector<const Values::value_type*>& values,
             std::string& out) {
  std::string members = "{";
  for (const auto* named : values) {
    const NamedMap* map = FindMap(study.maps, named->first, named->second.ToString());
    if (map != nullptr) AddMember(named->first, map->sha256, members);
  }
  if (members.size() > 1) out += ",\"maps\":" + members + "}";
}

std::string ResolveVersion(const std::string& framework, const std::string& asked,
                           const FrameworkVersions& versions) {
  if (!asked.empty()) return asked;
  auto found = versions.find(framework);
  bool known = found != versions.end() && !found->second.empty();
  return known ? found->second.front() : "";
}

// "image 32", but plain "network1", "mnist": words speak for themselves.
std::string DescribeOne(const std::string& name, const Value& value) {
  bool plain = value.word().has_value() && (name == "framework" || name == "network" ||
                                            name == "dataset" || name == "environment");
  return plain ? value.ToString() : name + " " + value.ToString();
}

}  // namespace

std::string Scenario::environment() const { return Find(values, "environment")->ToString(); }

std::optional<Bytes> Scenario::memory_limit() const {
  const Value* value = Find(values, "memory_limit");
  const Result<Bytes> bytes = ParseBytes(value != nullptr ? value->ToString() : "");
  return bytes.ok() ? std::optional(bytes.value()) : std::nullopt;
}

std::pair<std::string, std::string> SplitFramework(const std::string& level) {
  size_t at = level.find('@');
  if (at == std::string::npos) return {level, ""};
  return {level.substr(0, at), level.substr(at + 1)};
}

std::string CanonicalScenario(const Study& study, const Scenario& scenario) {
  // Written by hand, keys in order: a plan may have 100,000 scenarios, and a tree for each is slow.
  std::vector<const Values::value_type*> values;
  values.reserve(scenario.values.size());
  for (const auto& named : scenario.values) {
    if (named.first != "framework") values.push_back(&named);
  }
  std::sort(values.begin(), values.end(), [](auto* a, auto* b) { return a->first < b->first; });
  const Value* name = Find(scenario.values, "environment");
  const Environment* environment = study.environment(name->ToString());
  std::string out;
  out.reserve(kUsualSize);
  out += '{';
  if (scenario.framework == "command") out += "\"command\":" + Canonical(study.command);
  AddMember("detail", study.measure.detail, out);
  AddMember("device", environment != nullptr ? environment->device : "cpu", out);
  AddMember("framework", scenario.framework, out);
  AddMember("framework_version", scenario.framework_version, out);
  if (!study.maps.empty()) AddMaps(study, values, out);
  // They decide what train_s is.
  bool patterns = scenario.framework == "command" && !study.patterns.empty();
  if (patterns) out += ",\"patterns\":" + Canonical(study.patterns.Texts());
  if (!scenario.twin_of.empty()) out += ",\"twin\":true";
  out += ",\"values\":{";
  for (const auto* named : values) AddMember(named->first, named->second.ToString(), out);
  return out += "}}";
}

Result<Values> ScenarioValues(const Study& study, const Values& levels) {
  Values values = MergedValues(study, levels);
  TRENA_CHECK(ComputeValues(study, values));
  return values;
}

Result<Scenario> MakeScenario(const Study& study, std::string id, Values levels,
                              const FrameworkVersions& versions) {
  Scenario scenario;
  scenario.id = std::move(id);
  scenario.levels = std::move(levels);
  TRENA_ASSIGN(scenario.values, ScenarioValues(study, scenario.levels));
  // A computed level is the number it came to.
  for (auto& [name, level] : scenario.levels) {
    if (IsComputed(level)) level = *Find(scenario.values, name);
  }
  const Value* framework = Find(scenario.values, "framework");
  auto [name, asked] = SplitFramework(framework != nullptr ? framework->ToString() : "");
  scenario.framework = name;
  scenario.framework_version = ResolveVersion(name, asked, versions);
  scenario.key = Sha256(CanonicalScenario(study, scenario));
  return scenario;
}

std::string Describe(const Values& levels) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : levels) parts.push_back(DescribeOne(name, value));
  return Join(parts, ", ");
}

}  // namespace trena
