// SPDX-License-Identifier: Apache-2.0
// The prepared data: images and labels mapped from .npy, turned into tensors one batch at a time,
// already in the layout the network wants. All indices and labels are checked on opening, so that
// taking a batch cannot fail.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/npy.h"
#include "core/result.h"
#include "libtorch/machine.h"
#include "runner_common/network.h"

namespace trena {

struct Batch {
  at::Tensor images;  // N×C×H×W, 0 to 1
  at::Tensor labels;  // N, int64
};

// One part of a data set, "train" or "test".
class Images {
 public:
  static Result<Images> Open(const std::filesystem::path& folder, const std::string& part,
                             const Network& network);

  int64_t count() const { return images_.shape()[0]; }
  // `indices` are within count().
  Batch Take(const int32_t* indices, int64_t size, const Machine& machine) const;
  // Neighbours, from `first` on.
  Batch Take(int64_t first, int64_t size, const Machine& machine) const;

 private:
  Images(MappedArray images, MappedArray labels, const uint8_t* pixels, const int32_t* classes);
  template <typename Index>
  Batch Gather(Index index, int64_t size, const Machine& machine) const;

  MappedArray images_, labels_;
  const uint8_t* pixels_;
  const int32_t* classes_;
};

// The prepared order of the training images in every epoch.
class Order {
 public:
  // At least `epochs` rows, one index for each of `images`.
  static Result<Order> Open(const std::filesystem::path& path, int64_t epochs, int64_t images);
  // Partial batches are dropped.
  int64_t Steps(int64_t batch) const { return order_.shape()[1] / batch; }
  const int32_t* Step(int64_t epoch, int64_t step, int64_t batch) const {
    return indices_ + epoch * order_.shape()[1] + step * batch;
  }

 private:
  Order(MappedArray order, const int32_t* indices) : order_(std::move(order)), indices_(indices) {}
  MappedArray order_;
  const int32_t* indices_;
};

// An input error when not even one batch fits.
Status CheckBatch(const Order& order, int64_t batch, int64_t images);

}  // namespace trena
