// SPDX-License-Identifier: Apache-2.0
#include "libtorch/images.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace trena {
namespace {

at::TensorOptions Staging(at::ScalarType type, const Machine& machine) {
  // Pinned memory is copied to the device while the host goes on.
  return at::TensorOptions().dtype(type).pinned_memory(machine.device.is_cuda());
}

}  // namespace

Result<Images> Images::Open(const std::filesystem::path& folder, const std::string& part,
                            const Network& network) {
  TRENA_ASSIGN(MappedImages images, MappedImages::Open(folder, part, network));
  return Images(std::move(images));
}

template <typename Index>
Batch Images::Gather(Index index, int64_t size, const Machine& machine) const {
  Shape shape = images_.shape();
  shape[0] = size;
  const bool text = shape.size() == 2;
  const int64_t bytes = images_.bytes_each(), each = images_.labels_each();
  at::Tensor raw = at::empty(shape, Staging(at::kByte, machine));
  at::Tensor labels = at::empty(text ? shape : Shape{size}, Staging(at::kLong, machine));
  uint8_t* target = raw.data_ptr<uint8_t>();
  for (int64_t i = 0; i < size; ++i) {
    std::memcpy(target + i * bytes, images_.image(index(i)), bytes);
    std::copy_n(images_.labels(index(i)), each, labels.data_ptr<int64_t>() + i * each);
  }
  labels = labels.to(machine.device, /*non_blocking=*/true);
  if (text) return {raw.to(machine.device, /*non_blocking=*/true).to(at::kLong), labels};
  // The bytes travel to the device as bytes and are N×H×W×C there, which is channels_last.
  at::Tensor images = raw.to(machine.device, /*non_blocking=*/true)
                          .to(machine.type)
                          .mul_(1.0 / 255)
                          .permute({0, 3, 1, 2});
  if (machine.layout == at::MemoryFormat::Contiguous) images = images.contiguous();
  return {images, labels};
}

Batch Images::Take(const int32_t* indices, int64_t size, const Machine& machine) const {
  return Gather([indices](int64_t i) { return int64_t{indices[i]}; }, size, machine);
}

Batch Images::Take(int64_t first, int64_t size, const Machine& machine) const {
  return Gather([first](int64_t i) { return first + i; }, size, machine);
}

}  // namespace trena
