// SPDX-License-Identifier: Apache-2.0
// One `layer { … }` of Caffe's text format: what all types have, their name, blobs and multiples.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "configure/prototxt/text_format.h"
#include "core/json.h"

namespace trena {

struct CaffeBlob {
  std::string name;
  Place place;
};

struct CaffeLayer {
  const ProtoNode* node = nullptr;
  std::string name, type;
  Place place;  // of its type
  std::vector<CaffeBlob> bottoms, tops;
  std::optional<double> loss_weight;
  Json rates = Json::array(), decays = Json::array();  // as written
  const ProtoNode* frozen = nullptr;                   // an `lr_mult: 0`
};

// The layers that Caffe would train, in order: `include` and `exclude` as it means them in phase
// TRAIN.
std::vector<CaffeLayer> ReadCaffeLayers(const ProtoNode& net, Source& source);

}  // namespace trena
