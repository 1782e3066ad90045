// SPDX-License-Identifier: Apache-2.0
// The initial weights that every framework starts from.
//
// He et al. 2015 (Delving Deep into Rectifiers, eq. 10): normal with standard deviation
// sqrt(2 / fan_in), fan_in being the inputs of one output, or the layer's `deviation`. Biases and
// shifts start at 0, scales at
// 1. The numbers come from Boost.Random's mt19937_64 and normal_distribution, whose results, unlike
// those of the standard library's distributions, are the same with every compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "configure/networks/layer_types.h"
#include "core/npy/npy.h"

namespace trena {

struct NamedArray {
  std::string name;
  Shape shape;
  std::vector<float> numbers;  // C order
};

struct WeightOptions {
  uint64_t seed = 0;
  // For `verify`: adds a number uniform in ±0.1 to biases, shifts and scales, so that a framework
  // that forgets or swaps one of them is seen.
  bool random_biases = false;
};

// One array per weight, in their order. What a weight is shows in its name's end: weight, bias,
// scale, shift.
std::vector<NamedArray> InitialWeights(const std::vector<NamedShape>& weights,
                                       const WeightOptions& options);

}  // namespace trena
