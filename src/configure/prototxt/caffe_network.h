// SPDX-License-Identifier: Apache-2.0
// A network in Caffe's text format (NAME.prototxt, caffe.proto of Caffe 1.0) as the layers of
// network.h: what Caffe would train of it (phase TRAIN), with blobs that are written over resolved,
// BatchNorm and Scale as one, pooling rounded up, losses with their weights. What has no
// counterpart is refused with its line.
//
// Left aside, because the study says it or all frameworks are given it alike: where images and
// labels come from, their batch, fillers (the initial weights are trena's), Accuracy.
#pragma once

#include "configure/networks/network.h"
#include "configure/prototxt/text_format.h"

namespace trena {

// Reads network.source. What is wrong is added to it; how the layers fit together is not looked at.
void ReadCaffeNetwork(Network& network);

}  // namespace trena
