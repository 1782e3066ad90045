// SPDX-License-Identifier: Apache-2.0
// What the runner can be asked to do: one function per mode of the protocol.
#pragma once

#include "caffe/library.h"
#include "core/result.h"
#include "runner_common/events.h"
#include "runner_common/scenario.h"

namespace trena {

// `started`: when the process began, on MonotonicNow()'s clock.
// Also mode `pilot`, which is the first steps of it.
Status Train(const Caffe& caffe, const Scenario& scenario, double started, EventWriter& events);
Status Verify(const Caffe& caffe, const Scenario& scenario, double started, EventWriter& events);
Status Probe(const Caffe& caffe, const Scenario& scenario, double started, EventWriter& events);

}  // namespace trena
