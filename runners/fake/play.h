// SPDX-License-Identifier: Apache-2.0
// Acts a script out: events, time, memory, children, and the ending.
#pragma once

#include "core/result.h"
#include "fake/script.h"
#include "runner_common/events.h"
#include "runner_common/scenario.h"

namespace trena {

// Does not return where the script's outcome ends the process. An outcome out_of_memory is thrown
// as std::bad_alloc.
Status Play(const Scenario& scenario, const Script& script, double started, EventWriter& events);

}  // namespace trena
