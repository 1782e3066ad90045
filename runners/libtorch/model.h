// SPDX-License-Identifier: Apache-2.0
// A network on libtorch: the layers of network.json run one after another on plain tensors, with
// autograd underneath. No modules: what is computed is exactly what network.json says.
#pragma once

#include <ATen/core/Tensor.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/npy/npy.h"
#include "core/result.h"
#include "libtorch/machine.h"
#include "runner_common/network.h"

namespace trena {

struct PassOptions {
  bool training = true;  // batch_norm uses and records the batch's own statistics
  bool dropout = true;   // only when training
};

class Model {
 public:
  // `weights` must hold every weight of the network in its shape, as float32, and no other.
  static Result<Model> Build(const Network& network, const std::map<std::string, Array>& weights,
                             const Machine& machine);

  // The logits, N×classes, of text N×T×classes; when training, those of all heads, the network's
  // own first.
  std::vector<at::Tensor> Forward(const at::Tensor& images, const PassOptions& options);
  // The heads' losses, means over the batch (and a text's positions), times their weights.
  at::Tensor Loss(const std::vector<at::Tensor>& logits, const at::Tensor& labels) const;

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<at::Tensor>& weights() const { return weights_; }
  // Drops the gradients: the next backward pass writes instead of adding.
  void ForgetGradients();
  // In the order of weights(); zeros for a weight the loss does not depend on.
  std::vector<at::Tensor> Gradients() const;

 private:
  struct Node {
    Layer layer;
    std::vector<at::Tensor> weights;
    at::Tensor running_mean, running_variance;  // batch_norm
    bool in_place = false;                      // relu may overwrite its input
    std::vector<int> last_used;                 // layers whose output nobody needs after this one
    bool to_logits = true;                      // else needed for further heads alone
  };

  Model() = default;
  void MarkInPlace();
  void MarkLastUses();
  at::Tensor Apply(Node& node, const std::vector<at::Tensor>& inputs, const PassOptions& options);

  std::vector<Node> nodes_;
  std::vector<Head> heads_;
  bool hinge_ = false;
  std::vector<std::string> names_;
  std::vector<at::Tensor> weights_;
};

}  // namespace trena
