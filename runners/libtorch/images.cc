// SPDX-License-Identifier: Apache-2.0
#include "libtorch/images.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace trena {
namespace {

Status CheckRange(const int32_t* numbers, int64_t count, int64_t limit, const std::string& what) {
  bool good = std::all_of(numbers, numbers + count,
                          [limit](int32_t number) { return number >= 0 && number < limit; });
  if (good) return Done{};
  return InputError(what + " are not all within 0 to " + std::to_string(limit - 1));
}

at::TensorOptions Staging(at::ScalarType type, const Machine& machine) {
  // Pinned memory is copied to the device while the host goes on.
  return at::TensorOptions().dtype(type).pinned_memory(machine.device.is_cuda());
}

}  // namespace

Images::Images(MappedArray images, MappedArray labels, const uint8_t* pixels,
               const int32_t* classes)
    : images_(std::move(images)), labels_(std::move(labels)), pixels_(pixels), classes_(classes) {}

Result<Images> Images::Open(const std::filesystem::path& folder, const std::string& part,
                            const Network& network) {
  TRENA_ASSIGN(MappedArray images, MappedArray::Open(folder / (part + "_images.npy")));
  TRENA_ASSIGN(MappedArray labels, MappedArray::Open(folder / (part + "_labels.npy")));
  TRENA_CHECK(images.CheckRank(4));
  TRENA_CHECK(labels.CheckRank(1));
  TRENA_ASSIGN(const uint8_t* pixels, images.Data<uint8_t>());
  TRENA_ASSIGN(const int32_t* classes, labels.Data<int32_t>());
  const Shape& shape = images.shape();
  if (Shape{shape[3], shape[1], shape[2]} != network.input) {
    return InputError("the " + part + " images are " + ToString(shape) +
                      " (N, H, W, C) but the network takes " + ToString(network.input) +
                      " (C, H, W)");
  }
  if (labels.shape()[0] != shape[0]) {
    return InputError("there are " + std::to_string(shape[0]) + " " + part + " images but " +
                      std::to_string(labels.shape()[0]) + " labels");
  }
  TRENA_CHECK(CheckRange(classes, shape[0], network.classes, part + " labels"));
  return Images(std::move(images), std::move(labels), pixels, classes);
}

template <typename Index>
Batch Images::Gather(Index index, int64_t size, const Machine& machine) const {
  const Shape& shape = images_.shape();
  int64_t bytes = shape[1] * shape[2] * shape[3];
  at::Tensor raw = at::empty({size, shape[1], shape[2], shape[3]}, Staging(at::kByte, machine));
  at::Tensor labels = at::empty({size}, Staging(at::kLong, machine));
  uint8_t* target = raw.data_ptr<uint8_t>();
  for (int64_t i = 0; i < size; ++i) {
    std::memcpy(target + i * bytes, pixels_ + index(i) * bytes, bytes);
    labels.data_ptr<int64_t>()[i] = classes_[index(i)];
  }
  // The bytes travel to the device as bytes and are N×H×W×C there, which is channels_last.
  at::Tensor images = raw.to(machine.device, /*non_blocking=*/true)
                          .to(machine.type)
                          .mul_(1.0 / 255)
                          .permute({0, 3, 1, 2});
  if (machine.layout == at::MemoryFormat::Contiguous) images = images.contiguous();
  return {images, labels.to(machine.device, /*non_blocking=*/true)};
}

Batch Images::Take(const int32_t* indices, int64_t size, const Machine& machine) const {
  return Gather([indices](int64_t i) { return int64_t{indices[i]}; }, size, machine);
}

Batch Images::Take(int64_t first, int64_t size, const Machine& machine) const {
  return Gather([first](int64_t i) { return first + i; }, size, machine);
}

Result<Order> Order::Open(const std::filesystem::path& path, int64_t epochs, int64_t images) {
  TRENA_ASSIGN(MappedArray order, MappedArray::Open(path));
  TRENA_CHECK(order.CheckRank(2));
  TRENA_ASSIGN(const int32_t* indices, order.Data<int32_t>());
  if (order.shape()[0] < epochs || order.shape()[1] != images) {
    return InputError(path.string() + ": has shape " + ToString(order.shape()) + ", expected [" +
                      std::to_string(epochs) + ", " + std::to_string(images) + "]");
  }
  TRENA_CHECK(CheckRange(indices, epochs * images, images, "indices in the order"));
  return Order(std::move(order), indices);
}

Status CheckBatch(const Order& order, int64_t batch, int64_t images) {
  if (order.Steps(batch) > 0) return Done{};
  return InputError("a batch of " + std::to_string(batch) + " is more than the " +
                    std::to_string(images) + " training images");
}

}  // namespace trena
