// SPDX-License-Identifier: Apache-2.0
#include "core/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace trena {

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
