// SPDX-License-Identifier: Apache-2.0
// Whether the kernel killed a process for lack of memory since a run began: of the run's own group,
// which is evidence, or anywhere on the machine, which may be another program's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "measure/sensors/kernel/cgroup.h"

namespace trena {

class MemoryKills {
 public:
  // `own` are the groups that we are in, and a run with us: closer evidence than the whole machine.
  // Version 2 counts those below too.
  explicit MemoryKills(const GroupFolders& own, const std::string& proc = "/proc");

  // From now on. `group` is the run's, where it has one, and outlives what is asked.
  void Begin(const RunGroup* group);

  bool InGroup();
  bool OnHost();

 private:
  std::optional<int64_t> OwnCount();

  KernelFile unified_;
  KernelFile memory_;
  KernelFile host_;
  const RunGroup* group_ = nullptr;
  std::optional<int64_t> own_before_;
  std::optional<int64_t> host_before_;
};

}  // namespace trena
