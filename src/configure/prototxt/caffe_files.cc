// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_files.h"

#include <fmt/format.h>

#include "configure/networks/network.h"
#include "configure/prototxt/caffe_solver.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr const char* kRate = "learning_rate";

void AddSum(const std::string& name, const std::vector<fs::path>& folders, Study& study) {
  if (!name.ends_with(kPrototxt) || FindMap(study.maps, "network", name) != nullptr) return;
  const Result<fs::path> path = FindPrototxt(name, folders);
  if (!path.ok()) return;
  const Result<std::string> sum = Sha256OfFile(path.value());
  if (!sum.ok()) return;
  NamedMap map{.value = "network", .name = name};
  map.sha256 = sum.value();
  map.has_files = true;
  study.maps.push_back(std::move(map));
}

void SetDefault(const std::string& name, const Value& value, Study& study) {
  if (!study.defaults.contains(name)) return;
  for (auto& [known, old] : study.fixed) {
    if (known == name) old = value;
  }
}

// The policy of the learning rate is a map that is named after the file.
void AddPolicy(const std::string& name, const Json& policy, Study& study) {
  if (!study.defaults.contains(kRate)) return;
  NamedMap map{.value = kRate, .name = name, .content = policy};
  map.sha256 = ContentSum(policy);
  study.maps.push_back(std::move(map));
  SetDefault(kRate, name, study);
}

Status AddSolver(Study& study) {
  const fs::path path = study.path.parent_path() / study.solver;
  Result<CaffeSolver> solver = ReadCaffeSolver(path);
  if (!solver.ok()) {
    std::error_code ignored;
    if (fs::exists(path, ignored)) return solver.error();
    return study.ErrorAt("solver", fmt::format("there is no {} beside the study", study.solver));
  }
  for (const auto& [name, value] : solver.value().values) SetDefault(name, value, study);
  AddPolicy(path.stem().string(), solver.value().learning_rate, study);
  return Done{};
}

}  // namespace

Result<fs::path> FindPrototxt(const std::string& name, const std::vector<fs::path>& folders) {
  std::vector<fs::path> places = folders;
  if (!folders.empty()) places.insert(places.begin(), folders[0].parent_path());
  std::error_code ignored;
  for (const fs::path& folder : places) {
    if (fs::exists(folder / name, ignored)) return folder / name;
  }
  return InputError(fmt::format("there is no {} beside the study or in its networks/", name));
}

Status AddCaffeFiles(const std::vector<fs::path>& networks, Study& study) {
  if (const Factor* factor = study.factor("network")) {
    for (const Value& level : factor->levels) AddSum(level.ToString(), networks, study);
  } else if (const Value* network = Find(study.fixed, "network")) {
    AddSum(network->ToString(), networks, study);
  }
  return study.solver.empty() ? Status(Done{}) : AddSolver(study);
}

}  // namespace trena
