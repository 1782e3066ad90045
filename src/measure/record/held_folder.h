// SPDX-License-Identifier: Apache-2.0
// The folder of a run while a program that is not trusted works in it. The program may remove it,
// put another in its place or take our rights away: then it is told, and made good for what trena
// still has to write there.
//
//   HeldFolder held(folder);
//   … the program runs …
//   TRENA_CHECK(held.Restore());
//   if (held.lost()) …
#pragma once

#include <filesystem>

#include "core/process/descriptor.h"
#include "core/result.h"

namespace trena {

class HeldFolder {
 public:
  explicit HeldFolder(std::filesystem::path folder);

  // Makes the folder again where it is gone or is another; what has its name by then is removed.
  Status Restore();
  // Whether it was gone or another at a call of Restore.
  bool lost() const { return lost_; }

 private:
  bool IsThere() const;

  std::filesystem::path folder_;
  Descriptor held_;  // as long as it is open, no other folder has its number
  bool lost_ = false;
};

}  // namespace trena
