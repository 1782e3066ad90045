// SPDX-License-Identifier: Apache-2.0
// A network and its solver in Caffe's own text format (caffe.proto of Caffe 1.0). Pure text: needs
// no Caffe. What Caffe cannot express as the protocol means it is an InputError that names the
// layer and what to use instead.
//
// Hidden here: pooling always rounds up in Caffe 1.0, so rows and columns the protocol does not
// have are cut off; batch_norm is two layers, BatchNorm and Scale; blobs of ours begin with
// `trena_`.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.h"
#include "runner_common/network.h"
#include "runner_common/scenario.h"

namespace trena {

inline constexpr const char* kDataBlob = "trena_data";
inline constexpr const char* kLabelBlob = "trena_label";
inline constexpr const char* kLossBlob = "trena_loss";

enum class NetUse {
  kTrain,
  kVerify,    // training without dropout
  kEvaluate,  // ends at the logits
};

Result<std::string> NetPrototxt(const Network& network, int64_t batch, NetUse use);

// The solver of a scenario, without its network. `display`: a line in the log every so many steps;
// `steps`: of the whole training.
Result<std::string> SolverPrototxt(const Scenario& scenario, int64_t display, int64_t steps);

// The layer that holds a weight of the network in Caffe, and its place there.
struct WeightPlace {
  std::string layer;
  int index = 0;
};
WeightPlace PlaceOf(const Layer& layer, size_t weight);

// The blob that holds what a layer gives: its own, or one that it writes over or passes on.
std::string BlobOf(const Network& network, int layer, NetUse use);

}  // namespace trena
