// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/workaround.h"

#include <fmt/format.h>

#include "configure/install/framework_environment.h"
#include "configure/runners/runners.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr int kWorkaroundFormat = 1;
constexpr size_t kLargestWorkaround = size_t{1} << 16;

// What is installed; not trena's own part of the runner, which changes no kernel of a library.
std::string WhatIsInstalled(const Runner& runner) {
  if (!runner.recipe) return runner.command[0];
  Result<std::string> sum = RecipeSha256(*runner.recipe);
  return sum.ok() ? sum.value() : "";
}

}  // namespace

std::string Workarounds::Cpu() const {
  return fmt::format("{}, vectors {}", around_.cpu, around_.vectors);
}

fs::path Workarounds::PathOf(const Runner& runner, const std::string& device) const {
  std::string key =
      FullName(runner) + "\n" + WhatIsInstalled(runner) + "\n" + device + "\n" + Cpu();
  return folder_ / (runner.framework + "-" + Sha256(key).substr(0, 24) + ".json");
}

std::optional<Json> Workarounds::Read(const Runner& runner, const std::string& device) const {
  Result<std::string> text = ReadFile(PathOf(runner, device), kLargestWorkaround);
  if (!text.ok()) return std::nullopt;
  Result<Json> json = ParseJson(text.value());
  bool ours = json.ok() && Get<int>(json.value(), "format") == kWorkaroundFormat &&
              Get<std::string>(json.value(), "cpu") == Cpu();
  return ours ? std::optional(json.value()) : std::nullopt;
}

bool Workarounds::Known(const Runner& runner, const std::string& device) const {
  return UserChose() || Read(runner, device).has_value();
}

std::optional<Workaround> Workarounds::Find(const Runner& runner, const std::string& device) const {
  auto record = Read(runner, device);
  if (!record || !record->contains("mended")) return std::nullopt;
  Result<Workaround> workaround = WorkaroundFromJson((*record)["mended"]);
  if (!workaround.ok() || around_.variables.contains(workaround.value().variable))
    return std::nullopt;
  return workaround.value();
}

Status Workarounds::Keep(const Runner& runner, const std::string& device,
                         const std::optional<Workaround>& workaround) const {
  if (UserChose()) return Done{};
  Json json = {{"format", kWorkaroundFormat}, {"framework", FullName(runner)}, {"cpu", Cpu()}};
  json["mended"] = workaround ? ToJson(*workaround) : Json();
  TRENA_CHECK(MakeFolder(folder_));
  return WriteFileWhole(PathOf(runner, device), Dump(json, 1) + "\n");
}

Runner With(const Workaround& workaround, const Runner& runner) {
  Runner with = runner;
  with.variables.emplace_back(workaround.variable, workaround.value);
  return with;
}

Runner WithWorkaround(const Runner& runner, const std::string& device,
                      const Workarounds& workarounds) {
  std::optional<Workaround> workaround = workarounds.Find(runner, device);
  if (!workaround) return runner;
  Runner mended = With(*workaround, runner);
  if (!mended.installed.is_object()) mended.installed = Json::object();
  mended.installed["mended"] = ToJson(*workaround);
  return mended;
}

}  // namespace trena
