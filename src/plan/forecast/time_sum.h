// SPDX-License-Identifier: Apache-2.0
// The time of many runs added up with its errors. The errors of a run's time are relative and of
// three kinds, which add up differently: from run to run (by squares over runs), of what is known
// of its scenario (by squares over scenarios), and of a model's effects (directly, since all its
// scenarios share them). docs/methods/forecast.md has the formulas.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/value.h"

namespace trena {

// Where the time of a scenario is known from.
enum class TimeSource { kNothing, kRuns, kPilot, kModel, kGiven, kOtherLength };
inline constexpr size_t kTimeSources = 6;

const char* ToString(TimeSource source);

// What one run of a scenario takes. Errors are standard errors of the logarithm.
struct TimeEstimate {
  TimeSource source = TimeSource::kNothing;
  double seconds = 0;
  size_t n = 0;               // the runs, pilots or (of a model) scenarios it rests on
  std::optional<double> own;  // of the scenario's mean
  double common = 0;          // shared with every other scenario of the model
  // Processes it is the mean of, whose deviation from run to run, ÷ √, is in its error besides; 0
  // where `own` has that.
  size_t processes = 0;
  // How far runs lie apart, relatively, where that is not as of all others.
  std::optional<double> noise = {};
  // What of `seconds` grows with the length of a run (other_lengths.h): steps at their steady rate,
  // and evaluations; 0 where that is not known.
  double steady_s = 0;
  double evaluate_s = 0;
};

// A figure with its interval, where there is one.
struct Estimated {
  double value = 0;
  std::optional<double> low;
  std::optional<double> high;
};

// How far runs of the same scenario lie apart, relatively, and on how much that rests.
struct RunDeviation {
  double relative = 0;
  double df = 0;
};

// What is known of scenarios that were never run whole: from their pilots, for example.
struct ForetoldTimes {
  std::unordered_map<std::string, TimeEstimate> by_key;  // of the scenario
  std::unordered_map<std::string, Values> lengths = {};  // its epochs and images, where known
  // Of whole runs; missing where no scenario was tried twice.
  std::optional<RunDeviation> deviation;
};

class TimeSum {
 public:
  // `runs` more (or with `sign` -1, no more) of a scenario.
  void Add(const TimeEstimate& estimate, double runs, double sign);
  // Another sum, each of its seconds counting `scale` times.
  void Add(const TimeSum& other, double scale);

  double value() const { return value_; }
  // At kForecastConfidence. `deviation` empty: no interval, if any run lies apart by it. `df` is of
  // the errors that are not of earlier runs. Never below 0.
  Estimated Now(const std::optional<RunDeviation>& deviation, double df) const;

 private:
  double value_ = 0;
  double noise_ = 0;   // sum over runs of seconds²
  double repeat_ = 0;  // sum over scenarios with processes of (runs × seconds)² ÷ processes
  double own_ = 0;     // sum over the other scenarios of (runs × seconds × own)²
  double common_ = 0;  // sum of runs × seconds × common
  double unsure_ = 0;  // runs without an error
  double usual_ = 0;   // runs that lie apart as all others do
};

// Of every forecast.
inline constexpr double kForecastConfidence = 0.90;

}  // namespace trena
