// SPDX-License-Identifier: Apache-2.0
// The update of the weights, in PyTorch's convention: weight decay is added to the gradient, and
// SGD's velocity is v = momentum·v + g, w = w − rate·v.
#pragma once

#include <ATen/core/Tensor.h>

#include <memory>
#include <vector>

#include "core/result.h"
#include "runner_common/network.h"
#include "runner_common/scenario.h"

namespace trena {

class Optimizer {
 public:
  virtual ~Optimizer() = default;
  // One update; gradients are in the order of the weights.
  virtual void Step(const std::vector<at::Tensor>& gradients) = 0;
  virtual void SetLearningRate(double rate) = 0;
};

// Keeps handles of `weights`, those of the network in its order, and updates them in place.
Result<std::unique_ptr<Optimizer>> MakeOptimizer(const Scenario& scenario, const Network& network,
                                                 const std::vector<at::Tensor>& weights);

}  // namespace trena
