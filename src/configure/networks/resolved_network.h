// SPDX-License-Identifier: Apache-2.0
// A network for one shape of images and one number of classes: every size known. Its JSON is all
// that a runner reads of a network.
#pragma once

#include <string>
#include <vector>

#include "configure/networks/network.h"

namespace trena {

struct ResolvedLayer {
  std::string name;
  const LayerType* type = nullptr;
  std::vector<std::string> inputs;  // names of earlier layers, or "input"
  Json settings = Json::object();
  std::vector<Shape> in;
  Shape out;
  std::vector<NamedShape> weights;  // "conv1.weight", …
  Place place;                      // where it is written
};

struct ResolvedHead {
  std::string layer;
  double weight = 1;
};

struct ResolvedNetwork {
  std::string name;
  Shape input;  // [C, H, W]; of text [T]
  int classes = 0;
  int64_t parameters = 0;
  std::vector<ResolvedLayer> layers;  // topologically ordered; the last gives the logits
  std::string loss;
  std::vector<ResolvedHead> heads;  // whose losses count beside the last layer's
  Source source;                    // for errors about its layers
};

// Whether a network's input are the tokens of a text: [T].
bool IsText(const Shape& input);

// An InputError names file, line, layer and shapes when something does not fit.
Result<ResolvedNetwork> Resolve(const Network& network, const Shape& input, int classes);

Json ToJson(const ResolvedNetwork& network);

// The weights a network.json asks for, in its order.
Result<std::vector<NamedShape>> WeightsOf(const Json& network);

}  // namespace trena
