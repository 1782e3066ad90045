// SPDX-License-Identifier: Apache-2.0
#include "configure/networks/network_memory.h"

#include "configure/networks/layer_types.h"
#include "configure/networks/resolved_network.h"

namespace trena {

Result<NetworkMemory> MemoryOfNetwork(const Json& network) {
  TRENA_ASSIGN(const std::vector<NamedShape> weights, WeightsOf(network));
  NetworkMemory memory;
  for (const NamedShape& weight : weights) {
    memory.parameters += static_cast<double>(Elements(weight.shape));
  }
  try {
    memory.outputs = static_cast<double>(Elements(network.at("input").get<Shape>()));
    for (const Json& layer : network.at("layers")) {
      memory.outputs += static_cast<double>(Elements(layer.at("out").get<Shape>()));
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
