// SPDX-License-Identifier: Apache-2.0
// Watches over one running program until it has ended: samples, ticks for the person who waits, the
// timeout, the guards' objections, and the wish to stop.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/process/signals.h"
#include "core/text/units.h"
#include "measure/program/guards/guard.h"
#include "measure/program/supervisor.h"
#include "measure/record/samples.h"
#include "store/own_time.h"

namespace trena {

struct WatchOptions {
  Seconds sample_every{1};
  std::optional<Seconds> timeout;
  // What to do about a signal instead of ending the program.
  std::function<void(int signal)> on_signal = {};
  // The clock of a program that stands still now and then, which everything here goes by; missing:
  // the machine's. Must outlive the watch.
  const OwnTime* own_time = nullptr;
};

// Called with the seconds since the watch began, about twice a second.
using RunTick = std::function<void(double elapsed)>;

class Watch {
 public:
  // All must outlive it.
  Watch(const WatchOptions& options, Watched& program, Sampler& sampler, SignalWatch& signals,
        const RunTick& tick);

  // What may end the run beside the timeout.
  void Guard(std::vector<std::unique_ptr<trena::Guard>> guards) { guards_ = std::move(guards); }

  // Samples at the start and the end, and ever less densely within the first period, so that a
  // short run has some too. A first signal asks the program to end, a second one kills it.
  ProgramEnd UntilEnd();
  // The same as far as this moment of CLOCK_MONOTONIC: how it ended, or empty where it has not.
  std::optional<ProgramEnd> Until(double moment);

  // A sample of what it has done up to its freezing; and that what others do from there on is not
  // its own.
  void Froze();
  void Thawed();

  // Asks the program to end, as a signal for us would.
  void Interrupt();
  bool interrupted() const { return interrupted_; }
  bool timed_out() const { return timed_out_; }
  // Of the guard that had the run ended.
  const std::optional<GuardObjection>& objection() const { return objection_; }

 private:
  double Now() const;
  void Begin();
  void Wait(double moment);
  void Heed();
  void AskGuards(double now);

  double period_;
  std::function<void(int signal)> on_signal_;
  Watched& program_;
  Sampler& sampler_;
  SignalWatch& signals_;
  const RunTick& tick_;
  const OwnTime* own_time_;
  double begin_;
  double step_ = 0;  // to the next sample; 0 before the first
  double next_sample_ = 0;
  double next_tick_ = 0;
  double deadline_ = std::numeric_limits<double>::infinity();
  bool interrupted_ = false;
  bool timed_out_ = false;
  std::vector<std::unique_ptr<trena::Guard>> guards_;
  std::optional<GuardObjection> objection_;
};

}  // namespace trena
