// SPDX-License-Identifier: Apache-2.0
// What not every framework can express of a network: a runner.yaml names under `cannot` which of
// these its framework cannot, and such a network is refused with its line before anything is run.
// What a framework can turn out not to express is a row here.
#pragma once

#include <string>
#include <vector>

#include "configure/networks/resolved_network.h"

namespace trena {

struct LayerLimit {
  std::string name;
  // For what not every framework can, with so many images at once.
  bool (*asks)(const ResolvedLayer& layer, int64_t batch);
  std::string instead;  // "cannot …: use …", after the framework's name
};

const std::vector<LayerLimit>& LayerLimits();

// No layer's, and named among them: rates of a study that float32 does not hold.
inline constexpr const char* kFloat64Rates = "float64_rates";

// An InputError names the first layer that asks for what the framework cannot do.
Status CheckLimits(const ResolvedNetwork& network, const std::string& framework,
                   const std::vector<std::string>& cannot, int64_t batch = 1);

}  // namespace trena
