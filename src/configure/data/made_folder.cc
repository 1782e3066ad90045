// SPDX-License-Identifier: Apache-2.0
#include "configure/data/made_folder.h"

#include <fmt/format.h>

namespace trena {
namespace {

// Under the lock, whatever bears the prefix belongs to a process that is no more.
Status RemoveLeftovers(const fs::path& parent, const std::string& prefix) {
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(parent));
  for (const std::string& name : names) {
    std::error_code problem;
    if (name.starts_with(prefix)) fs::remove_all(parent / name, problem);
    if (problem) return FileError("remove", parent / name, problem.value());
  }
  return Done{};
}

Result<FileLock> TakeLock(const fs::path& folder, const Report& report) {
  fs::path path = folder.string() + ".lock";
  TRENA_ASSIGN(std::optional<FileLock> free, FileLock::TryTake(path));
  if (free) return std::move(*free);
  report.Note(fmt::format("waiting for another process that makes {}", folder.string()));
  return FileLock::Take(path);
}

// True when the folder is good; a damaged one is moved out of the way.
Result<bool> IsReady(const fs::path& folder, const fs::path& aside, const FolderMaker& maker,
                     const Report& report) {
  std::error_code problem;
  if (!fs::exists(folder, problem)) return false;
  Status checked = maker.check(folder);
  if (checked.ok()) return true;
  report.Note(fmt::format("{} is damaged ({}): making it again", folder.string(),
                          checked.error().message()));
  fs::rename(folder, aside, problem);
  if (!problem) fs::remove_all(aside, problem);
  if (problem) return FileError("remove", folder, problem.value());
  return false;
}

}  // namespace

Result<fs::path> MadeFolder(const fs::path& folder, const FolderMaker& maker,
                            const Report& report) {
  const fs::path parent = folder.parent_path();
  const std::string prefix = fmt::format(".making-{}~", folder.filename().string());
  TRENA_CHECK(MakeFolder(parent));
  TRENA_ASSIGN(FileLock lock, TakeLock(folder, report));
  TRENA_CHECK(RemoveLeftovers(parent, prefix));
  TRENA_ASSIGN(bool ready, IsReady(folder, parent / (prefix + "damaged"), maker, report));
  if (ready) return folder;
  TRENA_ASSIGN(fs::path temporary, MakeTemporaryFolder(parent, prefix));
  Status made = maker.make(temporary);
  if (made.ok()) made = PutFolderInPlace(temporary, folder);
  if (made.ok()) return folder;
  std::error_code ignored;
  fs::remove_all(temporary, ignored);
  return made.error();
}

}  // namespace trena
