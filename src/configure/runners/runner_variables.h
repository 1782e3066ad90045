// SPDX-License-Identifier: Apache-2.0
// The environment variables that a runner is started with. One policy for all frameworks: a thread
// that waits for work keeps its CPU for about a millisecond, then sleeps (docs/frameworks.md,
// Threads). trena sets it and not the runners, because OpenMP and OpenBLAS read it when they are
// loaded: in a program that is linked with them, that is before main(). What the user has set
// stays.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "configure/runners/runners.h"
#include "core/json.h"

namespace trena {

using Variables = std::vector<std::pair<std::string, std::string>>;

// What it gets beside our own environment: how its threads wait, and what mends it.
Variables RunnerVariables(const Runner& runner);

// The same with the user's own words on waiting, for the record of a run: {NAME: VALUE}.
Json VariablesOnRecord(const Runner& runner);

}  // namespace trena
