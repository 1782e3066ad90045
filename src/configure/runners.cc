// SPDX-License-Identifier: Apache-2.0
#include "configure/runners.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/files.h"
#include "core/source.h"
#include "core/yaml.h"

namespace trena {
namespace {

std::vector<std::string> ReadWords(Source& source, const YAML::Node& node) {
  std::vector<std::string> words;
  if (!node.IsSequence()) source.Add(PlaceOf(node), "expected a list");
  for (const auto& word : node) {
    if (word.IsScalar()) words.push_back(word.Scalar());
  }
  return words;
}

Result<Runner> ReadRunner(const fs::path& folder) {
  fs::path path = folder / "runner.yaml";
  Result<std::string> text = ReadFile(path, kLargestYaml);
  if (!text.ok()) return InputError(text.error().message());
  Source source(path.string(), text.value());
  auto root = LoadYaml(source);
  if (!root) return source.ToError();
  Runner runner;
  ReadMap(source, *root, "the runner",
          {{"framework", [&](auto& n) { runner.framework = n.Scalar(); }},
           {"version", [&](auto& n) { runner.version = n.Scalar(); }},
           {"command", [&](auto& n) { runner.command = ReadWords(source, n); }},
           {"devices", [&](auto& n) { runner.devices = ReadWords(source, n); }},
           {"simulated", [&](auto& n) { runner.simulated = n.Scalar() == "true"; }}});
  if (runner.framework.empty() || runner.command.empty()) {
    source.Add({}, "a runner needs `framework` and `command`");
  }
  if (!source.diagnostics().empty()) return source.ToError();
  runner.command[0] = (fs::absolute(folder) / runner.command[0]).lexically_normal().string();
  return runner;
}

}  // namespace

Result<std::vector<Runner>> FindRunners(const std::vector<fs::path>& folders) {
  std::vector<Runner> runners;
  for (const fs::path& folder : folders) {
    TRENA_ASSIGN(std::vector<std::string> names, ListFolder(folder));
    for (const std::string& name : names) {
      std::error_code ignored;
      if (!fs::exists(folder / name / "runner.yaml", ignored)) continue;
      TRENA_ASSIGN(Runner runner, ReadRunner(folder / name));
      runners.push_back(std::move(runner));
    }
  }
  return runners;
}

FrameworkVersions VersionsOf(const std::vector<Runner>& runners) {
  FrameworkVersions versions;
  for (const Runner& runner : runners) versions[runner.framework].push_back(runner.version);
  // 2.10 is newer than 2.9.
  auto newer = [](const std::string& a, const std::string& b) {
    return strverscmp(a.c_str(), b.c_str()) > 0;
  };
  for (auto& [framework, list] : versions) std::sort(list.begin(), list.end(), newer);
  return versions;
}

const Runner* FindRunner(const std::vector<Runner>& runners, const Scenario& scenario) {
  auto fits = [&](const Runner& runner) {
    return runner.framework == scenario.framework && runner.version == scenario.framework_version;
  };
  auto found = std::find_if(runners.begin(), runners.end(), fits);
  return found != runners.end() ? &*found : nullptr;
}

}  // namespace trena
