// SPDX-License-Identifier: Apache-2.0
#include "configure/cached_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/json.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr int kFormat = 1;

fs::path NoteOf(const fs::path& path) { return path.string() + ".json"; }

// Size and time as the file system has them; empty when there is no such file.
Json FactsOf(const fs::path& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return nullptr;
  return {{"bytes", facts.st_size},
          {"time", fmt::format("{}.{:09}", facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)}};
}

Status WriteNote(const fs::path& path, const std::string& sha256) {
  Json facts = FactsOf(path);
  if (facts.is_null()) return Error(path.string() + " vanished while it was made");
  Json note{{"format", kFormat}, {"sha256", sha256}};
  note.update(facts);
  return WriteFileWhole(NoteOf(path), Dump(note) + "\n");
}

// Whether the file is what its note says. A file that only looks touched gets a new note.
bool IsGood(const fs::path& path) {
  Result<std::string> text = ReadFile(NoteOf(path), 4096);
  if (!text.ok()) return false;
  Result<Json> note = ParseJson(text.value());
  Json facts = FactsOf(path);
  if (!note.ok() || facts.is_null() || Get<int>(note.value(), "format") != kFormat) return false;
  if (Get<int64_t>(note.value(), "bytes") != Get<int64_t>(facts, "bytes")) return false;
  if (Get<std::string>(note.value(), "time") == Get<std::string>(facts, "time")) return true;
  Result<std::string> sha256 = Sha256OfFile(path);
  if (!sha256.ok() || Get<std::string>(note.value(), "sha256") != sha256.value()) return false;
  // A cache that cannot be written to can still be read: the check is then repeated next time.
  (void)WriteNote(path, sha256.value()).ok();
  return true;
}

}  // namespace

Result<fs::path> CachedFile(const fs::path& path,
                            const std::function<Result<std::string>()>& make) {
  if (IsGood(path)) return path;
  TRENA_CHECK(MakeFolder(path.parent_path()));
  TRENA_ASSIGN(std::string bytes, make());
  TRENA_CHECK(WriteFileWhole(path, bytes));
  TRENA_CHECK(WriteNote(path, Sha256(bytes)));
  return path;
}

}  // namespace trena
