// SPDX-License-Identifier: Apache-2.0
// How many replications, or how large an effect: the power of a one-way analysis of variance, by
// the non-central F distribution (Cohen 1988, chapter 8; R's power.anova.test). Of replications,
// variances and power any one may be missing and is found from the others.
//
//   SolvePower({.groups = 4, .between_variance = 1, .within_variance = 3, .power = 0.8});
#pragma once

#include <optional>

#include "core/result.h"

namespace trena {

struct PowerQuestion {
  int groups = 2;
  std::optional<double> replications{};  // of each group; need not be whole when it is the answer
  std::optional<double> between_variance{};  // of the groups' true means, with groups - 1
  std::optional<double> within_variance{};
  double significance = 0.05;
  std::optional<double> power{};
};

// The question with its one missing number filled in. Fails when not exactly one is missing, for
// fewer than two groups or replications, variances below zero, probabilities outside (0, 1), and
// when no value answers it (power below the significance, or more than ten million replications).
Result<PowerQuestion> SolvePower(const PowerQuestion& question);

// The probability that an F test with these degrees of freedom finds an effect that makes its
// statistic non-central by `shift`: the squares of the effect over all runs, in units of the
// error's variance. Missing without degrees of freedom.
std::optional<double> FTestPower(double df1, double df2, double shift, double significance = 0.05);

// The shift that it finds with this power; missing where FTestPower is, or where none does.
std::optional<double> ShiftForPower(double df1, double df2, double power,
                                    double significance = 0.05);

}  // namespace trena
