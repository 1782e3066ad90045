// SPDX-License-Identifier: Apache-2.0
// What was around a run, seen just before its start and just after its end: the machine's speed by
// the yardstick, and whether the calendar was set meanwhile. Never inside the run's clock.
//
//   Surroundings around(wants_yardstick);
//   … the run …
//   around.AddTo(run);
#pragma once

#include <optional>

#include "measure/machine/yardstick.h"
#include "store/run.h"

namespace trena {

class Surroundings {
 public:
  // Reads the yardstick if wanted, and both clocks.
  explicit Surroundings(bool yardstick);

  // Reads again and puts what was seen into the record: `yardstick`, its metrics, and clock_step_s.
  // An interrupted run waits for no second reading and has no yardstick.
  void AddTo(RunRecord& run) const;

 private:
  std::optional<YardstickReading> before_;
  double calendar_;
  double monotonic_;
};

// By how much the calendar moved more than CLOCK_MONOTONIC, in seconds: it was set forward (or the
// machine slept, which that clock does not count); negative: it was set back.
double ClockStep(double calendar_begin, double calendar_end, double monotonic_begin,
                 double monotonic_end);

}  // namespace trena
