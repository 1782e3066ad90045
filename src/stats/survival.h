// SPDX-License-Identifier: Apache-2.0
// Times until something happens, some of them censored: watched so long, and it had not happened
// yet. Leaving those out would make the mean too small; the product-limit estimate does not (Kaplan
// and Meier, J. American Statistical Association 53, 1958).
#pragma once

#include <optional>
#include <span>

namespace trena {

struct Lifetime {
  double time = 0;
  bool censored = false;  // it had not happened at `time`
};

// The time by which it has happened to half of them; where the estimate stands at exactly one half,
// the middle between that time and the next. Missing when it never falls below one half.
std::optional<double> MedianLifetime(std::span<const Lifetime> lifetimes);

}  // namespace trena
