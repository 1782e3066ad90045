// SPDX-License-Identifier: Apache-2.0
// How long the quota of our control group held its threads back (version 2, or version 1).
#pragma once

#include <string>

#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"

namespace trena {

class CgroupThrottle {
 public:
  // Finds the nearest group above us that has a quota; without one, our own.
  CgroupThrottle(const std::string& proc, const std::string& sys);

  // Seconds summed over CPUs since the group was made; missing when the kernel does not tell.
  Reading ThrottledSeconds();

 private:
  KernelFile stat_;
};

}  // namespace trena
