// SPDX-License-Identifier: Apache-2.0
// A little room on the disk, held while a run lives and given back for its record: a program that
// fills the disk cannot keep its own end from being written down. The room has no name, so nothing
// of it stays behind whatever ends trena.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace trena {

class DiskReserve {
 public:
  // An Error where there is no such room.
  static Result<DiskReserve> Take(const std::filesystem::path& folder);
  DiskReserve(DiskReserve&& other) noexcept : descriptor_(other.descriptor_) {
    other.descriptor_ = -1;
  }
  DiskReserve& operator=(DiskReserve&&) = delete;
  ~DiskReserve() { GiveBack(); }

  void GiveBack();

 private:
  explicit DiskReserve(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// Whether what is left where `folder` is would hold no more than a line or two.
bool DiskIsFull(const std::filesystem::path& folder);

}  // namespace trena
