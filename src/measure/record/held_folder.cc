// SPDX-License-Identifier: Apache-2.0
#include "measure/record/held_folder.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "core/files.h"

namespace trena {
namespace {

Descriptor Hold(const fs::path& folder) {
  return Descriptor(open(folder.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace

HeldFolder::HeldFolder(fs::path folder) : folder_(std::move(folder)), held_(Hold(folder_)) {}

bool HeldFolder::IsThere() const {
  struct stat ours{}, there{};
  return fstat(held_.number(), &ours) == 0 && lstat(folder_.c_str(), &there) == 0 &&
         ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

Status HeldFolder::Restore() {
  if (!IsThere()) {
    lost_ = true;
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    TRENA_CHECK(MakeFolder(folder_));
    held_ = Hold(folder_);
  }
  struct stat facts{};
  if (lstat(folder_.c_str(), &facts) != 0) return FileError("find", folder_);
  if ((facts.st_mode & S_IRWXU) == S_IRWXU) return Done{};
  if (chmod(folder_.c_str(), (facts.st_mode & 07777) | S_IRWXU) != 0) {
    return FileError("write into", folder_);
  }
  return Done{};
}

}  // namespace trena
