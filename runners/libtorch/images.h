// SPDX-License-Identifier: Apache-2.0
// The prepared images turned into tensors one batch at a time, already in the layout the network
// wants.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "core/result.h"
#include "libtorch/machine.h"
#include "runner_common/images.h"

namespace trena {

struct Batch {
  at::Tensor images;  // N×C×H×W, 0 to 1; of text N×T, its tokens, int64
  at::Tensor labels;  // N, int64; of text N×T
};

// One part of a data set, "train" or "test".
class Images {
 public:
  static Result<Images> Open(const std::filesystem::path& folder, const std::string& part,
                             const Network& network);

  int64_t count() const { return images_.count(); }
  int64_t labels() const { return images_.count() * images_.labels_each(); }
  // `indices` are within count().
  Batch Take(const int32_t* indices, int64_t size, const Machine& machine) const;
  // Neighbours, from `first` on.
  Batch Take(int64_t first, int64_t size, const Machine& machine) const;

 private:
  explicit Images(MappedImages images) : images_(std::move(images)) {}
  template <typename Index>
  Batch Gather(Index index, int64_t size, const Machine& machine) const;

  MappedImages images_;
};

}  // namespace trena
