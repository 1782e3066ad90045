// SPDX-License-Identifier: Apache-2.0
// The learning rate of each step of a training: one number, or one of the policies of Caffe's
// solvers with its formula and the names of its numbers (SGDSolver::GetLearningRate of Caffe 1.0).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/json.h"
#include "core/result.h"

namespace trena {

struct LearningRate {
  std::string policy = "fixed";  // or step, poly, inv
  double base = 0.01;
  double gamma = 0, power = 0;
  int64_t step_size = 1;  // steps between two drops of `step`
  // When `poly` comes to 0; empty: after the whole training.
  std::optional<int64_t> most_steps;

  bool changes() const { return policy != "fixed"; }

  // Of a step counted from 0 of a training of so many `steps`.
  double At(int64_t step, int64_t steps) const;

  // InputError where `poly` would come to 0 before that training ends.
  Status Check(int64_t steps) const;
};

// A number, or an object with `policy` and its numbers.
Result<LearningRate> ParseLearningRate(const Json& json);

}  // namespace trena
