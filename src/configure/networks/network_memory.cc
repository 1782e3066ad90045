// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/network_memory.h"

#include <algorithm>

#include "configure/networks/layer_types.h"
#include "configure/networks/resolved_network.h"

namespace trena {
namespace {

double ColumnsOf(const Json& layer) {
  if (layer.at("type") != "conv") return 0;
  const SlidingWindow window(layer);
  bool as_it_is = true;
  for (const int axis : {0, 1}) {
    as_it_is = as_it_is && window.k[axis] == 1 && window.s[axis] == 1 && window.before[axis] == 0 &&
               window.after[axis] == 0;
  }
  if (as_it_is) return 0;
  const auto in = layer.at("in").at(0).get<Shape>(), out = layer.at("out").get<Shape>();
  const int64_t window_size =
      in.at(0) / layer.value("groups", int64_t{1}) * window.k[0] * window.k[1];
  return static_cast<double>(window_size) * static_cast<double>(out.at(1) * out.at(2));
}

}  // namespace

Result<NetworkMemory> MemoryOfNetwork(const Json& network) {
  TRENA_ASSIGN(const std::vector<NamedShape> weights, WeightsOf(network));
  NetworkMemory memory;
  for (const NamedShape& weight : weights) {
    memory.parameters += static_cast<double>(Elements(weight.shape));
  }
  try {
    memory.outputs = static_cast<double>(Elements(network.at("input").get<Shape>()));
    for (const Json& layer : network.at("layers")) {
      const auto out = static_cast<double>(Elements(layer.at("out").get<Shape>()));
      memory.outputs += out;
      if (layer.at("type") == "lrn") memory.lrn += out;
      memory.columns = std::max(memory.columns, ColumnsOf(layer));
    }
  } catch (const Json::exception& problem) {
    return Error("not a resolved network: " + WordsOf(problem));
  }
  return memory;
}

int OptimizerNumbers(const std::string& optimizer, double momentum) {
  if (optimizer == "adam") return 2;
  return momentum > 0 ? 1 : 0;
}

int BytesOfNumber(const std::string& precision) {
  if (precision == "float64") return 8;
  return precision == "float16" || precision == "bfloat16" ? 2 : 4;
}

double FixedBytes(const NetworkMemory& memory, int extra, int bytes) {
  return memory.parameters * (2 + extra) * bytes;
}

double BytesOfImage(const NetworkMemory& memory, int bytes) { return memory.outputs * bytes; }

}  // namespace trena
