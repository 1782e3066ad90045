// SPDX-License-Identifier: Apache-2.0
// The images of one part of a data set at their own size, one at a time, so that a set that is
// larger than memory can be made as well.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "configure/data/package.h"
#include "configure/datasets.h"

namespace trena {

struct Images {
  int size = 0;  // height and width
  int channels = 0;
  std::vector<int32_t> labels;  // one per image
  // Writes image `index`, height × width × channels bytes.
  std::function<void(size_t index, std::span<uint8_t> pixels)> read;
};

// Images that lie in memory one after the other.
Images InMemory(int size, int channels, std::vector<uint8_t> pixels, std::vector<int32_t> labels);

// A label outside 0 … classes-1 is an error.
Status CheckLabels(const std::vector<int32_t>& labels, int classes);

}  // namespace trena
