// SPDX-License-Identifier: Apache-2.0
#include "core/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/process/descriptor.h"

namespace trena {
namespace {

constexpr std::string_view kTemporary = ".tmp";

bool IsGone(pid_t process) { return kill(process, 0) != 0 && errno == ESRCH; }

fs::path ParentOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Status WriteAll(int descriptor, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return FileError("write", path);
    text.remove_prefix(static_cast<size_t>(written));
  }
  return Done{};
}

Status WriteDurably(int descriptor, const fs::path& path, std::string_view text) {
  TRENA_CHECK(WriteAll(descriptor, text, path));
  if (fsync(descriptor) != 0) return FileError("sync", path);
  return Done{};
}

// "report.html.1234-9f2c41d07b3e0123.tmp": by its writer, and not to be foretold.
fs::path TemporaryFor(const fs::path& path) {
  uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) random = 0;
  fs::path temporary = path;
  temporary += fmt::format(".{}-{:016x}{}", getpid(), random, kTemporary);
  return temporary;
}

Result<std::string> ReadAll(const fs::path& path, size_t limit, Links links) {
  TRENA_ASSIGN(Descriptor file, OpenToRead(path, links));
  std::string text;
  char buffer[1 << 16];
  while (true) {
    ssize_t got = read(file.number(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path);
    if (got == 0) return text;
    text.append(buffer, static_cast<size_t>(got));
    if (text.size() > limit) {
      return Error(fmt::format("{} is larger than {} bytes", path.string(), limit));
    }
  }
}

}  // namespace

Result<std::string> ReadFile(const fs::path& path, size_t limit) {
  return ReadAll(path, limit, Links::kFollow);
}

Result<std::string> ReadOwnFile(const fs::path& path, size_t limit) {
  return ReadAll(path, limit, Links::kRefuse);
}

Status WriteFile(const fs::path& path, std::string_view text) {
  TRENA_ASSIGN(Descriptor file, OpenToWrite(path));
  if (ftruncate(file.number(), 0) != 0) return FileError("cut", path);
  return WriteAll(file.number(), text, path);
}

Status WriteFileOver(const fs::path& path, std::string_view text) {
  TRENA_ASSIGN(Descriptor file, OpenToWrite(path));
  TRENA_CHECK(WriteAll(file.number(), text, path));
  if (ftruncate(file.number(), static_cast<off_t>(text.size())) != 0) return FileError("cut", path);
  return Done{};
}

Status WriteFileAnew(const fs::path& path, std::string_view text) {
  TRENA_ASSIGN(Descriptor file, OpenNew(path));
  return WriteAll(file.number(), text, path);
}

Status WriteFileWhole(const fs::path& path, std::string_view text) {
  // A rename would take the place of a device or a pipe as well.
  std::error_code unknown;
  const fs::file_status there = fs::status(path, unknown);
  if (fs::is_directory(there)) {
    return InputError(fmt::format("cannot write {}: it is a folder", path.string()));
  }
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    return InputError(fmt::format("cannot write {}: it is no regular file", path.string()));
  }
  const fs::path temporary = TemporaryFor(path);
  const Result<Descriptor> file = OpenNew(temporary);
  if (!file.ok()) return FileError("write", path);  // by the name that was asked for
  Status written = WriteDurably(file.value().number(), temporary, text);
  if (written.ok() && rename(temporary.c_str(), path.c_str()) != 0) {
    written = FileError("replace", path);
  }
  if (!written.ok()) {
    unlink(temporary.c_str());
    return written;
  }
  return Sync(ParentOf(path));
}

void RemoveAbandoned(const fs::path& folder) {
  Result<std::vector<std::string>> names = ListFolder(folder);
  if (!names.ok()) return;
  for (const std::string& name : names.value()) {
    // NAME.PID-RANDOM.tmp
    size_t end = name.size() - std::min(name.size(), kTemporary.size());
    size_t begin = name.find_last_of('.', end == 0 ? 0 : end - 1);
    if (!name.ends_with(kTemporary) || begin == std::string::npos) continue;
    int writer = std::atoi(name.substr(begin + 1, end - begin - 1).c_str());
    if (writer > 0 && IsGone(writer)) unlink((folder / name).c_str());
  }
}

Status MakeFolder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return FileError("create folder", path, error.value());
  return Done{};
}

Status MakeKeptFolder(const fs::path& path) {
  std::error_code unknown;
  std::vector<fs::path> parents;  // of what is not there yet
  fs::path missing = path.has_filename() ? path : path.parent_path();
  for (; !missing.empty() && !fs::is_directory(missing, unknown); missing = missing.parent_path()) {
    parents.push_back(ParentOf(missing));
  }
  TRENA_CHECK(MakeFolder(path));
  for (const fs::path& parent : parents) {
    // One that may be written to and not read cannot be synced.
    Descriptor folder(open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.ok() && fsync(folder.number()) != 0) return FileError("sync the new folder", path);
  }
  return Done{};
}

Result<fs::path> MakeTemporaryFolder(const fs::path& parent, const std::string& prefix) {
  TRENA_CHECK(MakeFolder(parent));
  std::string name = (parent / (prefix + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) return FileError("create a folder in", parent);
  // mkdtemp makes it private; what is put in place is as readable as anything else of the user's.
  mode_t mask = umask(0);
  umask(mask);
  if (chmod(name.c_str(), 0777 & ~mask) != 0) return FileError("set the mode of", name);
  return fs::path(name);
}

Status Sync(const fs::path& path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.ok()) return FileError("open", path);
  if (fsync(file.number()) != 0) return FileError("sync", path);
  return Done{};
}

Status PutFolderInPlace(const fs::path& from, const fs::path& to) {
  TRENA_ASSIGN(std::vector<std::string> names, ListFolder(from));
  for (const std::string& name : names) {
    // Opening a pipe would wait for its writer, and a link leads who knows where.
    std::error_code ignored;
    fs::file_type type = fs::symlink_status(from / name, ignored).type();
    bool own = type == fs::file_type::regular || type == fs::file_type::directory;
    if (own) TRENA_CHECK(Sync(from / name));
  }
  TRENA_CHECK(Sync(from));
  if (rename(from.c_str(), to.c_str()) != 0) {
    if (errno != EEXIST && errno != ENOTEMPTY) return FileError("put in place", to);
    std::error_code ignored;
    fs::remove_all(from, ignored);
    return Done{};
  }
  return Sync(ParentOf(to));
}

Result<std::vector<std::string>> ListFolder(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator it(path, error);
  if (error == std::errc::no_such_file_or_directory) return names;
  for (; !error && it != fs::directory_iterator(); it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  if (error) return FileError("list", path, error.value());
  std::sort(names.begin(), names.end());
  return names;
}

fs::path ExecutableFolder() {
  std::error_code error;
  fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path(".") : self.parent_path();
}

fs::path CacheFolder() {
  auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
  };
  if (auto own = set("TRENA_CACHE")) return own;
  if (auto xdg = set("XDG_CACHE_HOME")) return fs::path(xdg) / "trena";
  if (auto home = set("HOME")) return fs::path(home) / ".cache" / "trena";
  return fs::temp_directory_path() / "trena-cache";
}

namespace {

// How long the children of a lock's dead holder are waited for: 10 s.
constexpr int kLockRounds = 1000;
constexpr useconds_t kLockPause = 10'000;

// Whether the process whose number is in a lock file is gone: then a child of it, which ends the
// program that it watched over, still holds the lock for a moment.
bool HolderIsGone(int descriptor) {
  char text[32] = {};
  if (pread(descriptor, text, sizeof text - 1, 0) <= 0) return false;
  int holder = std::atoi(text);
  return holder > 0 && IsGone(holder);
}

// Opens and locks; empty when another holds it and `wait` is false.
Result<std::optional<Descriptor>> OpenLocked(const fs::path& path, bool wait) {
  TRENA_ASSIGN(Descriptor file, OpenToWrite(path));
  const int descriptor = file.number();
  for (int round = 0; flock(descriptor, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0; ++round) {
    if (errno == EINTR) continue;
    bool held = errno == EWOULDBLOCK;
    Error error = FileError("lock", path);
    if (held && round < kLockRounds && HolderIsGone(descriptor)) {
      usleep(kLockPause);
      continue;
    }
    if (held) return std::optional<Descriptor>();
    return error;
  }
  std::string holder = fmt::format("{}\n", getpid());
  if (ftruncate(descriptor, 0) != 0 || write(descriptor, holder.data(), holder.size()) < 0) {
    // Only a courtesy to whoever looks at the file: the lock itself holds.
  }
  return std::optional(std::move(file));
}

}  // namespace

Result<std::optional<FileLock>> FileLock::TryTake(const fs::path& path) {
  TRENA_ASSIGN(std::optional<Descriptor> file, OpenLocked(path, false));
  if (!file) return std::optional<FileLock>();
  return std::optional<FileLock>(FileLock(std::move(*file)));
}

Result<FileLock> FileLock::Take(const fs::path& path) {
  TRENA_ASSIGN(std::optional<Descriptor> file, OpenLocked(path, true));
  return FileLock(std::move(*file));
}

}  // namespace trena
