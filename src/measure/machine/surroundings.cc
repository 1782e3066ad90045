// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/surroundings.h"

#include "core/clock.h"

namespace trena {

double ClockStep(double calendar_begin, double calendar_end, double monotonic_begin,
                 double monotonic_end) {
  return (calendar_end - calendar_begin) - (monotonic_end - monotonic_begin);
}

Surroundings::Surroundings(bool yardstick)
    : before_(yardstick ? std::optional(ReadYardstick()) : std::nullopt),
      calendar_(CalendarSeconds()),
      monotonic_(MonotonicNow()) {}

void Surroundings::AddTo(RunRecord& run) const {
  run.metrics["clock_step_s"] = ClockStep(calendar_, CalendarSeconds(), monotonic_, MonotonicNow());
  if (!before_ || run.outcome == Outcome::kInterrupted) return;
  run.yardstick = YardstickJson(*before_, ReadYardstick());
  run.AddMetrics(YardstickMetrics(run.yardstick));
}

}  // namespace trena
