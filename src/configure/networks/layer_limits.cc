// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace trena {
namespace {

bool IsWindow(const ResolvedLayer& layer) {
  return layer.settings.contains("k") && layer.settings.contains("s");
}

bool PadsUnevenly(const ResolvedLayer& layer, int64_t) {
  if (!IsWindow(layer)) return false;
  const SlidingWindow window(layer.settings);
  return !std::equal(window.before, window.before + 2, window.after);
}

bool AveragesPadding(const ResolvedLayer& layer, int64_t) {
  return layer.type->name == "avg_pool" && layer.settings["p"] != 0;
}

// A sequence of positions comes out of an embedding and goes on to the logits.
bool IsOfText(const ResolvedLayer& layer, int64_t) {
  return layer.out.size() == 2 || layer.type->name == "gelu";
}

// A batch of what it takes or gives, or one image unrolled into a column for each place of a
// convolution's window: what a framework may hold as one array. (No network has such a weight.)
bool CountsBeyondInt32(const ResolvedLayer& layer, int64_t batch) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  std::vector<Shape> arrays = layer.in;
  arrays.push_back(layer.out);
  for (const Shape& shape : arrays) {
    if (Elements(shape) > kMost / batch) return true;
  }
  if (layer.type->name != "conv") return false;
  const SlidingWindow window(layer.settings);
  return Elements({layer.in[0][0], window.k[0], window.k[1], layer.out[1], layer.out[2]}) > kMost;
}

bool DropsAllButAHair(const ResolvedLayer& layer, int64_t) {
  return layer.type->name == "dropout" && layer.settings["rate"].get<float>() >= 1;
}

}  // namespace

const std::vector<LayerLimit>& LayerLimits() {
  static const std::vector<LayerLimit> limits = {
      {"uneven_padding", PadsUnevenly,
       "pads both sides alike: use one number for `p`, or [height, width]"},
      {"padded_average", AveragesPadding,
       "counts the padding of an average, other frameworks are told not to: use padding 0, or "
       "max_pool"},
      {"attention", IsOfText,
       "has no attention, nor what goes with it: use another framework for networks of text"},
      {"counts_beyond_int32", CountsBeyondInt32,
       "counts the numbers of an array to 2147483647, and there would be more: use a smaller "
       "batch, "
       "smaller images or fewer outputs"},
      {"dropout_near_one", DropsAllButAHair,
       "holds the rate of a dropout in single precision, where this one is 1: use a smaller one"},
  };
  return limits;
}

Status CheckLimits(const ResolvedNetwork& network, const std::string& framework,
                   const std::vector<std::string>& cannot, int64_t batch) {
  for (const ResolvedLayer& layer : network.layers) {
    for (const LayerLimit& limit : LayerLimits()) {
      if (std::find(cannot.begin(), cannot.end(), limit.name) == cannot.end()) continue;
      if (!limit.asks(layer, batch)) continue;
      Source source = network.source;
      source.Add(layer.place,
                 fmt::format("layer `{}`: {} {}", layer.name, framework, limit.instead));
      return source.ToError();
    }
  }
  return Done{};
}

}  // namespace trena
