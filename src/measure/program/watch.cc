// SPDX-License-Identifier: Apache-2.0
#include "measure/program/watch.h"

#include <poll.h>

#include <algorithm>
#include <cmath>

#include "core/clock.h"

namespace trena {
namespace {

constexpr double kTickEvery = 0.5;
constexpr double kLongestWait = 3600;

}  // namespace

Watch::Watch(const WatchOptions& options, Watched& program, Sampler& sampler, SignalWatch& signals,
             const RunTick& tick)
    : period_(options.sample_every.value),
      on_signal_(options.on_signal),
      program_(program),
      sampler_(sampler),
      signals_(signals),
      tick_(tick),
      own_time_(options.own_time),
      begin_(Now()) {
  if (options.timeout) deadline_ = begin_ + options.timeout->value;
}

double Watch::Now() const {
  const double now = MonotonicNow();
  return own_time_ != nullptr ? own_time_->At(now) : now;
}

void Watch::Begin() {
  sampler_.Take(begin_);
  step_ = period_ / 8;
  next_sample_ = begin_ + step_;
}

ProgramEnd Watch::UntilEnd() { return *Until(std::numeric_limits<double>::infinity()); }

std::optional<ProgramEnd> Watch::Until(double moment) {
  if (step_ == 0) Begin();
  while (true) {
    Wait(moment);
    if (auto end = program_.TakeEnd()) {
      // Ctrl-C reaches the program too, and it may have ended before we look.
      if (on_signal_ && signals_.Take() != 0) interrupted_ = true;
      sampler_.Take(Now());
      return *end;
    }
    Heed();
    double now = Now();
    if (now >= next_sample_) {
      sampler_.Take(now);
      step_ = std::min(step_ * 2, period_);
      next_sample_ = std::max(next_sample_ + step_, now);
    }
    if (now >= next_tick_) {
      if (next_tick_ > 0) AskGuards(now);  // there is nothing to see yet at the start
      if (tick_) tick_(now - begin_);
      next_tick_ = now + kTickEvery;
    }
    if (MonotonicNow() >= moment) return std::nullopt;
  }
}

void Watch::Froze() { sampler_.Take(Now()); }

void Watch::Thawed() { sampler_.Skip(Now()); }

void Watch::Wait(double moment) {
  pollfd waiting[2] = {{program_.descriptor(), POLLIN, 0}, {signals_.descriptor(), POLLIN, 0}};
  double until = std::min(next_sample_, next_tick_);
  if (!timed_out_) until = std::min(until, deadline_);
  const double left = std::max(0.0, std::min(until - Now(), moment - MonotonicNow()));
  const double whole = std::floor(std::min(left, kLongestWait));
  const timespec time{static_cast<time_t>(whole),
                      static_cast<long>((std::min(left, kLongestWait) - whole) * 1e9)};
  ppoll(waiting, 2, &time, nullptr);
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
  if (!timed_out_ && Now() >= deadline_) {
    timed_out_ = true;
    program_.Terminate();
  }
}

void Watch::Interrupt() {
  program_.Terminate();
  interrupted_ = true;
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
