// SPDX-License-Identifier: Apache-2.0
// The power of an F test, by the non-central F distribution (Cohen 1988, chapter 8; R's
// power.anova.test), and how large an effect must be to be found.
//
//   ShiftForPower(3, 16, 0.8);  // four groups of five runs each
#pragma once

#include <optional>

namespace trena {

// The probability that an F test with these degrees of freedom finds an effect that makes its
// statistic non-central by `shift`: the squares of the effect over all runs, in units of the
// error's variance. Missing without degrees of freedom.
std::optional<double> FTestPower(double df1, double df2, double shift, double significance = 0.05);

// The shift that it finds with this power; missing where FTestPower is, or where none does.
std::optional<double> ShiftForPower(double df1, double df2, double power,
                                    double significance = 0.05);

}  // namespace trena
