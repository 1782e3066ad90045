// SPDX-License-Identifier: Apache-2.0
// Weights moved by no more than rounding moves them. A maximum over two nearly equal numbers, or a
// ReLU near zero, sends its gradient one way or the other by the last digits: two right trainings
// in float32 may then differ by far more than rounding in one gradient. What perturbed weights do
// to the reference shows how far.
#pragma once

#include <cstdint>

#include "configure/verify/equivalence.h"

namespace trena {

// Relative. The logits of right frameworks differ from float64's by a few times this.
constexpr double kPerturbation = 1e-6;

// Every floating-point number times 1 + u, u uniform in ±kPerturbation; the same for the same seed.
Arrays Perturbed(Arrays weights, uint64_t seed);

}  // namespace trena
