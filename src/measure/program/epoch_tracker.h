// SPDX-License-Identifier: Apache-2.0
// Epochs made of what lines of output told (study/sections/output_patterns.h): which began and
// ended when, and with which values. What is not known stays out: the first epoch has a time only
// if a line told its beginning or the program printed its seconds.
#pragma once

#include <optional>

#include "core/json.h"
#include "study/sections/output_patterns.h"

namespace trena {

class EpochTracker {
 public:
  // `t` is when the line was read, CLOCK_MONOTONIC. The epoch's event (docs/runner-protocol.md)
  // when the line ended one.
  std::optional<Json> Take(const LineTold& told, double t);

 private:
  void Keep(const LineTold& told);
  std::optional<double> SecondsUntil(double t) const;

  int count_ = 0;
  std::optional<double> begin_;  // of the epoch under way: its own line's, or the last one's end
  LineTold values_;              // told since the last epoch ended
};

}  // namespace trena
