// SPDX-License-Identifier: Apache-2.0
#include "configure/data/images.h"

#include <fmt/format.h>

#include <algorithm>

namespace trena {

Images InMemory(int size, int channels, std::vector<uint8_t> pixels, std::vector<int32_t> labels) {
  auto bytes = std::make_shared<const std::vector<uint8_t>>(std::move(pixels));
  auto read = [bytes](size_t index, std::span<uint8_t> out) {
    std::copy_n(bytes->data() + index * out.size(), out.size(), out.data());
  };
  return {size, channels, std::move(labels), read};
}

Status CheckLabels(const std::vector<int32_t>& labels, int classes) {
  for (int32_t label : labels) {
    if (label < 0 || label >= classes) {
      return Error(fmt::format("a label {} where there are {} classes", label, classes));
    }
  }
  return Done{};
}

}  // namespace trena
