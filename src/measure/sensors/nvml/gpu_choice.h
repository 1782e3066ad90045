// SPDX-License-Identifier: Apache-2.0
// Which GPUs a run uses. Only they are charged to it:
//
//   1. those on which a process of the run was seen, from then on;
//   2. while none was: those that CUDA_VISIBLE_DEVICES names (in a container NVML may show no
//      process at all);
//   3. without it: the only one there is, when the run is for CUDA.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/sensors/nvml/nvml.h"

namespace trena {

// Indices of the devices that a list like "0,2" or "GPU-8932f937,GPU-d4e1" names. As in CUDA, the
// beginning of a UUID is enough when it is the only such one, and the list ends at the first entry
// that names no device.
std::vector<size_t> NamedDevices(const std::string& list, const std::vector<GpuFacts>& devices);

class GpuChoice {
 public:
  // `visible`: CUDA_VISIBLE_DEVICES as the run sees it.
  GpuChoice(const std::vector<GpuFacts>& devices, const std::optional<std::string>& visible,
            bool for_cuda);

  // A process of the run is on the device.
  void See(size_t device);
  bool IsCharged(size_t device) const { return seen_any_ ? seen_[device] : assumed_[device]; }

 private:
  std::vector<bool> seen_;
  std::vector<bool> assumed_;
  bool seen_any_ = false;
};

}  // namespace trena
