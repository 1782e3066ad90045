// SPDX-License-Identifier: Apache-2.0
// What a place to run charges beside price × time of a training: set-up, idle time, whole units of
// time, disk, data; machines that are taken away (spot) or paid for whether used or not (reserved).
// Plain data of a study; what it adds up to is in charges.h, and docs/methods/cost.md explains.
#pragma once

#include <optional>

#include "core/text/units.h"

namespace trena {

// A machine that may be taken away while it trains.
struct SpotTerms {
  Seconds interrupted_every;                // mean time between interruptions
  std::optional<Seconds> checkpoint_every;  // missing: what was trained is lost as a whole
  Seconds restart{0};                       // paid for after each, before training goes on
};

struct Billing {
  std::optional<Seconds> unit;     // time is charged in whole units
  std::optional<Seconds> minimum;  // the least time charged for an attempt
  std::optional<Seconds> setup;    // of the machine, before each attempt
  std::optional<Seconds> idle;     // of the machine, after each attempt
  std::optional<Price> disk;       // for as long as the machine is paid for
  std::optional<Money> data;       // moved for each attempt
  std::optional<SpotTerms> spot;
  std::optional<double> reserved_use;  // share of the reserved time that is used, above 0 to 1
};

}  // namespace trena
