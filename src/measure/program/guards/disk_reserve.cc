// SPDX-License-Identifier: Apache-2.0
#include "measure/program/guards/disk_reserve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace trena {
namespace {

constexpr off_t kRoom = 128 << 10;  // for run.json and what it has to say
constexpr uint64_t kFull = 64 << 10;

}  // namespace

Status DiskReserve::Take() {
  if (held_) return Done{};
  int failure = 0;
  if (!file_.ok()) {
    file_ = Descriptor(open(folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
    failure = file_.ok() ? 0 : errno;
    // A file system without nameless files: there the end of a run is not kept if the disk is full.
    if (failure == EOPNOTSUPP || failure == EISDIR || failure == EINVAL) return Done{};
  }
  if (failure == 0) failure = posix_fallocate(file_.number(), 0, kRoom);
  held_ = failure == 0;
  if (failure == 0 || failure == EOPNOTSUPP) return Done{};
  return Error(
      fmt::format("no room for a run in {}: {}", folder_.string(), std::strerror(failure)));
}

void DiskReserve::GiveBack() {
  if (file_.ok() && ftruncate(file_.number(), 0) != 0) errno = 0;
  held_ = false;
}

bool DiskIsFull(const std::filesystem::path& folder) {
  struct statvfs facts{};
  if (statvfs(folder.c_str(), &facts) != 0) return false;
  uint64_t blocks = geteuid() == 0 ? facts.f_bfree : facts.f_bavail;
  return blocks * facts.f_frsize < kFull;
}

}  // namespace trena
