// SPDX-License-Identifier: Apache-2.0
#include "runner_common/pilot.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

// So many groups after the first step are made however long they take: fewer tell nothing.
constexpr int64_t kFewestGroups = 4;
constexpr int64_t kFewestEvaluated = 4;

void WriteGroup(EventWriter& events, const char* part, int64_t steps, double seconds) {
  events.Write("group", {{"part", part}, {"steps", steps}, {"seconds", seconds}});
}

void PilotTraining(const PilotLimits& limits, const PilotWork& work, EventWriter& events) {
  int64_t steps = PilotSteps(limits, work.steps);
  double first = work.train(0, 1);
  events.Phase("first_step", first);
  WriteGroup(events, "train", 1, first);
  int64_t group = std::max<int64_t>(1, (steps - 1 + limits.groups - 1) / limits.groups);
  // Steps are slow: as few of them as tell something.
  if (first * static_cast<double>(steps) > limits.seconds) group = 1;
  double spent = 0;
  int64_t groups = 0;
  for (int64_t done = 1; done < steps; ++groups) {
    if (spent > limits.seconds && groups >= kFewestGroups) break;
    int64_t count = std::min(group, steps - done);
    double seconds = work.train(done, count);
    WriteGroup(events, "train", count, seconds);
    spent += seconds;
    done += count;
  }
}

void PilotEvaluation(const PilotLimits& limits, const PilotWork& work, EventWriter& events) {
  if (work.evaluate_steps <= 0 || work.evaluations <= 0) return;
  PilotLimits few = limits;
  few.at_least = kFewestEvaluated;
  int64_t steps = PilotSteps(few, work.evaluate_steps);
  double first = work.evaluate(0, 1);
  WriteGroup(events, "evaluate", 1, first);
  bool slow = first * static_cast<double>(steps) > limits.seconds;
  if (steps > 1 && !slow) WriteGroup(events, "evaluate", steps - 1, work.evaluate(1, steps - 1));
}

}  // namespace

int64_t PilotSteps(const PilotLimits& limits, int64_t all) {
  auto share = static_cast<int64_t>(std::ceil(limits.share * static_cast<double>(all)));
  return std::min(all, std::max(limits.at_least, share));
}

void RunPilot(const PilotLimits& limits, const PilotWork& work, EventWriter& events) {
  PilotTraining(limits, work, events);
  PilotEvaluation(limits, work, events);
  events.Write("pilot", {{"steps", work.steps},
                         {"evaluate_steps", work.evaluate_steps},
                         {"evaluations", work.evaluate_steps > 0 ? work.evaluations : 0}});
}

}  // namespace trena
