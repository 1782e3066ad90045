// SPDX-License-Identifier: Apache-2.0
// The memory that a verification takes, worked out from its network before it starts. The largest
// is the reference in float64; meanwhile trena holds nothing. Later it holds the reference's
// gradients and those of one framework beside the process that runs, one at a time.
#pragma once

#include <cstdint>
#include <string>

#include "configure/networks/network_memory.h"
#include "core/json.h"
#include "core/result.h"

namespace trena {

struct VerifyMemory {
  std::string training = {};  // "network1, mnist 32×32"
  double reference = 0;       // bytes of its process, in float64
  double own = 0;             // most that trena holds, between two processes
};

// `extra`: numbers that the optimizer keeps for each parameter.
VerifyMemory MemoryOfVerification(const NetworkMemory& network, int extra, bool decays,
                                  int64_t batch);

// Of the scenario of a verification, whose network.json is read.
Result<VerifyMemory> MemoryOfVerification(const Json& scenario);

}  // namespace trena
