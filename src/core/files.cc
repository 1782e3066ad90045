// SPDX-License-Identifier: Apache-2.0
#include "core/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/process/descriptor.h"

namespace trena {
namespace {

Error FileError(const char* doing, const fs::path& path) {
  return Error(fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(errno)));
}

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

Result<Descriptor> Written(const fs::path& path, std::string_view text, int flags) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644));
  if (!file.ok()) return FileError("create", path);
  TRENA_CHECK(WriteAll(file.number(), text, path));
  return file;
}

Status WriteDurably(const fs::path& path, std::string_view text) {
  TRENA_ASSIGN(Descriptor file, Written(path, text, O_TRUNC));
  if (fsync(file.number()) != 0) return FileError("sync", path);
  return Done{};
}

}  // namespace

Result<std::string> ReadFile(const fs::path& path, size_t limit) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.ok()) return FileError("open", path);
  struct stat facts{};
  if (fstat(file.number(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
    return Error(fmt::format("cannot read {}: it is a folder", path.string()));
  }
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

Status WriteFile(const fs::path& path, std::string_view text) {
  TRENA_CHECK(Written(path, text, O_TRUNC));
  return Done{};
}

Status WriteFileOver(const fs::path& path, std::string_view text) {
  TRENA_ASSIGN(Descriptor file, Written(path, text, 0));
  if (ftruncate(file.number(), static_cast<off_t>(text.size())) != 0) return FileError("cut", path);
  return Done{};
}

Status WriteFileWhole(const fs::path& path, std::string_view text) {
  // A rename would take the place of a device or a pipe as well.
  std::error_code unknown;
  const fs::file_status there = fs::status(path, unknown);
  if (fs::is_directory(there)) {
    return Error(fmt::format("cannot write {}: it is a folder", path.string()));
  }
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    return Error(fmt::format("cannot write {}: it is no regular file", path.string()));
  }
  fs::path temporary = path;
  temporary += fmt::format(".{}{}", getpid(), kTemporary);
  Status written = WriteDurably(temporary, text);
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
    // NAME.PID.tmp
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
  if (error) {
    return Error(fmt::format("cannot create folder {}: {}", path.string(), error.message()));
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
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
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
  if (error) return Error(fmt::format("cannot list {}: {}", path.string(), error.message()));
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
Result<std::optional<int>> OpenLocked(const fs::path& path, bool wait) {
  int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return FileError("open the lock", path);
  for (int round = 0; flock(descriptor, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0; ++round) {
    if (errno == EINTR) continue;
    bool held = errno == EWOULDBLOCK;
    Error error = FileError("lock", path);
    if (held && round < kLockRounds && HolderIsGone(descriptor)) {
      usleep(kLockPause);
      continue;
    }
    close(descriptor);
    if (held) return std::optional<int>();
    return error;
  }
  std::string holder = fmt::format("{}\n", getpid());
  if (ftruncate(descriptor, 0) != 0 || write(descriptor, holder.data(), holder.size()) < 0) {
    // Only a courtesy to whoever looks at the file: the lock itself holds.
  }
  return std::optional(descriptor);
}

}  // namespace

Result<std::optional<FileLock>> FileLock::TryTake(const fs::path& path) {
  TRENA_ASSIGN(std::optional<int> descriptor, OpenLocked(path, false));
  if (!descriptor) return std::optional<FileLock>();
  return std::optional<FileLock>(FileLock(*descriptor));
}

Result<FileLock> FileLock::Take(const fs::path& path) {
  TRENA_ASSIGN(std::optional<int> descriptor, OpenLocked(path, true));
  return FileLock(*descriptor);
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

RegularFile::RegularFile(const std::filesystem::path& path)
    : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
  struct stat facts{};
  bool regular = descriptor_ >= 0 && fstat(descriptor_, &facts) == 0 && S_ISREG(facts.st_mode);
  if (descriptor_ >= 0 && !regular) {
    close(descriptor_);
    descriptor_ = -1;
  }
  size_ = facts.st_size;
}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

off_t RegularFile::NextData(off_t offset) const {
  off_t data = lseek(descriptor_, offset, SEEK_DATA);
  if (data >= 0) return data;
  // ENXIO: nothing but a hole until the end. Anything else: a file system that does not tell.
  return errno == ENXIO ? std::max(offset, size_) : offset;
}

ssize_t RegularFile::ReadAt(off_t offset, char* buffer, size_t length) const {
  ssize_t got = 0;
  do {
    got = pread(descriptor_, buffer, length, offset);
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace trena
