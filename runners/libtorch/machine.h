// SPDX-License-Identifier: Apache-2.0
// Where and in which numbers a run computes: device, precision, memory layout, threads.
#pragma once

#include <ATen/core/Tensor.h>

#include "core/result.h"
#include "runner_common/scenario.h"

namespace trena {

struct Machine {
  at::Device device = at::kCPU;
  at::ScalarType type = at::kFloat;  // of weights and images
  bool autocast = false;             // bfloat16: operators that gain by it compute in bfloat16
  // Of images and convolution weights. oneDNN is about a sixth faster in channels_last.
  at::MemoryFormat layout = at::MemoryFormat::ChannelsLast;
  int64_t threads = 1;
};

// Sets up the process for the scenario: threads, seed of the generators, allocator. An input error
// when the device is not there or the precision is unknown.
Result<Machine> PrepareMachine(const Scenario& scenario);

// Waits until the device has done all it was given.
void Synchronize(const Machine& machine);

// For its life, operators compute in bfloat16 where that is what the machine was asked for.
class Autocast {
 public:
  explicit Autocast(const Machine& machine);
  ~Autocast();
  Autocast(const Autocast&) = delete;
  Autocast& operator=(const Autocast&) = delete;

 private:
  void Set(bool enabled);
  const Machine& machine_;
};

}  // namespace trena
