// SPDX-License-Identifier: Apache-2.0
// Several means against one of them, all comparisons together (Dunnett, J. American Statistical
// Association 50, 1955): the largest of t statistics that share a mean and a standard deviation.
// Used the other way round it says which means may be the best: a mean is not when it is above
// another one by more than Dunnett allows with that mean as the control (Hsu, Multiple Comparisons,
// 1996, section 4.1; Gupta's subsets). The true best is among those left in at least the stated
// share of studies, whatever the means are.
//
//   CandidatesForLeast({{10.2, 3}, {10.4, 3}, {15.0, 3}}, 0.5, 6);   // {true, true, false}
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace trena {

// P(max T > t) for t statistics of means of `others` observations against one of `control`
// observations, by a standard deviation with `df` degrees of freedom. Two statistics correlate by
// λᵢλⱼ, λ² = other ÷ (other + control). Missing without others or degrees of freedom.
std::optional<double> DunnettTail(double t, double control, std::span<const double> others,
                                  double df);

struct MeanOfSample {
  double mean = 0;
  double n = 0;
};

// Of each, whether it may be the least. `sd` is of single observations. Where it is 0, only those
// that are the least may be.
std::vector<bool> CandidatesForLeast(std::span<const MeanOfSample> means, double sd, double df,
                                     double confidence = 0.95);

}  // namespace trena
