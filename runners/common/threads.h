// SPDX-License-Identifier: Apache-2.0
// How many threads a framework is given: those that the scenario asks for, but no more than the
// user's own OMP_THREAD_LIMIT. OpenMP would not start more all the same, and OpenBLAS's matrix
// products may wait for ever for threads that never start (OpenBLAS, issue 5947).
#pragma once

#include <optional>

#include "runner_common/scenario.h"

namespace trena {

// Empty: the framework's default.
std::optional<int> ThreadsFor(const Scenario& scenario);

}  // namespace trena
