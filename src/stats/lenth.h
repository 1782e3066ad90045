// SPDX-License-Identifier: Apache-2.0
// Effects of a design that repeats nothing, judged by each other: most of them are noise, and what
// is typical of them is the error (Lenth, Quick and easy analysis of unreplicated factorials,
// Technometrics 31, 1989). The pseudo standard error is 1.5 times the median size of the effects
// that are not far too large to be noise; it counts as having a third as many degrees of freedom
// as there are effects. An effect beyond the margin of error is one that chance alone would rarely
// show of one effect; beyond the simultaneous margin, of any of them.
//
// The t that Lenth takes is on the safe side: of 7, 15 and 31 effects that are all noise any is
// beyond the simultaneous margin in 1, 2 and 3 of 100 studies, not in 5.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trena {

struct PseudoError {
  size_t effects = 0;
  double standard_error = 0;  // of each effect
  double df = 0;
  double margin = 0;               // of error, for one effect
  double simultaneous_margin = 0;  // for all together
};

// Of effects as differences between two means, which all have the same error. Missing for none, for
// effects that are not finite, and where most of them are exactly nothing.
std::optional<PseudoError> FindPseudoError(const std::vector<double>& effects, double confidence);

// What so many effects count as: a third of them.
double DegreesOfEffects(size_t effects);

// How often chance alone shows an effect of this p, or a smaller one, among so many (Šidák): at
// most 1 - confidence exactly where the effect is beyond the simultaneous margin.
double AmongMany(double p, size_t effects);

// How large one effect must be, in units of its standard error, to be beyond the simultaneous
// margin with this power, when the others are noise. By simulation of what the others are, from a
// fixed seed; missing for less than two effects.
std::optional<double> EffectForPower(size_t effects, double power, double confidence);

}  // namespace trena
