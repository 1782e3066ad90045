// SPDX-License-Identifier: Apache-2.0
// Whose turn comes in a round of turns. Runs that differ in length sit out rounds, each as many as
// makes it end when the longest does: else the short ones would meet the first moments of a block
// alone, and the long ones its last.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "plan/random.h"

namespace trena {

class TurnShares {
 public:
  // How long each will take of its own time; one of which that is not known sits out none.
  TurnShares(std::vector<std::optional<double>> seconds, double turn, Random& random);

  // One took so much of its own time.
  void Took(size_t run, double seconds) { took_[run] += seconds; }

  // Those of `playing`, in that order, that take a turn now: never none of some.
  std::vector<size_t> Round(const std::vector<size_t>& playing);

 private:
  std::optional<double> Left(size_t run) const;

  std::vector<std::optional<double>> seconds_;
  std::vector<double> took_;
  std::vector<double> credit_;  // a turn is taken for a whole one
  double turn_;
};

}  // namespace trena
