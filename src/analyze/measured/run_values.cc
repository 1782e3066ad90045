// SPDX-License-Identifier: Apache-2.0
#include "analyze/measured/run_values.h"

#include <map>

#include "core/json.h"

namespace trena {

Values ValuesOf(const RunRecord& run) {
  Values values = run.levels;
  for (const auto& [name, value] : *run.fixed) {
    if (Find(values, name) == nullptr) values.emplace_back(name, value);
  }
  if (Find(values, "environment") == nullptr) values.emplace_back("environment", run.environment);
  bool named = false;
  for (auto& [name, value] : values) {
    if (name != "framework") continue;
    value = run.framework;
    named = true;
  }
  if (!named) values.emplace_back("framework", run.framework);
  return values;
}

std::string Canonical(const Values& values, const std::set<std::string>& without) {
  std::map<std::string, std::string> sorted;
  for (const auto& [name, value] : values) {
    if (!without.contains(name)) sorted[name] = value.ToString();
  }
  return Dump(Json(sorted));
}

}  // namespace trena
