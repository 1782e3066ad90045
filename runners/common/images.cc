// SPDX-License-Identifier: Apache-2.0
#include "runner_common/images.h"

#include <algorithm>

namespace trena {
namespace {

Status CheckRange(const int32_t* numbers, int64_t count, int64_t limit, const std::string& what) {
  bool good = std::all_of(numbers, numbers + count,
                          [limit](int32_t number) { return number >= 0 && number < limit; });
  if (good) return Done{};
  return InputError(what + " are not all within 0 to " + std::to_string(limit - 1));
}

}  // namespace

Result<MappedImages> MappedImages::Open(const std::filesystem::path& folder,
                                        const std::string& part, const Network& network) {
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
  return MappedImages(std::move(images), std::move(labels), pixels, classes);
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
