// SPDX-License-Identifier: Apache-2.0
// Makes a control group for each run of a study below our own. What that needs to know is looked up
// once, and what a trena that was killed has left behind is removed once.
#pragma once

#include <optional>
#include <string>

#include "measure/sensors/kernel/cgroup.h"

namespace trena {

class GroupMaker {
 public:
  explicit GroupMaker(GroupFolders parents = OwnGroups());

  // Empty where no group that counts CPU time can be made: no error, /proc tells less but enough.
  std::optional<RunGroup> Make();

  const GroupFolders& parents() const { return parents_; }

 private:
  std::string MakeFolderIn(const std::string& parent);

  GroupFolders parents_;
  std::string name_;  // "trena-SPACE-PROCESS-START-", to be followed by a number
  int made_ = 0;
  bool tried_ = false;  // once: groups below the same parent are alike
};

}  // namespace trena
