// SPDX-License-Identifier: Apache-2.0
#include "libtorch/optimizer.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/zeros_like.h>

#include <cmath>

namespace trena {
namespace {

using Tensors = std::vector<at::Tensor>;

Tensors ZerosLike(const Tensors& tensors) {
  Tensors zeros;
  for (const at::Tensor& tensor : tensors) {
    zeros.push_back(at::zeros_like(tensor).requires_grad_(false));
  }
  return zeros;
}

// The gradients with weight decay in them.
Tensors Decayed(const Tensors& gradients, const Tensors& weights, double decay) {
  return decay == 0 ? gradients : at::_foreach_add(gradients, weights, decay);
}

class Sgd : public Optimizer {
 public:
  Sgd(const Scenario& scenario, Tensors weights)
      : rate_(scenario.learning_rate),
        momentum_(scenario.momentum),
        decay_(scenario.weight_decay),
        weights_(std::move(weights)),
        velocity_(momentum_ == 0 ? Tensors() : ZerosLike(weights_)) {}

  void Step(const Tensors& gradients) override {
    at::NoGradGuard guard;
    Tensors direction = Decayed(gradients, weights_, decay_);
    if (momentum_ != 0) {
      at::_foreach_mul_(velocity_, momentum_);
      at::_foreach_add_(velocity_, direction, 1);
      direction = velocity_;
    }
    at::_foreach_add_(weights_, direction, -rate_);
  }
  void SetLearningRate(double rate) override { rate_ = rate; }

 private:
  double rate_, momentum_, decay_;
  Tensors weights_, velocity_;
};

// Kingma & Ba 2015, algorithm 1.
class Adam : public Optimizer {
 public:
  Adam(const Scenario& scenario, Tensors weights)
      : rate_(scenario.learning_rate),
        decay_(scenario.weight_decay),
        weights_(std::move(weights)),
        mean_(ZerosLike(weights_)),
        square_(ZerosLike(weights_)) {}

  void Step(const Tensors& gradients) override {
    at::NoGradGuard guard;
    ++steps_;
    Tensors direction = Decayed(gradients, weights_, decay_);
    at::_foreach_mul_(mean_, kBeta1);
    at::_foreach_add_(mean_, direction, 1 - kBeta1);
    at::_foreach_mul_(square_, kBeta2);
    at::_foreach_addcmul_(square_, direction, direction, 1 - kBeta2);
    Tensors scale = at::_foreach_sqrt(square_);
    at::_foreach_div_(scale, std::sqrt(1 - std::pow(kBeta2, steps_)));
    at::_foreach_add_(scale, kEpsilon);
    at::_foreach_addcdiv_(weights_, mean_, scale, -rate_ / (1 - std::pow(kBeta1, steps_)));
  }
  void SetLearningRate(double rate) override { rate_ = rate; }

 private:
  static constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;
  double rate_, decay_;
  int64_t steps_ = 0;
  Tensors weights_, mean_, square_;
};

std::unique_ptr<Optimizer> MakeOne(const Scenario& scenario, Tensors weights) {
  if (scenario.optimizer == "sgd") return std::make_unique<Sgd>(scenario, std::move(weights));
  return std::make_unique<Adam>(scenario, std::move(weights));
}

Tensors Chosen(const Tensors& tensors, const UpdateGroup& group) {
  Tensors chosen;
  for (const size_t index : group.weights) chosen.push_back(tensors[index]);
  return chosen;
}

// Weights whose rate and decay are multiplied differently, an optimizer for each of the groups.
class Grouped : public Optimizer {
 public:
  Grouped(const Scenario& scenario, std::vector<UpdateGroup> groups, const Tensors& weights)
      : groups_(std::move(groups)) {
    for (const UpdateGroup& group : groups_) {
      Scenario own = scenario;
      own.learning_rate *= group.rate;
      own.weight_decay *= group.decay;
      optimizers_.push_back(MakeOne(own, Chosen(weights, group)));
    }
  }

  void Step(const Tensors& gradients) override {
    for (size_t i = 0; i < groups_.size(); ++i) {
      optimizers_[i]->Step(Chosen(gradients, groups_[i]));
    }
  }
  void SetLearningRate(double rate) override {
    for (size_t i = 0; i < groups_.size(); ++i) {
      optimizers_[i]->SetLearningRate(rate * groups_[i].rate);
    }
  }

 private:
  std::vector<UpdateGroup> groups_;
  std::vector<std::unique_ptr<Optimizer>> optimizers_;
};

}  // namespace

Result<std::unique_ptr<Optimizer>> MakeOptimizer(const Scenario& scenario, const Network& network,
                                                 const std::vector<at::Tensor>& weights) {
  if (scenario.optimizer != "sgd" && scenario.optimizer != "adam") {
    return InputError("optimizer " + scenario.optimizer + " is not known: use sgd or adam");
  }
  std::vector<UpdateGroup> groups = UpdateGroups(network);
  const bool plain =
      groups.empty() || (groups.size() == 1 && groups[0].rate == 1 && groups[0].decay == 1);
  if (plain) return MakeOne(scenario, weights);
  return std::unique_ptr<Optimizer>(new Grouped(scenario, std::move(groups), weights));
}

}  // namespace trena
