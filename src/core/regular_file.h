// SPDX-License-Identifier: Apache-2.0
// A file for reading in a folder where a program that is not trusted may have put anything: a pipe
// is not waited for, a link is not followed, and only a regular file is read.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>

namespace trena {

class RegularFile {
 public:
  explicit RegularFile(const std::filesystem::path& path);
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;
  ~RegularFile();

  bool ok() const { return descriptor_ >= 0; }
  off_t size() const { return size_; }  // when it was opened
  // Where data begins at or after `offset`: holes hold nothing worth reading. The end if no more.
  off_t NextData(off_t offset) const;
  // As pread(2), beginning again where a signal came between.
  ssize_t ReadAt(off_t offset, char* buffer, size_t length) const;

 private:
  int descriptor_;
  off_t size_ = 0;
};

}  // namespace trena
