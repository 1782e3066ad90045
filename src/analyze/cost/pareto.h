// SPDX-License-Identifier: Apache-2.0
// What is worth choosing from: a scenario is in the Pareto set when no other is at least as good in
// both time and cost and better in one, by their means. Whether neighbours in it can be told apart
// is another question (comparison.h).
#pragma once

#include <string>
#include <vector>

namespace trena {

struct Analysis;

// By time, fastest first, so that cost falls along the list. Empty unless scenarios have both.
// Equal in both: all of them.
std::vector<std::string> FindPareto(const Analysis& analysis);

}  // namespace trena
