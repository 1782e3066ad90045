// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_facts.h"

#include <algorithm>

namespace trena {
namespace {

constexpr size_t kMostValues = 3;

struct Fact {
  std::string name;
  std::vector<std::string> values;  // distinct, as they were met
};

std::string Shown(const Json& value) {
  return value.is_string() ? value.get<std::string>() : Dump(value);
}

void Add(const std::string& name, const std::string& value, std::vector<Fact>& facts) {
  auto named = [&](const Fact& fact) { return fact.name == name; };
  auto found = std::find_if(facts.begin(), facts.end(), named);
  if (found == facts.end()) found = facts.insert(facts.end(), {name, {}});
  auto& values = found->values;
  bool known = std::find(values.begin(), values.end(), value) != values.end();
  if (!known && values.size() <= kMostValues) values.push_back(value);
}

void Collect(const Json& json, const std::string& name, std::vector<Fact>& facts) {
  if (json.is_null()) return;
  if (!json.is_object()) {
    if (!name.empty()) Add(name, Shown(json), facts);
    return;
  }
  for (const auto& [key, value] : json.items()) {
    Collect(value, name.empty() ? key : name + "." + key, facts);
  }
}

}  // namespace

FactLines CommonFacts(const std::vector<RunRecord>& runs, Json RunRecord::* part) {
  std::vector<Fact> facts;
  for (const RunRecord& run : runs) Collect(run.*part, "", facts);
  FactLines lines;
  for (const Fact& fact : facts) {
    std::string text;
    for (size_t i = 0; i < fact.values.size(); ++i) {
      if (i == kMostValues) {
        text += " · …";
        break;
      }
      text += (i > 0 ? " · " : "") + fact.values[i];
    }
    lines.emplace_back(fact.name, text);
  }
  return lines;
}

}  // namespace trena
