// SPDX-License-Identifier: Apache-2.0
// The CPUs that a run can use: our affinity mask.
#pragma once

#include <cstddef>
#include <vector>

namespace trena {

// Their numbers; empty when the kernel does not tell.
std::vector<int> VisibleCpus();

// The same, for those who must work on one: the first where the kernel does not tell.
std::vector<int> UsableCpus();

// Keeps the calling thread there; where that is refused, the scheduler chooses.
void StayOn(int cpu);

// At most `most` of them, evenly spread.
std::vector<int> SpreadOver(const std::vector<int>& cpus, size_t most);

}  // namespace trena
