// SPDX-License-Identifier: Apache-2.0
// network.json, the resolved network: layers in topological order with every shape written out, so
// that no runner has to work one out. What is read here is consistent: inputs are earlier layers
// whose `out` is this layer's `in`, names are unique, the last layer gives the logits, and the
// weights add up to `parameters`.
#pragma once

#include <array>
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
  kLrn,
  kBatchNorm,
  kDropout,
  kConcat,
  kAdd,
  kEmbedding,
  kPositions,
  kLayerNorm,
  kAttention,
  kGelu,
};

struct Layer {
  std::string name;
  LayerType type = LayerType::kRelu;
  std::vector<int> inputs;  // index of a layer, or kNetworkInput
  // Of the height and of the width.
  std::array<int64_t, 2> kernel{1, 1}, stride{1, 1}, before{0, 0}, after{0, 0};
  bool round_up = false;
  int64_t groups = 1;                 // conv
  double rate = 0;                    // dropout
  int64_t channels = 5;               // lrn: how many are summed up
  double alpha = 0, beta = 0, k = 1;  // lrn
  int64_t heads = 1;                  // attention
  bool causal = false;                // attention: no position sees those after it
  std::vector<double> rates, decays;  // multiples, one for each weight; empty: all 1
  double epsilon = 1e-5;              // of a norm
  double momentum = 0.1;              // batch_norm: weight of a new batch in the running averages
  Shape in, out;                      // without the batch; in: of its first input
  // In the order of network.json; convolution and fc: weight, bias; of a norm: scale, shift, of
  // batch_norm also the shift alone.
  std::vector<std::pair<std::string, Shape>> weights;
};

constexpr int kNetworkInput = -1;

// What must be padded behind an axis (0: height) for all of its windows: `after`, or less or more
// where sizes are rounded.
int64_t NeededAfter(const Layer& layer, size_t axis);

// A layer whose loss counts while it trains.
struct Head {
  int layer = 0;
  double weight = 1;
};

struct Network {
  std::string name;
  Shape input;  // C, H, W; of text its tokens, T
  int64_t classes = 0;
  int64_t parameters = 0;
  std::vector<Layer> layers;
  std::vector<Head> heads;  // the last layer first, which gives the logits
  bool hinge = false;       // loss: one against all; else cross-entropy of the softmax

  bool is_text() const { return input.size() == 1; }
  // A number per class, of an image or of each position of a text.
  Shape logits() const { return is_text() ? Shape{input[0], classes} : Shape{classes}; }
};

// Weights, counted through the network, whose learning rate and weight decay are multiplied alike.
struct UpdateGroup {
  double rate = 1, decay = 1;
  std::vector<size_t> weights;
};
std::vector<UpdateGroup> UpdateGroups(const Network& network);

// Which layers lead to the logits: all of them but those of further heads.
std::vector<bool> LayersToLogits(const Network& network);

Result<Network> ParseNetwork(const Json& json);
Result<Network> ReadNetwork(const std::filesystem::path& path);

}  // namespace trena
