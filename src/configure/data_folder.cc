// SPDX-License-Identifier: Apache-2.0
#include "configure/data_folder.h"

#include <fmt/format.h>

#include "core/json.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr size_t kMostBytes = size_t{1} << 20;

Status CheckFile(const fs::path& folder, const std::string& name, const Json& facts, bool full) {
  auto bytes = Get<int64_t>(facts.value("bytes", Json()), name);
  auto sha256 = Get<std::string>(facts.value("checksums", Json()), name);
  if (!bytes || !sha256) return Error("data.json does not describe " + name);
  std::error_code problem;
  auto size = static_cast<int64_t>(fs::file_size(folder / name, problem));
  if (problem) return Error(fmt::format("{}: {}", name, problem.message()));
  if (size != *bytes) return Error(fmt::format("{} has {} bytes, not {}", name, size, *bytes));
  if (!full) return Done{};
  TRENA_ASSIGN(std::string found, Sha256OfFile(folder / name));
  if (found != *sha256) return Error(name + " differs from its checksum");
  return Done{};
}

}  // namespace

fs::path DataFolderPath(const Dataset& dataset, const DataRequest& request, const fs::path& cache) {
  return cache / "data" / ItemName(dataset, request);
}

Result<PreparedData> ReadDataFolder(const fs::path& folder, bool full) {
  TRENA_ASSIGN(std::string text, ReadFile(folder / "data.json", kMostBytes));
  TRENA_ASSIGN(Json facts, ParseJson(text));
  if (Get<int>(facts, "format") != kDataFormat) return Error("data.json is of another version");
  for (const char* name : kDataFiles) TRENA_CHECK(CheckFile(folder, name, facts, full));
  auto number = [&](const char* field) { return Get<int>(facts, field).value_or(0); };
  PreparedData data{folder,
                    number("classes"),
                    number("channels"),
                    number("image"),
                    number("images"),
                    number("test_images"),
                    Get<bool>(facts, "synthetic").value_or(false),
                    Sha256(text),
                    {},
                    number("sequence")};
  const bool shaped = data.sequence > 0 || (data.channels > 0 && data.image > 0);
  if (data.classes < 1 || !shaped || data.train_images < 1) {
    return Error("data.json lacks classes, channels, image or images");
  }
  return data;
}

}  // namespace trena
