// SPDX-License-Identifier: Apache-2.0
// Where a time jumps: between two sizes it changes by a factor that no smooth law explains (what no
// longer fits in a cache, say). Everything is of the logarithm of the time (log_law.h).
//
// A jump must beat every smooth law: the linear one, Amdahl's, and any parabola in log x, which has
// the constant and the power law in it and bends as well. Of each, a step between two sizes is
// added at the best place and judged by F, p times the number of places (Bonferroni); the greatest
// p of the laws counts, so that whichever law is true, a jump is seen where there is none in no
// more than the share that was asked for. Laws hopelessly behind the best
// (10 of AICc, "essentially no support": Burnham and Anderson 2002, section 2.6) are not asked:
// those without a step and, where the best law with one leaves every smooth law so far behind,
// those that are as far behind it with a step of their own. Else a law that fits nothing would hide
// a jump where each size was run once.
#pragma once

#include <optional>
#include <span>

#include "core/result.h"

namespace trena {

struct ChangePoint {
  double last_before = 0;  // the sizes between which it jumps
  double first_after = 0;
  double ratio = 1;      // by which the time is multiplied there, beside the law
  double p = 1;          // of no jump
  double aicc_gain = 0;  // the best smooth law's AICc less that of the best law with a step
};

// Nothing when there is no jump to be told: with less than five sizes or eight observations there
// never is, since a parabola and a step would leave nothing over. Fails as MakeLogPoints does.
Result<std::optional<ChangePoint>> FindChangePoint(std::span<const double> sizes,
                                                   std::span<const double> times,
                                                   double significance = 0.05);

}  // namespace trena
