// SPDX-License-Identifier: Apache-2.0
// What `compare --threshold` decides. A guard that passes whatever it cannot see guards nothing: a
// threshold is kept only where every scenario of the first study was measured in the second and the
// whole interval of its ratio is below the threshold (what is called a test of non-inferiority). A
// scenario that ended well on neither side did not change, and one that is new has nothing to be
// held against.
#pragma once

#include <optional>

#include "analyze/compare/study_comparison.h"
#include "stats/comparisons/ratio_interval.h"

namespace trena {

// Sets `guard` and `guard_findings`, from all the rest.
void JudgeThreshold(StudyComparison& comparison);

// Whether the reason says that the threshold is crossed, or only that it may be.
bool IsCrossing(GuardReason reason);

// The smallest change whose interval would leave out 1, were the spread as it is: 0.05 is 5 %.
std::optional<double> SmallestDetectable(const RatioInterval& interval);

// The largest of all scenarios and metrics: a change that could be seen wherever it was.
std::optional<double> DetectableEverywhere(const StudyComparison& comparison);

}  // namespace trena
