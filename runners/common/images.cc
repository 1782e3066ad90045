// SPDX-License-Identifier: Apache-2.0
#include "runner_common/images.h"

#include <algorithm>

namespace trena {
namespace {

template <typename Number>
Status CheckRange(const Number* numbers, int64_t count, int64_t limit, const std::string& what) {
  bool good = std::all_of(numbers, numbers + count,
                          [limit](int64_t number) { return number >= 0 && number < limit; });
  if (good) return Done{};
  return InputError(what + " are not all within 0 to " + std::to_string(limit - 1));
}

// What one image of a file of images is to the network: C, H, W; T of text.
Shape InputOf(const Shape& images) {
  return images.size() == 2 ? Shape{images[1]} : Shape{images[3], images[1], images[2]};
}

Status CheckImages(const Shape& shape, const std::string& part, const Network& network) {
  if (InputOf(shape) == network.input) return Done{};
  const bool text = network.is_text();
  return InputError("the " + part + (text ? " sequences are " : " images are ") + ToString(shape) +
                    (text ? " (N, T)" : " (N, H, W, C)") + " but the network takes " +
                    ToString(network.input) + (text ? " (T)" : " (C, H, W)"));
}

// One for each image, or for each token of a text.
Status CheckLabels(const Shape& labels, const Shape& images, const std::string& part) {
  if (labels[0] != images[0]) {
    return InputError("there are " + std::to_string(images[0]) + " " + part + " images but " +
                      std::to_string(labels[0]) + " labels");
  }
  if (labels.size() == 1 || labels == images) return Done{};
  return InputError("the " + part + " labels are " + ToString(labels) + ", not one per token of " +
                    ToString(images));
}

}  // namespace

Result<MappedImages> MappedImages::Open(const std::filesystem::path& folder,
                                        const std::string& part, const Network& network) {
  TRENA_ASSIGN(MappedArray images, MappedArray::Open(folder / (part + "_images.npy")));
  TRENA_ASSIGN(MappedArray labels, MappedArray::Open(folder / (part + "_labels.npy")));
  TRENA_CHECK(images.CheckRank(network.is_text() ? 2 : 4));
  TRENA_CHECK(labels.CheckRank(network.is_text() ? 2 : 1));
  TRENA_ASSIGN(const uint8_t* pixels, images.Data<uint8_t>());
  TRENA_ASSIGN(const int32_t* classes, labels.Data<int32_t>());
  TRENA_CHECK(CheckImages(images.shape(), part, network));
  TRENA_CHECK(CheckLabels(labels.shape(), images.shape(), part));
  TRENA_CHECK(CheckRange(classes, Count(labels.shape()), network.classes, part + " labels"));
  if (network.is_text()) {
    TRENA_CHECK(CheckRange(pixels, Count(images.shape()), network.classes, part + " tokens"));
  }
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
