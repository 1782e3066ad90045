// SPDX-License-Identifier: Apache-2.0
#include "measure/disk_reserve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace trena {
namespace {

constexpr off_t kRoom = 128 << 10;  // for run.json twice, before and after its rename
constexpr uint64_t kFull = 64 << 10;

}  // namespace

Result<DiskReserve> DiskReserve::Take(const std::filesystem::path& folder) {
  int descriptor = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  // A file system without nameless files: there the end of a run is not kept if the disk is full.
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    return DiskReserve(-1);
  }
  int failure = descriptor < 0 ? errno : posix_fallocate(descriptor, 0, kRoom);
  DiskReserve reserve(descriptor);
  if (failure == 0 || failure == EOPNOTSUPP) return reserve;
  return Error(fmt::format("no room for a run in {}: {}", folder.string(), std::strerror(failure)));
}

void DiskReserve::GiveBack() {
  if (descriptor_ < 0) return;
  // Emptied first: the supervisor, forked from us, may hold it open for a moment longer.
  if (ftruncate(descriptor_, 0) != 0) errno = 0;
  close(descriptor_);
  descriptor_ = -1;
}

bool DiskIsFull(const std::filesystem::path& folder) {
  struct statvfs facts{};
  if (statvfs(folder.c_str(), &facts) != 0) return false;
  uint64_t blocks = geteuid() == 0 ? facts.f_bfree : facts.f_bavail;
  return blocks * facts.f_frsize < kFull;
}

}  // namespace trena
