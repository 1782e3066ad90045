// SPDX-License-Identifier: Apache-2.0
// What mode `verify` trains, the same in every runner (docs/runner-protocol.md).
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/npy/npy.h"
#include "runner_common/images.h"
#include "runner_common/learning_rate.h"

namespace trena {

constexpr int64_t kVerifySteps = 20;
constexpr int64_t kVerifyDropAt = 10;  // from this step on a tenth of the learning rate
constexpr int64_t kVerifyMostIndices = 1000;

// Of a step.
inline double VerifyRate(const LearningRate& rate, int64_t step) {
  return rate.At(step, kVerifySteps) / (step < kVerifyDropAt ? 1 : 10);
}

using NamedArrays = std::vector<std::pair<std::string, Array>>;

// The images trained on, in order.
inline Array TrainedIndices(const Order& order, int64_t batch) {
  int64_t steps = std::min(kVerifySteps, order.Steps(batch));
  int64_t count = std::min(kVerifyMostIndices, steps * batch);
  const int32_t* first = order.Step(0, 0, batch);
  return Array::Of<int32_t>({count}, std::vector<int32_t>(first, first + count));
}

}  // namespace trena
