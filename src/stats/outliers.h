// SPDX-License-Identifier: Apache-2.0
// Values that are far from the others of their group, at a stated rate of false alarms: each value
// is held against the mean and the standard deviation of the others (the externally studentized
// residual, Student's t with n - 2 degrees of freedom; Cook and Weisberg, Residuals and Influence
// in Regression, 1982, section 2.2.2; of one group it is Grubbs's test), and p is multiplied by the
// number of values looked at in all groups (Bonferroni). Of normal groups, however much each
// spreads, any value at all is named in at most `significance` of the studies.
//
// Power: of eight groups of five a value 20 standard deviations off is found in about 9 of 10
// studies, one 10 off in 4 of 10; of eight groups of ten one 6 off in 6 of 10 (outliers_test.cc).
// Two wild values in one small group hide each other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trena {

// Groups with fewer are not looked at: of four values one would have to be 25 deviations off.
inline constexpr size_t kLeastForOutliers = 5;

struct Outlier {
  size_t group = 0;
  size_t index = 0;  // of the value in its group
  double p = 0;      // adjusted
};

// In the order of groups and values. Where the others of a group do not differ at all, nothing says
// how far is far: none.
std::vector<Outlier> FindOutliers(std::span<const std::vector<double>> groups,
                                  double significance = 0.05);

}  // namespace trena
