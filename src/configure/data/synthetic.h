// SPDX-License-Identifier: Apache-2.0
// Generated images for tests and demonstrations: noise, and on it a blob whose place and colour
// belong to the class, so that training has something to learn. Only sums, products and quotients
// go into a pixel, so they are the same on every machine.
#pragma once

#include "configure/data/images.h"

namespace trena {

// `seed` tells the parts apart; the first images do not depend on `count`.
Images Synthesize(const Dataset& dataset, int size, int count, uint64_t seed);

}  // namespace trena
