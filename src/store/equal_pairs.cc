// SPDX-License-Identifier: Apache-2.0
#include "store/equal_pairs.h"

#include <fmt/format.h>

#include "core/json.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr int kEqualFormat = 1;
constexpr size_t kLargest = 64 << 10;

fs::path FolderIn(const fs::path& cache) { return cache / "equal"; }

std::string NameOf(const EqualPair& pair) {
  const std::string whole =
      fmt::format("{}\n{}\n{}\n{}", pair.machine, pair.results, pair.round, pair.key);
  return Sha256(whole).substr(0, 24) + ".json";
}

std::optional<EqualPair> FromJson(const Json& json) {
  const auto machine = Get<std::string>(json, "machine");
  const auto results = Get<std::string>(json, "results");
  const auto round = Get<int>(json, "round");
  const auto key = Get<std::string>(json, "key");
  const auto false_alarm = Get<bool>(json, "false_alarm");
  const bool whole =
      Get<int>(json, "format") == kEqualFormat && machine && results && round && key && false_alarm;
  if (!whole) return std::nullopt;
  return EqualPair{*machine, *results, *round, *key, *false_alarm};
}

}  // namespace

Status KeepEqualPair(const fs::path& cache, const EqualPair& pair) {
  std::error_code failed;
  fs::create_directories(FolderIn(cache), failed);
  if (failed) return InputError(fmt::format("{}: {}", FolderIn(cache).string(), failed.message()));
  const Json json = {{"format", kEqualFormat},  {"machine", pair.machine},
                     {"results", pair.results}, {"round", pair.round},
                     {"key", pair.key},         {"false_alarm", pair.false_alarm}};
  return WriteFileWhole(FolderIn(cache) / NameOf(pair), Dump(json, 1) + "\n");
}

std::vector<EqualPair> LoadEqualPairs(const fs::path& cache, const std::string& machine) {
  std::vector<EqualPair> pairs;
  const Result<std::vector<std::string>> names = ListFolder(FolderIn(cache));
  if (!names.ok()) return pairs;
  for (const std::string& name : names.value()) {
    if (fs::path(name).extension() != ".json") continue;
    const Result<std::string> text = ReadFile(FolderIn(cache) / name, kLargest);
    const Result<Json> json = text.ok() ? ParseJson(text.value()) : text.error();
    const auto pair = json.ok() ? FromJson(json.value()) : std::nullopt;
    if (pair && pair->machine == machine) pairs.push_back(*pair);
  }
  return pairs;
}

}  // namespace trena
