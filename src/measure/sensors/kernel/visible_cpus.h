// SPDX-License-Identifier: Apache-2.0
// The CPUs that a run can use: our affinity mask.
#pragma once

#include <cstddef>
#include <vector>

namespace trena {

// Their numbers; empty when the kernel does not tell.
std::vector<int> VisibleCpus();

// At most `most` of them, evenly spread.
std::vector<int> SpreadOver(const std::vector<int>& cpus, size_t most);

}  // namespace trena
