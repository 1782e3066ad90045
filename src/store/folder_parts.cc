// SPDX-License-Identifier: Apache-2.0
#include "store/folder_parts.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

namespace trena {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<const char*, PartKind> kParts[] = {
    {"runs", PartKind::kFolder},    {"under-way", PartKind::kFolder},
    {"designs", PartKind::kFolder}, {"pilots", PartKind::kFolder},
    {"lock", PartKind::kFile},      {"begun.json", PartKind::kFile},
    {"plan.json", PartKind::kFile}, {"verify.json", PartKind::kFile}};

std::string NameOf(uid_t user) {
  const passwd* known = getpwuid(user);
  return known != nullptr ? known->pw_name : std::to_string(user);
}

const char* WayOut(const struct stat& part, uid_t me) {
  if (S_ISLNK(part.st_mode)) {
    return "put the thing itself there, or name the folder it leads to with --out";
  }
  bool others = me != 0 && part.st_uid != me;
  return others ? "name a folder of your own with --out, or measure in a copy of this one"
                : "move it away, or name another folder with --out";
}

}  // namespace

std::optional<std::string> WhyNotOurs(const struct stat& part, PartKind kind, uid_t me) {
  if (S_ISLNK(part.st_mode)) return "is a link";
  if (kind == PartKind::kFolder && !S_ISDIR(part.st_mode)) return "is no folder";
  if (kind == PartKind::kFile && !S_ISREG(part.st_mode)) return "is no regular file";
  if (me != 0 && part.st_uid != me) {
    return fmt::format("belongs to another user ({})", NameOf(part.st_uid));
  }
  return std::nullopt;
}

Status CheckPart(const fs::path& path, PartKind kind) {
  struct stat facts{};
  if (lstat(path.c_str(), &facts) != 0) return Done{};
  const uid_t me = geteuid();
  const auto why = WhyNotOurs(facts, kind, me);
  if (!why) return Done{};
  return InputError(
      fmt::format("{} {}: nothing is written there; {}", path.string(), *why, WayOut(facts, me)));
}

Status CheckParts(const fs::path& folder, Links itself) {
  // With a slash behind it, a link is where it leads to.
  TRENA_CHECK(CheckPart(itself == Links::kFollow ? folder / "" : folder, PartKind::kFolder));
  for (const auto& [name, kind] : kParts) TRENA_CHECK(CheckPart(folder / name, kind));
  return Done{};
}

}  // namespace trena
