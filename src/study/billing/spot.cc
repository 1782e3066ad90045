// SPDX-License-Identifier: Apache-2.0
#include "study/billing/spot.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

constexpr double kNeverEnds = 1e6;  // times the work

}  // namespace

std::optional<double> ExpectedSpotSeconds(double seconds, const SpotTerms& terms) {
  if (!(seconds > 0)) return 0;
  const double every = terms.interrupted_every.value;
  const double stretch =
      terms.checkpoint_every ? std::min(terms.checkpoint_every->value, seconds) : seconds;
  const double whole = std::floor(seconds / stretch);
  const double last = std::max(0.0, seconds - whole * stretch);
  const double stretches = whole * std::expm1(stretch / every) + std::expm1(last / every);
  const double expected = every * std::exp(terms.restart.value / every) * stretches;
  if (!(expected < kNeverEnds * seconds)) return std::nullopt;
  return expected;
}

}  // namespace trena
