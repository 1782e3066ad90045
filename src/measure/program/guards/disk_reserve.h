// SPDX-License-Identifier: Apache-2.0
// A little room on the disk, held while runs live and given back for a record that finds none: a
// program that fills the disk cannot keep its own end from being written down. The room has no
// name, so nothing of it stays behind whatever ends trena.
#pragma once

#include <filesystem>

#include "core/process/descriptor.h"
#include "core/result.h"

namespace trena {

class DiskReserve {
 public:
  // In this folder's file system.
  explicit DiskReserve(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // If it is not held yet. An Error where there is no such room.
  Status Take();
  void GiveBack();

 private:
  std::filesystem::path folder_;
  Descriptor file_;
  bool held_ = false;
};

// Whether what is left where `folder` is would hold no more than a line or two.
bool DiskIsFull(const std::filesystem::path& folder);

}  // namespace trena
