// SPDX-License-Identifier: Apache-2.0
// A network's `layers`, with those that are written once and there several times:
//
//   - repeat: 2
//     layers:
//       - conv: { k: 3, p: 1, o: 64 }
//       - batch_norm: { name: end }
//       - add: { from: [end, entry] }
//
// is these three layers twice. Names that are written within are those of one turn: `end_1`,
// `end_2`; within a turn `end` is its own. `entry` is what the turn begins with: the output above
// it. Repeated layers may hold others that are repeated.
#pragma once

#include <yaml-cpp/yaml.h>

#include <vector>

#include "configure/networks/network.h"

namespace trena {

// All layers in order, each with its name (type and running number where none is written) and its
// inputs. Empty where something is wrong, which is added to the source.
std::vector<WrittenLayer> ReadLayers(const YAML::Node& node, Source& source);

}  // namespace trena
