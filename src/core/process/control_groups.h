// SPDX-License-Identifier: Apache-2.0
// The kernel's control groups as this process sees them: which it is in, of version 2 and of
// version 1, and where their folders are. Only read; groups are made elsewhere.
#pragma once

#include <string>

namespace trena {

// The folders of the groups that a process is in; empty where there is none that counts.
struct GroupFolders {
  std::string unified;  // version 2
  std::string cpu;      // version 1: cpuacct, without the cpu controller
  std::string memory;   // version 1; a run has one of its own only where its memory is limited
};

// Of this process, from /proc/self/cgroup and /proc/self/mountinfo.
GroupFolders OwnGroups(const std::string& proc = "/proc");

}  // namespace trena
