// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/layer_limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace trena {
namespace {

bool IsWindow(const ResolvedLayer& layer) {
  return layer.settings.contains("k") && layer.settings.contains("s");
}

bool PadsUnevenly(const ResolvedLayer& layer) {
  if (!IsWindow(layer)) return false;
  const SlidingWindow window(layer.settings);
  return !std::equal(window.before, window.before + 2, window.after);
}

bool AveragesPadding(const ResolvedLayer& layer) {
  return layer.type->name == "avg_pool" && layer.settings["p"] != 0;
}

// A sequence of positions comes out of an embedding and goes on to the logits.
bool IsOfText(const ResolvedLayer& layer) {
  return layer.out.size() == 2 || layer.type->name == "gelu";
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
  };
  return limits;
}

Status CheckLimits(const ResolvedNetwork& network, const std::string& framework,
                   const std::vector<std::string>& cannot) {
  for (const ResolvedLayer& layer : network.layers) {
    for (const LayerLimit& limit : LayerLimits()) {
      if (std::find(cannot.begin(), cannot.end(), limit.name) == cannot.end()) continue;
      if (!limit.asks(layer)) continue;
      Source source = network.source;
      source.Add(layer.place,
                 fmt::format("layer `{}`: {} {}", layer.name, framework, limit.instead));
      return source.ToError();
    }
  }
  return Done{};
}

}  // namespace trena
