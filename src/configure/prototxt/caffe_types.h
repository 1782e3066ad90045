// SPDX-License-Identifier: Apache-2.0
// The types of Caffe's layers that have a counterpart, and their settings as network.h has them.
#pragma once

#include <string>
#include <vector>

#include "configure/prototxt/caffe_layer.h"

namespace trena {

// Types whose settings are read here, with theirs in caffe.proto: "convolution_param".
struct CaffeType {
  const char* caffe;  // "Convolution"
  const char* ours;   // "conv"
  const char* parameter;
  // Into settings of the type `ours`; what has no counterpart is added to the source.
  void (*read)(Source& source, const ProtoNode& parameter, const CaffeLayer& layer, Json& settings);
};
const CaffeType* FindCaffeType(const std::string& caffe);
std::vector<std::string> CaffeTypeNames();

// What CheckBatchNorm leaves it to be, as a batch_norm has it.
Json CaffeNormSettings();
// Checks what Caffe's BatchNorm and Scale say: the numbers of a batch_norm are fixed.
void CheckBatchNorm(Source& source, const CaffeLayer& layer);
void CheckScale(Source& source, const CaffeLayer& layer);
void CheckLoss(Source& source, const CaffeLayer& layer);

// A `…_param` that Caffe would not look at is a mistake of some kind.
void CheckParameters(Source& source, const CaffeLayer& layer, const std::vector<std::string>& own);

}  // namespace trena
