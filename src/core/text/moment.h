// SPDX-License-Identifier: Apache-2.0
// A moment of the calendar as people write it in a file that is read on several machines: in UTC
// unless an offset is given.
#pragma once

#include <optional>
#include <string>

#include "core/result.h"
#include "core/text/units.h"

namespace trena {

// Days since 1970 of "2024-01-15"; missing for what is no day of the calendar.
std::optional<double> ParseDay(const std::string& text);

// "2024-01-15 18:00", "2024-01-15T18:00:42Z", "2024-01-15 18:00-03:00"; "2024-01-15" is the end of
// that day. Seconds since 1970.
Result<Seconds> ParseMoment(const std::string& text);

// "2024-01-15 18:00 UTC".
std::string MomentText(Seconds moment);

}  // namespace trena
