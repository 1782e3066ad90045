// SPDX-License-Identifier: Apache-2.0
#include "measure/program/watch.h"

#include <poll.h>

#include <algorithm>
#include <cmath>

#include "core/clock.h"

namespace trena {
namespace {

constexpr double kTickEvery = 0.5;

}  // namespace

Watch::Watch(const WatchOptions& options, Watched& program, Sampler& sampler, SignalWatch& signals,
             const RunTick& tick)
    : period_(options.sample_every.value),
      on_signal_(options.on_signal),
      program_(program),
      sampler_(sampler),
      signals_(signals),
      tick_(tick),
      begin_(MonotonicNow()) {
  if (options.timeout) deadline_ = begin_ + options.timeout->value;
}

ProgramEnd Watch::UntilEnd() {
  sampler_.Take(begin_);
  double step = period_ / 8;
  next_sample_ = begin_ + step;
  while (true) {
    Wait();
    if (auto end = program_.TakeEnd()) {
      // Ctrl-C reaches the program too, and it may have ended before we look.
      if (on_signal_ && signals_.Take() != 0) interrupted_ = true;
      sampler_.Take(MonotonicNow());
      return *end;
    }
    Heed();
    double now = MonotonicNow();
    if (now >= next_sample_) {
      sampler_.Take(now);
      step = std::min(step * 2, period_);
      next_sample_ = std::max(next_sample_ + step, now);
    }
    if (now >= next_tick_) {
      if (next_tick_ > 0) AskGuards(now);  // there is nothing to see yet at the start
      if (tick_) tick_(now - begin_);
      next_tick_ = now + kTickEvery;
    }
  }
}

void Watch::Wait() {
  pollfd waiting[2] = {{program_.descriptor(), POLLIN, 0}, {signals_.descriptor(), POLLIN, 0}};
  double until = std::min(next_sample_, next_tick_);
  if (!timed_out_) until = std::min(until, deadline_);
  double left = std::max(0.0, until - MonotonicNow());
  poll(waiting, 2, static_cast<int>(std::ceil(left * 1000)));
}

void Watch::Heed() {
  while (int signal = signals_.Take()) {
    if (on_signal_) {
      on_signal_(signal);
    } else if (interrupted_) {
      program_.Kill();
    } else {
      program_.Terminate();
    }
    interrupted_ = true;
  }
  if (!timed_out_ && MonotonicNow() >= deadline_) {
    timed_out_ = true;
    program_.Terminate();
  }
}

void Watch::AskGuards(double now) {
  if (objection_ || interrupted_ || timed_out_) return;
  for (auto& guard : guards_) {
    objection_ = guard->Look(now);
    if (!objection_) continue;
    if (objection_->at_once) {
      program_.Kill();
    } else {
      program_.Terminate();
    }
    return;
  }
}

}  // namespace trena
