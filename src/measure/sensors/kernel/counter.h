// SPDX-License-Identifier: Apache-2.0
// Counters that only grow (time, bytes, energy), and what can be said of them from reading to
// reading. One that steps back was reset: what it grew meanwhile is missing, never negative, unless
// it is known to begin anew at a range. A reading that fails leaves a gap: the next one spans it.
#pragma once

#include "store/sample_file.h"

namespace trena {

class Counter {
 public:
  // `range`: the value after which it begins at 0 again.
  explicit Counter(Reading range = std::nullopt) : range_(range) {}

  // How much it grew since the last value that could be read; missing for the first.
  Reading Growth(Reading value);
  // The same per second.
  Reading Rate(double now, Reading value);
  // The next value is the first again.
  void Forget() { last_.reset(); }

 private:
  Reading range_;
  Reading last_;
  double last_time_ = 0;
};

// A counter's growth since the first reading.
class Total {
 public:
  explicit Total(Reading range = std::nullopt) : counter_(range) {}

  // Missing while the value is, and once when it was reset. What grows while it is not `charged`
  // is left out.
  Reading Since(Reading value, bool charged = true);
  void Forget();

 private:
  Counter counter_;
  bool begun_ = false;
  double total_ = 0;
};

// A percentage that can be: 0 to 100. Two counters are read a little apart, so what is slightly
// more is 100; what is far off or below 0 is missing.
Reading SanePercent(Reading percent);

// Whether costly files are due: ten files a second at most, the first time at once.
class Pace {
 public:
  explicit Pace(size_t files) : period_(static_cast<double>(files) / kFilesPerSecond) {}
  bool Due(double now);
  void Forget() { last_.reset(); }

 private:
  static constexpr double kFilesPerSecond = 10;
  double period_;
  Reading last_;
};

}  // namespace trena
