// SPDX-License-Identifier: Apache-2.0
// A little room on the disk, held while a run lives and given back for its record: a program that
// fills the disk cannot keep its own end from being written down. The room has no name, so nothing
// of it stays behind whatever ends trena.
#pragma once

#include <filesystem>

#include "core/descriptor.h"
#include "core/result.h"

namespace trena {

class DiskReserve {
 public:
  // In this folder's file system.
  explicit DiskReserve(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // An Error where there is no such room.
  Status Take();
  void GiveBack();

 private:
  std::filesystem::path folder_;
  Descriptor file_;  // kept: each new file would cost the disk a place that is soon free again
};

// Whether what is left where `folder` is would hold no more than a line or two.
bool DiskIsFull(const std::filesystem::path& folder);

}  // namespace trena
