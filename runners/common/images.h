// SPDX-License-Identifier: Apache-2.0
// The prepared data as every C++ runner sees it: images and labels mapped from .npy, and the order
// in which an epoch takes them. Of text, an "image" is a sequence of tokens and has a label for
// each. All indices and labels are checked on opening, so that taking a batch cannot fail.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "core/npy/npy.h"
#include "core/result.h"
#include "runner_common/network.h"

namespace trena {

// One part of a data set, "train" or "test".
class MappedImages {
 public:
  static Result<MappedImages> Open(const std::filesystem::path& folder, const std::string& part,
                                   const Network& network);

  int64_t count() const { return images_.shape()[0]; }
  const Shape& shape() const { return images_.shape(); }  // N, H, W, C; of text N, T
  int64_t bytes_each() const { return Each(shape()); }
  int64_t labels_each() const { return Each(labels_.shape()); }
  const uint8_t* image(int64_t index) const { return pixels_ + index * bytes_each(); }
  const int32_t* labels(int64_t index) const { return classes_ + index * labels_each(); }
  int32_t label(int64_t index) const { return *labels(index); }

 private:
  static int64_t Each(const Shape& all) { return Count({all.begin() + 1, all.end()}); }
  MappedImages(MappedArray images, MappedArray labels, const uint8_t* pixels,
               const int32_t* classes)
      : images_(std::move(images)),
        labels_(std::move(labels)),
        pixels_(pixels),
        classes_(classes) {}

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
