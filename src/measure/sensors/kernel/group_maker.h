// SPDX-License-Identifier: Apache-2.0
// Makes a control group for each run of a study below our own. What that needs to know is looked up
// once, and what a trena that was killed has left behind is removed once.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "measure/sensors/kernel/cgroup.h"

namespace trena {

class GroupMaker {
 public:
  explicit GroupMaker(GroupFolders parents = OwnGroups());

  // Empty where no group that counts CPU time can be made: no error, /proc tells less but enough.
  std::optional<RunGroup> Make();
  // One whose processes are held to so much memory; whether it counts CPU time is all the same.
  Result<RunGroup> MakeLimited(Bytes memory);

  const GroupFolders& parents() const { return parents_; }

 private:
  std::string MakeFolderIn(const std::string& parent);
  void CountIn(GroupFolders& made);

  GroupFolders parents_;
  std::string memory_parent_;  // where leftovers were removed
  std::string prefix_;         // "trena-SPACE-"
  std::string name_;           // "trena-SPACE-PROCESS-START-", to be followed by a number
  int made_ = 0;
  bool tried_ = false;  // once: groups below the same parent are alike
};

}  // namespace trena
