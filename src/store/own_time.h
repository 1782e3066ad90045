// SPDX-License-Identifier: Apache-2.0
// The clock of a run that stood still now and then while others had their turns
// (docs/methods/turns.md): the machine's, less the time it was frozen. turns.csv of its folder has
// when that was; every other file but what the program wrote itself is by this clock.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace trena {

struct FrozenSpan {
  double from = 0;  // CLOCK_MONOTONIC: nothing of the run ran any more
  double to = 0;    // right before it was let go
};

class OwnTime {
 public:
  // In order, none within another.
  explicit OwnTime(std::vector<FrozenSpan> spans = {});

  void Add(const FrozenSpan& span);
  bool empty() const { return spans_.empty(); }
  const std::vector<FrozenSpan>& spans() const { return spans_; }

  // `t` less all frozen time before it.
  double At(double t) const;
  // How much of the time between the two it was not frozen.
  double Between(double from, double to) const { return At(to) - At(from); }
  double frozen() const { return sums_.empty() ? 0 : sums_.back(); }

 private:
  std::vector<FrozenSpan> spans_;
  std::vector<double> sums_;  // of the spans up to this one
};

// turns.csv: its header, and a line of it. Whole lines are appended while the run lives.
extern const char* const kTurnsHeader;
std::string TurnsLine(const FrozenSpan& span);

// Of a run's folder. Without turns.csv it never stood still. Lines that cannot be are passed over.
OwnTime ReadOwnTime(const std::filesystem::path& folder);

}  // namespace trena
