// SPDX-License-Identifier: Apache-2.0
#include "core/open_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/files.h"

namespace trena {
namespace {

constexpr int kMostRivals = 100;  // files that come into a place while it is made free

// Of these a person can mend something; a disk that is full or fails is not among them.
bool IsTheUsers(int reason) {
  static constexpr int kReasons[] = {ENOENT, EACCES, EPERM,        EROFS, ENOTDIR, EISDIR,
                                     ELOOP,  EEXIST, ENAMETOOLONG, ENXIO, EXDEV,   ENOTEMPTY};
  return std::find(std::begin(kReasons), std::end(kReasons), reason) != std::end(kReasons);
}

std::string WayOut(const fs::path& path, int reason) {
  if (reason != EACCES && reason != EPERM && reason != EROFS) return "";
  const std::string cache = CacheFolder().string();
  const std::string text = path.string();
  const bool inside =
      text.starts_with(cache) &&
      (text.size() == cache.size() || cache.ends_with('/') || text[cache.size()] == '/');
  return inside ? "; set TRENA_CACHE to a folder that you may write to" : "";
}

const char* WhatItIs(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISFIFO(mode)) return "it is a named pipe";
  if (S_ISSOCK(mode)) return "it is a socket";
  if (S_ISLNK(mode)) return "it is a link, which is not followed here";
  return "it is a device";
}

Error NoFile(const char* doing, const fs::path& path, mode_t mode) {
  return InputError(fmt::format("cannot {} {}: {}", doing, path.string(), WhatItIs(mode)));
}

// Why open(2) failed, with the reasons of special files in words.
Error OpenError(const char* doing, const fs::path& path, int reason) {
  struct stat facts{};
  const bool special = reason == ELOOP || reason == ENXIO;
  if (special && lstat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    return NoFile(doing, path, facts.st_mode);
  }
  return FileError(doing, path, reason);
}

bool HasNoName(int pipe) {
  struct statfs facts{};
  return fstatfs(pipe, &facts) == 0 && facts.f_type == PIPEFS_MAGIC;
}

// From here on a pipe is waited for as usual: only its opening was not to wait. A file never waits.
void Wait(int file) { fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK); }

// The file that was opened, if it is one.
Result<Descriptor> Regular(Descriptor file, const char* doing, const fs::path& path) {
  if (!file.ok()) return OpenError(doing, path, errno);
  struct stat facts{};
  if (fstat(file.number(), &facts) != 0) return FileError(doing, path);
  const bool shells = S_ISFIFO(facts.st_mode) && HasNoName(file.number());
  if (!S_ISREG(facts.st_mode) && !shells) return NoFile(doing, path, facts.st_mode);
  if (shells) Wait(file.number());
  return file;
}

Result<Descriptor> OpenRegular(const char* doing, const fs::path& path, int flags) {
  return Regular(Descriptor(open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0644)), doing, path);
}

}  // namespace

Error FileError(const char* doing, const fs::path& path) { return FileError(doing, path, errno); }

Error FileError(const char* doing, const fs::path& path, int reason) {
  return Error(fmt::format("cannot {} {}: {}{}", doing, path.string(), std::strerror(reason),
                           WayOut(path, reason)),
               IsTheUsers(reason) ? ErrorKind::kInput : ErrorKind::kFailure);
}

Error ElsewhereWith(const Error& error, const char* option) {
  if (error.kind() != ErrorKind::kInput) return error;
  return InputError(fmt::format("{}; or name another place with {}", error.message(), option));
}

Result<Descriptor> OpenToRead(const fs::path& path, Links links) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK |
                                         (links == Links::kRefuse ? O_NOFOLLOW : 0)));
  if (!file.ok()) return OpenError("open", path, errno);
  return Regular(std::move(file), "read", path);
}

Result<Descriptor> OpenToWrite(const fs::path& path) {
  return OpenRegular("write", path, O_RDWR | O_CREAT | O_NOFOLLOW);
}

Result<Descriptor> OpenToAppend(const fs::path& path) {
  return OpenRegular("write", path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW);
}

Result<Descriptor> OpenNew(const fs::path& path, int flags) {
  for (int rivals = 0;; ++rivals) {
    const int file =
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, 0644);
    if (file >= 0) return Descriptor(file);
    if (errno != EEXIST || rivals == kMostRivals) return FileError("create", path);
    std::error_code ignored;
    fs::remove_all(path, ignored);  // of a link only the link
  }
}

RegularFile::RegularFile(const fs::path& path) {
  Result<Descriptor> opened = OpenToRead(path, Links::kRefuse);
  if (!opened.ok()) return;
  file_ = std::move(opened).value();
  struct stat facts{};
  if (fstat(file_.number(), &facts) == 0) size_ = facts.st_size;
}

off_t RegularFile::NextData(off_t offset) const {
  off_t data = lseek(file_.number(), offset, SEEK_DATA);
  if (data >= 0) return data;
  // ENXIO: nothing but a hole until the end. Anything else: a file system that does not tell.
  return errno == ENXIO ? std::max(offset, size_) : offset;
}

ssize_t RegularFile::ReadAt(off_t offset, char* buffer, size_t length) const {
  ssize_t got = 0;
  do {
    got = pread(file_.number(), buffer, length, offset);
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace trena
