// SPDX-License-Identifier: Apache-2.0
// Whether the kernel killed a process for lack of memory since the object was made: of the run's
// own group, which is evidence, or anywhere on the machine, which may be another program's.
#pragma once

#include <cstdint>
#include <optional>

#include "measure/sensors/cgroup.h"

namespace trena {

class MemoryKills {
 public:
  // From now on. `group` is the run's, where it has one.
  explicit MemoryKills(const RunGroup* group);

  bool InGroup() const;
  bool OnHost() const;

 private:
  const RunGroup* group_;
  GroupFolders own_;
  std::optional<int64_t> own_before_;
  std::optional<int64_t> host_before_;
};

}  // namespace trena
