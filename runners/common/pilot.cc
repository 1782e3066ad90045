// SPDX-License-Identifier: Apache-2.0
#include "runner_common/pilot.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

constexpr int64_t kLeadSteps = 8;
// So many groups after the lead are made however long they take: fewer tell nothing.
constexpr int64_t kFewestGroups = 4;
constexpr int64_t kFewestEvaluated = 4;

void WriteGroup(EventWriter& events, const char* part, int64_t steps, double seconds) {
  events.Write("group", {{"part", part}, {"steps", steps}, {"seconds", seconds}});
}

// The first steps of a training, which are slower than the others.
struct Lead {
  int64_t steps = 0;
  double seconds = 0;  // of a step, the quickest
};

Lead PilotLead(const PilotLimits& limits, const PilotWork& work, EventWriter& events) {
  double all = work.train(0, 1);
  events.Phase("first_step", all);
  Lead lead{1, all};
  bool slow = false;  // one more then tells that the first was not only slow by itself
  while (lead.steps < std::min(kLeadSteps, work.steps) && !slow) {
    double seconds = work.train(lead.steps, 1);
    all += seconds;
    ++lead.steps;
    lead.seconds = std::min(lead.seconds, seconds);
    slow = seconds * kFewestGroups > limits.seconds;
  }
  WriteGroup(events, "train", lead.steps, all);
  return lead;
}

// Steps of a group: all groups are the share or the fewest steps, or where steps are quick, last
// until the rate has settled.
int64_t GroupSteps(const PilotLimits& limits, const PilotWork& work, const Lead& lead) {
  int64_t by_share = (PilotSteps(limits, work.steps) - lead.steps) / limits.groups;
  double quick = std::min(limits.settle / std::max(lead.seconds, 1e-9),
                          static_cast<double>(limits.settle_steps)) /
                 static_cast<double>(limits.groups);
  int64_t group = std::max<int64_t>({1, by_share, std::llround(quick)});
  double seconds = lead.seconds * static_cast<double>(group * limits.groups);
  return seconds > limits.seconds ? 1 : group;
}

void PilotTraining(const PilotLimits& limits, const PilotWork& work, EventWriter& events) {
  Lead lead = PilotLead(limits, work, events);
  int64_t group = GroupSteps(limits, work, lead);
  int64_t steps = std::min(work.steps, lead.steps + group * limits.groups);
  double spent = 0;
  int64_t groups = 0;
  for (int64_t done = lead.steps; done < steps; ++groups) {
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
  auto share = static_cast<int64_t>(std::floor(limits.share * static_cast<double>(all)));
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
