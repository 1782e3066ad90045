// SPDX-License-Identifier: Apache-2.0
// The full crossing of a study's factors and the numbers of its combinations, from which the labels
// C1, C2, … come. Nothing here lists the crossing: it may be larger than any list.
#pragma once

#include <vector>

#include "study/axes.h"
#include "study/study.h"

namespace trena {

// A combination of levels: its number in the full crossing, from 0, the last factor varying
// fastest.
using Combination = size_t;

// The level of every axis.
using LevelIndices = std::vector<size_t>;

// How many scenarios the crossing of all factors has; as a double, since it may pass any integer.
double CrossingSize(const Study& study);

// The levels of one combination, in the study's order.
Values LevelsOf(const Study& study, Combination combination);
// The same where the study's axes are at hand.
Values LevelsOf(const Study& study, const std::vector<Axis>& axes, Combination combination);

LevelIndices IndicesOf(const std::vector<Axis>& axes, Combination combination);
Combination CombinationOf(const std::vector<Axis>& axes, const LevelIndices& indices);

}  // namespace trena
