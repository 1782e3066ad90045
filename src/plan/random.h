// SPDX-License-Identifier: Apache-2.0
// Chance that is the same on every machine and for ever: the generator that the C++ standard fixes
// and Boost's way of drawing below a bound, which unlike std's is one algorithm everywhere.
#pragma once

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <utility>
#include <vector>

namespace trena {

using Random = boost::random::mt19937_64;

// A number from 0 to below `bound`, which is at least 1.
inline size_t Below(Random& random, size_t bound) {
  return boost::random::uniform_int_distribution<size_t>(0, bound - 1)(random);
}

// Fisher–Yates from the end.
template <typename T>
void Shuffle(std::vector<T>& items, Random& random) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[Below(random, i)]);
}

}  // namespace trena
