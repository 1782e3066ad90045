// SPDX-License-Identifier: Apache-2.0
// The order in which every framework sees the images: one permutation per epoch, prepared, so that
// no framework's own shuffling is measured or differs.
#pragma once

#include <cstdint>
#include <vector>

namespace trena {

// `epochs` rows, each a permutation of 0 … images-1, by Fisher and Yates with Boost.Random's
// mt19937_64 and uniform_int_distribution: the same with every compiler. The first rows do not
// depend on how many follow.
std::vector<int32_t> EpochOrders(int images, int epochs, uint64_t seed);

}  // namespace trena
