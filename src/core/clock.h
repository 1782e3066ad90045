// SPDX-License-Identifier: Apache-2.0
// The two clocks: CLOCK_MONOTONIC, by which everything is timed (events and samples share it), and
// the calendar, only for people.
#pragma once

#include <string>

#include "core/text/units.h"

namespace trena {

// Seconds of CLOCK_MONOTONIC.
double MonotonicNow();

// CPU seconds this process has used.
Seconds OwnCpuTime();

// Seconds of the calendar since 1970; it can be set, forward and back.
double CalendarSeconds();

// "2026-11-15T21:37:04Z".
std::string CalendarNow();

}  // namespace trena
