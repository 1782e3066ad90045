// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/turn_shares.h"

#include <algorithm>

namespace trena {

TurnShares::TurnShares(std::vector<std::optional<double>> seconds, double turn, Random& random)
    : seconds_(std::move(seconds)), took_(seconds_.size()), turn_(turn) {
  // Those of equal shares do not sit out the same rounds.
  constexpr size_t kSteps = 1000;
  for (size_t i = 0; i < seconds_.size(); ++i) {
    credit_.push_back(static_cast<double>(Below(random, kSteps)) / kSteps);
  }
}

// One that takes longer than was expected has a turn left, and then another.
std::optional<double> TurnShares::Left(size_t run) const {
  if (!seconds_[run]) return std::nullopt;
  return std::max(*seconds_[run] - took_[run], turn_);
}

std::vector<size_t> TurnShares::Round(const std::vector<size_t>& playing) {
  double longest = 0;
  for (const size_t run : playing) longest = std::max(longest, Left(run).value_or(0));
  std::vector<size_t> chosen;
  for (const size_t run : playing) {
    const std::optional<double> left = Left(run);
    credit_[run] += left ? *left / longest : 1;
    if (credit_[run] < 1) continue;
    credit_[run] -= 1;
    chosen.push_back(run);
  }
  return chosen;
}

}  // namespace trena
