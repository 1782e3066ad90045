// SPDX-License-Identifier: Apache-2.0
#include "libtorch/model.h"

#include <ATen/ops/avg_pool2d.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/dropout.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <stdexcept>

namespace trena {
namespace {

constexpr double kEpsilon = 1e-5;
constexpr double kMomentum = 0.1;  // weight of the new batch in the running average

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
  for (const Layer& layer : network.layers) {
    Node node;
    node.layer = layer;
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
  for (Node& node : nodes_) {
    int input = node.layer.inputs[0];
    node.in_place = node.layer.type == LayerType::kRelu && input != kNetworkInput &&
                    uses[input] == 1 && MayBeOverwritten(nodes_[input].layer);
  }
}

void Model::MarkLastUses() {
  std::vector<bool> seen(nodes_.size(), false);
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
  auto both = [](int64_t size) { return std::vector<int64_t>{size, size}; };
  switch (layer.type) {
    case LayerType::kConv:
      return at::conv2d(x, node.weights[0], BiasOf(node.weights), both(layer.stride),
                        both(layer.padding));
    case LayerType::kMaxPool:
      return at::max_pool2d(x, both(layer.kernel), both(layer.stride), both(layer.padding), both(1),
                            layer.round_up);
    case LayerType::kAvgPool:
      return at::avg_pool2d(x, both(layer.kernel), both(layer.stride), both(layer.padding),
                            layer.round_up, /*count_include_pad=*/false);
    case LayerType::kGlobalPool:
      return x.mean(at::IntArrayRef{2, 3});
    case LayerType::kFc:
      return at::linear(x.flatten(1), node.weights[0], BiasOf(node.weights));
    case LayerType::kRelu:
      return node.in_place ? at::Tensor(x).relu_() : x.relu();
    case LayerType::kBatchNorm:
      return at::batch_norm(x, node.weights[0], node.weights[1], node.running_mean,
                            node.running_variance, options.training, kMomentum, kEpsilon,
                            /*cudnn_enabled=*/true);
    case LayerType::kDropout:
      return at::dropout(x, layer.rate, options.training && options.dropout);
    case LayerType::kConcat:
      return at::cat(inputs, 1);
    case LayerType::kAdd:
      return Sum(inputs);
  }
  throw std::logic_error("unknown type of layer");
}

at::Tensor Model::Forward(const at::Tensor& images, const PassOptions& options) {
  std::vector<at::Tensor> results(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    std::vector<at::Tensor> inputs;
    for (int input : nodes_[i].layer.inputs) {
      inputs.push_back(input == kNetworkInput ? images : results[input]);
    }
    results[i] = Apply(nodes_[i], inputs, options);
    CheckShape(nodes_[i].layer, results[i]);
    for (int input : nodes_[i].last_used) results[input].reset();
  }
  return results.back();
}

at::Tensor Model::Loss(const at::Tensor& logits, const at::Tensor& labels) {
  return at::cross_entropy_loss(logits, labels);
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
