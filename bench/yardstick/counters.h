// SPDX-License-Identifier: Apache-2.0
// What the kernel counts while a run goes on, read every 100 ms, so that the training's own seconds
// can be cut out of it: time stolen by the host, others' CPU time, pressure, switches, and cache
// misses where perf_event_open has them. What a machine does not count is not there, never 0.
//
//   CounterWatch watch;
//   … a child process …
//   Counted counted = watch.Stop();
//   std::map<std::string, double> rates = RatesOf(counted, {begin, end});
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "measure/sensors/kernel/counter.h"

namespace trena {

struct Window {
  double begin = 0;  // CLOCK_MONOTONIC
  double end = 0;
};

struct CounterSnapshot {
  double t = 0;
  std::map<std::string, double> totals;  // by name, only those that were read
};

// Of this process and its children that have ended.
struct ProcessUse {
  double own_cpu_s = 0;
  double children_cpu_s = 0;
  double children_involuntary = 0;  // context switches
};

struct Counted {
  std::vector<CounterSnapshot> snapshots;  // the first as it began, the last as it stopped
  ProcessUse use;                          // between these two
  std::string perf;  // whose events: "all CPUs", "the run", or why there are none
};

// Made, and stopped, by the thread that starts the run: events of a run alone are inherited from
// it.
class CounterWatch {
 public:
  CounterWatch();
  ~CounterWatch();
  Counted Stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Names of all that RatesOf can tell.
std::vector<std::string> RateNames();

// Regressors by name: shares of time as they are, events as ln(1 + events a second). Those of the
// training's own seconds, but others' CPU time and the run's involuntary switches: the kernel tells
// them of a process as it ends, so they are of the whole of `trena measure`.
std::map<std::string, double> RatesOf(const Counted& counted, const Window& training);

}  // namespace trena
