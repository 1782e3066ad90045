// SPDX-License-Identifier: Apache-2.0
// Where a series of successive observations settles, such as the times of a training's first
// steps. What is still warm-up at its beginning is cut off where that makes the standard error of
// the rest's mean least (MSER: White 1997, Simulation 69; Jain 1991, section 25.3 on removing a
// transient), if it is slower than the rest by more than chance. Successive observations resemble
// each other, so the mean of n of them is known less well than of n independent ones: by the
// first-order autocorrelation r, n counts as n (1 - r) / (1 + r) (Law 2015, Simulation Modeling and
// Analysis, section 9.5.3).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace trena {

struct SteadyState {
  size_t warm_up = 0;           // observations at the beginning that do not belong to it
  size_t observations = 0;      // the others
  double mean = 0;              // of the others
  double correlation = 0;       // of one with the next; not below 0
  double effective_n = 0;       // as many independent ones
  double spread = 0;            // variance of one about the mean of these
  double halves = 0;            // and of the means of their first and second half
  std::optional<double> error;  // standard error of the mean; missing below three
};

// Of what comes after a warm-up; missing without observations there.
std::optional<SteadyState> SteadyStateAfter(std::span<const double> values, size_t warm_up);

// The warm-up of several series of the same kind, seen where one alone is too noisy: of their mean,
// each in units of its own median (Welch 1983; Law 2015, section 9.5.1). As far as all of them go;
// at most half of them are warm-up, and three are left where there are as many.
size_t CommonWarmUp(const std::vector<std::vector<double>>& series);

}  // namespace trena
