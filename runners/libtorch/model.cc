// SPDX-License-Identifier: Apache-2.0
#include "libtorch/model.h"

#include <ATen/ops/avg_pool2d.h>
#include <ATen/ops/avg_pool3d.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace trena {
namespace {

Result<at::Tensor> MakeWeight(const std::string& name, const Shape& shape,
                              const std::map<std::string, Array>& weights, const Machine& machine) {
  auto it = weights.find(name);
  if (it == weights.end()) return InputError("the weights file has no " + name);
  const Array& array = it->second;
  if (array.dtype != DType::kFloat32 || array.shape != shape) {
    return InputError("weight " + name + " is " + ToString(array.dtype) + ToString(array.shape) +
                      ", expected float32" + ToString(shape));
  }
  at::Tensor view = at::from_blob(const_cast<float*>(array.As<float>()), shape, at::kFloat);
  at::MemoryFormat layout = shape.size() == 4 ? machine.layout : at::MemoryFormat::Contiguous;
  at::Tensor weight = view.to(machine.device, machine.type, /*non_blocking=*/false,
                              /*copy=*/true, layout);
  return weight.requires_grad_(true);
}

at::Tensor BiasOf(const std::vector<at::Tensor>& weights) {
  return weights.size() > 1 ? weights[1] : at::Tensor();
}

at::IntArrayRef Sizes(const std::array<int64_t, 2>& sizes) { return {sizes.data(), 2}; }

// The window's padding as libtorch takes it, or where it differs from side to side, `x` padded with
// `value` and none left.
std::array<int64_t, 2> Padded(const Layer& layer, double value, at::Tensor& x) {
  if (layer.before == layer.after) return layer.before;
  x = at::constant_pad_nd(
      x, {layer.before[1], NeededAfter(layer, 1), layer.before[0], NeededAfter(layer, 0)}, value);
  return {0, 0};
}

at::Tensor Convolve(const Layer& layer, at::Tensor x, const std::vector<at::Tensor>& weights) {
  const std::array<int64_t, 2> padding = Padded(layer, 0, x);
  return at::conv2d(x, weights[0], BiasOf(weights), Sizes(layer.stride), Sizes(padding),
                    at::IntArrayRef{1, 1}, layer.groups);
}

at::Tensor MaxPool(const Layer& layer, at::Tensor x) {
  const bool round_up = layer.round_up && layer.before == layer.after;
  const std::array<int64_t, 2> padding = Padded(layer, -std::numeric_limits<double>::infinity(), x);
  return at::max_pool2d(x, Sizes(layer.kernel), Sizes(layer.stride), Sizes(padding),
                        at::IntArrayRef{1, 1}, round_up);
}

// As torch.nn.functional has it: x ÷ (k + alpha × mean of the squares of n channels) to the beta.
at::Tensor NormalizeLocally(const Layer& layer, const at::Tensor& x) {
  const int64_t half = layer.channels / 2;
  const at::Tensor squares =
      at::constant_pad_nd(x.mul(x).unsqueeze(1), {0, 0, 0, 0, half, half}, 0);
  const at::Tensor mean =
      at::avg_pool3d(squares, at::IntArrayRef{layer.channels, 1, 1}, at::IntArrayRef{1, 1, 1})
          .squeeze(1);
  return x.div(mean.mul(layer.alpha).add(layer.k).pow(layer.beta));
}

// Of a sequence at each of its positions.
at::Tensor Connect(const Layer& layer, const at::Tensor& x,
                   const std::vector<at::Tensor>& weights) {
  return at::linear(layer.in.size() == 2 ? x : x.flatten(1), weights[0], BiasOf(weights));
}

// softmax(q·kᵀ ÷ √d)·v of each head; x has the queries of all heads, then their keys and values.
at::Tensor Attend(const Layer& layer, const at::Tensor& x) {
  const int64_t length = layer.out[0], channels = layer.out[1], size = channels / layer.heads;
  const at::Tensor parts =
      x.reshape({x.size(0), length, 3, layer.heads, size}).permute({2, 0, 3, 1, 4});
  at::Tensor scores =
      at::matmul(parts[0].mul(1 / std::sqrt(static_cast<double>(size))), parts[1].transpose(2, 3));
  if (layer.causal) {
    const at::Tensor later =
        at::ones({length, length}, at::TensorOptions().dtype(at::kBool).device(x.device())).triu(1);
    scores = scores.masked_fill(later, -std::numeric_limits<double>::infinity());
  }
  return at::matmul(scores.softmax(-1), parts[2])
      .transpose(1, 2)
      .reshape({x.size(0), length, channels});
}

at::Tensor Sum(const std::vector<at::Tensor>& inputs) {
  at::Tensor sum = inputs[0];
  for (size_t i = 1; i < inputs.size(); ++i) sum = sum.add(inputs[i]);
  return sum;
}

// True when the layer's result is a tensor of its own that its backward pass does not look at.
bool MayBeOverwritten(const Layer& layer) {
  switch (layer.type) {
    case LayerType::kConv:
    case LayerType::kFc:
    case LayerType::kBatchNorm:
    case LayerType::kMaxPool:
    case LayerType::kAvgPool:
    case LayerType::kConcat:
      return true;
    case LayerType::kAdd:
      return layer.inputs.size() > 1;
    default:
      return false;
  }
}

// One against all: what each class's number falls short of 1, or of -1 where it is not the label's.
at::Tensor Hinge(const at::Tensor& logits, const at::Tensor& labels) {
  const at::Tensor signs = at::full_like(logits, 1).scatter(1, labels.unsqueeze(1), -1);
  return logits.mul(signs).add(1).clamp_min(0).sum(1).mean();
}

// A shape that is not the one in network.json would be another network than the other frameworks'.
void CheckShape(const Layer& layer, const at::Tensor& result) {
  at::IntArrayRef sizes = result.sizes().slice(1);
  if (sizes == at::IntArrayRef(layer.out)) return;
  throw std::runtime_error("layer " + layer.name + " gives " + ToString(sizes.vec()) +
                           ", network.json says " + ToString(layer.out));
}

}  // namespace

Result<Model> Model::Build(const Network& network, const std::map<std::string, Array>& weights,
                           const Machine& machine) {
  Model model;
  model.heads_ = network.heads;
  model.hinge_ = network.hinge;
  const std::vector<bool> to_logits = LayersToLogits(network);
  for (const Layer& layer : network.layers) {
    Node node;
    node.layer = layer;
    node.to_logits = to_logits[model.nodes_.size()];
    for (const auto& [name, shape] : layer.weights) {
      TRENA_ASSIGN(at::Tensor weight, MakeWeight(name, shape, weights, machine));
      node.weights.push_back(weight);
      model.names_.push_back(name);
      model.weights_.push_back(weight);
    }
    if (layer.type == LayerType::kBatchNorm) {
      at::TensorOptions options = at::TensorOptions().dtype(machine.type).device(machine.device);
      node.running_mean = at::zeros(layer.weights[0].second, options);
      node.running_variance = at::ones(layer.weights[0].second, options);
    }
    model.nodes_.push_back(std::move(node));
  }
  if (model.names_.size() != weights.size()) {
    return InputError("the weights file holds " + std::to_string(weights.size()) +
                      " arrays, the network has " + std::to_string(model.names_.size()));
  }
  model.MarkInPlace();
  model.MarkLastUses();
  return model;
}

void Model::MarkInPlace() {
  std::vector<int> uses(nodes_.size(), 0);
  for (const Node& node : nodes_) {
    for (int input : node.layer.inputs) {
      if (input != kNetworkInput) ++uses[input];
    }
  }
  for (const Head& head : heads_) ++uses[head.layer];
  for (Node& node : nodes_) {
    int input = node.layer.inputs[0];
    node.in_place = node.layer.type == LayerType::kRelu && input != kNetworkInput &&
                    uses[input] == 1 && MayBeOverwritten(nodes_[input].layer);
  }
}

void Model::MarkLastUses() {
  std::vector<bool> seen(nodes_.size(), false);
  for (const Head& head : heads_) seen[head.layer] = true;
  for (size_t i = nodes_.size(); i-- > 0;) {
    for (int input : nodes_[i].layer.inputs) {
      if (input == kNetworkInput || seen[input]) continue;
      seen[input] = true;
      nodes_[i].last_used.push_back(input);
    }
  }
}

at::Tensor Model::Apply(Node& node, const std::vector<at::Tensor>& inputs,
                        const PassOptions& options) {
  const Layer& layer = node.layer;
  const at::Tensor& x = inputs[0];
  switch (layer.type) {
    case LayerType::kConv:
      return Convolve(layer, x, node.weights);
    case LayerType::kMaxPool:
      return MaxPool(layer, x);
    case LayerType::kAvgPool:
      return at::avg_pool2d(x, Sizes(layer.kernel), Sizes(layer.stride), Sizes(layer.before),
                            layer.round_up, /*count_include_pad=*/false);
    case LayerType::kLrn:
      return NormalizeLocally(layer, x);
    case LayerType::kGlobalPool:
      return x.mean(at::IntArrayRef{2, 3});
    case LayerType::kFc:
      return Connect(layer, x, node.weights);
    case LayerType::kRelu:
      return node.in_place ? at::Tensor(x).relu_() : x.relu();
    case LayerType::kBatchNorm:
      return at::batch_norm(x, node.weights.size() > 1 ? node.weights[0] : at::Tensor(),
                            node.weights.back(), node.running_mean, node.running_variance,
                            options.training, layer.momentum, layer.epsilon,
                            /*cudnn_enabled=*/true);
    case LayerType::kDropout:
      return at::dropout(x, layer.rate, options.training && options.dropout);
    case LayerType::kConcat:
      return at::cat(inputs, 1);
    case LayerType::kAdd:
      return Sum(inputs);
    case LayerType::kEmbedding:
      return at::embedding(node.weights[0], x);
    case LayerType::kPositions:
      return x.add(node.weights[0]);
    case LayerType::kLayerNorm:
      return at::layer_norm(x, {layer.out[1]}, node.weights[0], node.weights[1], layer.epsilon);
    case LayerType::kAttention:
      return Attend(layer, x);
    case LayerType::kGelu:
      return at::gelu(x, "none");
  }
  throw std::logic_error("unknown type of layer");
}

std::vector<at::Tensor> Model::Forward(const at::Tensor& images, const PassOptions& options) {
  std::vector<at::Tensor> results(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (!options.training && !nodes_[i].to_logits) continue;
    std::vector<at::Tensor> inputs;
    for (int input : nodes_[i].layer.inputs) {
      inputs.push_back(input == kNetworkInput ? images : results[input]);
    }
    results[i] = Apply(nodes_[i], inputs, options);
    CheckShape(nodes_[i].layer, results[i]);
    for (int input : nodes_[i].last_used) results[input].reset();
  }
  std::vector<at::Tensor> logits;
  for (const Head& head : heads_) {
    if (results[head.layer].defined()) logits.push_back(results[head.layer]);
  }
  return logits;
}

at::Tensor Model::Loss(const std::vector<at::Tensor>& logits, const at::Tensor& labels) const {
  at::Tensor total;
  for (size_t i = 0; i < heads_.size(); ++i) {
    // Of text, each position counts as an image does.
    const at::Tensor rows = logits[i].flatten(0, -2), truth = labels.flatten();
    at::Tensor loss = hinge_ ? Hinge(rows, truth) : at::cross_entropy_loss(rows, truth);
    if (heads_[i].weight != 1) loss = loss.mul(heads_[i].weight);
    total = i == 0 ? loss : total.add(loss);
  }
  return total;
}

void Model::ForgetGradients() {
  for (at::Tensor& weight : weights_) weight.mutable_grad().reset();
}

std::vector<at::Tensor> Model::Gradients() const {
  std::vector<at::Tensor> gradients;
  for (const at::Tensor& weight : weights_) {
    gradients.push_back(weight.grad().defined() ? weight.grad() : at::zeros_like(weight));
  }
  return gradients;
}

}  // namespace trena
