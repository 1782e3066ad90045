// SPDX-License-Identifier: Apache-2.0
// A network as written in networks/NAME.yaml: layers and what each takes its input from. It has no
// shapes yet: those follow from the data set's images and classes (resolved_network.h).
//
//   network: small
//   layers:
//     - conv: { k: 3, p: 1, o: 32 }
//     - relu
//     - fc: { o: classes }
//
// `losses: { NAME: 0.3 }` names layers whose loss counts as well while it trains, with their
// weights beside the last layer's 1; `loss: hinge` takes another loss than `softmax`.
// `rates: [1, 2]` and `decays: [1, 0]` multiply the learning rate and the weight decay of all
// layers that do not say their own, for the weight and for the bias. Layers that are there several
// times are written once (layer_list.h). Every layer can have a `name` (default: its type and a
// running number: conv1, conv2) and a `from` (one name or a list; default: the layer above), among
// its settings or beside its type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "configure/networks/layer_types.h"
#include "core/files.h"
#include "core/source.h"

namespace trena {

inline constexpr const char* kPrototxt = ".prototxt";
inline constexpr const char* kSoftmax = "softmax";  // cross-entropy of it
inline constexpr const char* kHinge = "hinge";      // one against all

struct WrittenLayer {
  const LayerType* type = nullptr;  // a row of LayerTypes()
  std::string name;
  std::vector<std::string> from;   // names of layers above, or "input"
  Json settings = Json::object();  // complete; `o` may be the word "classes"
  Place place;
  // Of a Caffe pooling, which rounds up, the height and the width that are left after Slice; 0: not
  // cut. Empty: of all others.
  Shape kept = {};
};

// A layer whose loss counts beside the last one's.
struct WrittenHead {
  std::string layer;
  double weight = 1;
  Place place;
};

// The images that a Caffe file says it was made for.
struct ExpectedInput {
  std::optional<int64_t> channels;
  int64_t height = 0, width = 0;
  Place place;
};

struct Network {
  Source source;  // for errors that only show once the shapes are known
  std::string name;
  std::vector<WrittenLayer> layers;  // at least one; each is used by a later one, but the last
  std::vector<WrittenHead> heads;    // and these
  std::string loss = kSoftmax;
  Json multiples = Json::object();  // `rates` and `decays` of layers that say none
  std::optional<ExpectedInput> expected = {};
};

// Of a NAME.prototxt too, which is Caffe's (prototxt/caffe_network.h). An InputError shows all that
// is wrong in the file, each with its line.
Result<Network> ReadNetwork(const fs::path& path);

}  // namespace trena
