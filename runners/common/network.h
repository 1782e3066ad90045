// SPDX-License-Identifier: Apache-2.0
// network.json, the resolved network: layers in topological order with every shape written out, so
// that no runner has to work one out. What is read here is consistent: inputs are earlier layers
// whose `out` is this layer's `in`, names are unique, the last layer gives the logits, and the
// weights add up to `parameters`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/npy/npy.h"
#include "core/result.h"

namespace trena {

enum class LayerType {
  kConv,
  kMaxPool,
  kAvgPool,
  kGlobalPool,
  kFc,
  kRelu,
  kBatchNorm,
  kDropout,
  kConcat,
  kAdd,
};

struct Layer {
  std::string name;
  LayerType type = LayerType::kRelu;
  std::vector<int> inputs;  // index of a layer, or kNetworkInput
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t padding = 0;
  bool round_up = false;
  double rate = 0;  // dropout
  Shape out;        // without the batch
  // In the order of network.json; convolution and fc: weight, bias; batch_norm: scale, shift.
  std::vector<std::pair<std::string, Shape>> weights;
};

constexpr int kNetworkInput = -1;

struct Network {
  std::string name;
  Shape input;  // C, H, W
  int64_t classes = 0;
  int64_t parameters = 0;
  std::vector<Layer> layers;
};

Result<Network> ParseNetwork(const Json& json);
Result<Network> ReadNetwork(const std::filesystem::path& path);

}  // namespace trena
