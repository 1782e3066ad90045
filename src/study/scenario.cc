// SPDX-License-Identifier: Apache-2.0
#include "study/scenario.h"

#include <algorithm>

#include "core/json.h"
#include "core/sha256.h"
#include "core/text.h"
#include "study/computed.h"

namespace trena {
namespace {

// Levels over fixed values; `environment` and `framework` are always there.
Values MergedValues(const Study& study, const Values& levels) {
  Values values = levels;
  for (const auto& [name, value] : study.fixed) {
    if (Find(values, name) == nullptr) values.emplace_back(name, value);
  }
  if (Find(values, "environment") == nullptr) {
    std::string only = study.environments.empty() ? kThisMachine : study.environments[0].name;
    values.emplace_back("environment", only);
  }
  return values;
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

std::pair<std::string, std::string> SplitFramework(const std::string& level) {
  size_t at = level.find('@');
  if (at == std::string::npos) return {level, ""};
  return {level.substr(0, at), level.substr(at + 1)};
}

std::string CanonicalScenario(const Study& study, const Scenario& scenario) {
  // nlohmann::json (not Json) sorts its keys.
  nlohmann::json values = nlohmann::json::object();
  for (const auto& [name, value] : scenario.values) {
    if (name != "framework") values[name] = value.ToString();
  }
  nlohmann::json canonical = {{"values", values},
                              {"framework", scenario.framework},
                              {"framework_version", scenario.framework_version},
                              {"detail", study.measure.detail}};
  const Value* name = Find(scenario.values, "environment");
  const Environment* environment = study.environment(name->ToString());
  canonical["device"] = environment != nullptr ? environment->device : "cpu";
  if (scenario.framework == "command") {
    canonical["command"] = study.command;
    // They decide what train_s is.
    if (!study.patterns.empty()) canonical["patterns"] = study.patterns.Texts();
  }
  return canonical.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
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
