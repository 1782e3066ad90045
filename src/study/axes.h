// SPDX-License-Identifier: Apache-2.0
// What a crossing is made of: each factor is an axis, and factors that move together are one. The
// scenarios of the full crossing are numbered over the axes, the last varying fastest.
#pragma once

#include <string>
#include <vector>

#include "study/study.h"

namespace trena {

struct Axis {
  std::vector<size_t> factors;  // of Study::factors, as written; one unless they move together
  size_t size = 0;              // levels
  std::string name;             // of its first factor
};

// In the order of their first factors.
std::vector<Axis> AxesOf(const Study& study);

// Whether the factor only moves with another one that is written before it.
bool Follows(const Study& study, const std::string& factor);

}  // namespace trena
