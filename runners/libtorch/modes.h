// SPDX-License-Identifier: Apache-2.0
// What the runner can be asked to do: one function per mode of the protocol. They write their own
// events; what libtorch throws goes through.
#pragma once

#include "core/result.h"
#include "runner_common/events.h"
#include "runner_common/scenario.h"

namespace trena {

// `started`: when the process began, on MonotonicNow()'s clock.
Status Train(const Scenario& scenario, double started, EventWriter& events);
Status Pilot(const Scenario& scenario, double started, EventWriter& events);
Status Verify(const Scenario& scenario, double started, EventWriter& events);
Status Probe(const Scenario& scenario, double started, EventWriter& events);

}  // namespace trena
