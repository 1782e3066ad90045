// SPDX-License-Identifier: Apache-2.0
// The door to the file system. What is written is whole or absent: temporary name, fsync, rename,
// fsync of the folder. No shell, no globbing; errors name the path and the reason.
//
//   TRENA_CHECK(WriteFileWhole(dir / "plan.json", text));
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/open_file.h"
#include "core/result.h"

namespace trena {

namespace fs = std::filesystem;

// The whole file. A file larger than `limit` bytes is an error, so that hostile input cannot
// exhaust memory.
Result<std::string> ReadFile(const fs::path& path, size_t limit = size_t{1} << 30);

// The same of a file in a folder of results, where a link is not followed.
Result<std::string> ReadOwnFile(const fs::path& path, size_t limit = size_t{1} << 30);

// Replaces `path` by `text`, whole, and durable when it returns.
Status WriteFileWhole(const fs::path& path, std::string_view text);

// Writes `text`, neither whole nor durable: for files inside a folder that PutFolderInPlace will
// make both. A link is not written through, here and below.
Status WriteFile(const fs::path& path, std::string_view text);

// The same over the file that is there, whose place on the disk it keeps: for a file written again
// and again that is lost with no harm when trena is killed meanwhile.
Status WriteFileOver(const fs::path& path, std::string_view text);

// The same into a file of its own, whatever has its name by now: for a folder where a program was.
Status WriteFileAnew(const fs::path& path, std::string_view text);

// Removes what writers of WriteFileWhole left half-written in a folder when they were killed.
void RemoveAbandoned(const fs::path& folder);

// Creates `path` and its parents; existing is fine.
Status MakeFolder(const fs::path& path);

// The same, durable when it returns: each new name is fsynced in its parent.
Status MakeKeptFolder(const fs::path& path);

// A fresh folder inside `parent` (created if need be) whose name starts with `prefix`.
Result<fs::path> MakeTemporaryFolder(const fs::path& parent, const std::string& prefix);

// Puts the folder `from` in place as `to` by one rename, durable when it returns: its files are
// fsynced first. If `to` exists already it is left as it is and `from` is removed (both were made
// from the same key, so they hold the same thing).
Status PutFolderInPlace(const fs::path& from, const fs::path& to);

// fsyncs a file or a folder.
Status Sync(const fs::path& path);

// Names of the entries of a folder, sorted; a missing folder has none.
Result<std::vector<std::string>> ListFolder(const fs::path& path);

// The running executable's folder.
fs::path ExecutableFolder();

// The user's cache of trena: $TRENA_CACHE, $XDG_CACHE_HOME/trena or ~/.cache/trena.
fs::path CacheFolder();

// An exclusive lock on a file, held for the object's life and by no one after a crash.
class FileLock {
 public:
  // Empty when another process holds it, whose number is in the file. Where that one is gone, its
  // children are given a while to end.
  static Result<std::optional<FileLock>> TryTake(const fs::path& path);
  // Waits until it is free.
  static Result<FileLock> Take(const fs::path& path);
  FileLock(FileLock&&) noexcept = default;
  FileLock& operator=(FileLock&&) = delete;

 private:
  explicit FileLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace trena
