// SPDX-License-Identifier: Apache-2.0
// NumPy's archive of named arrays (.npz): a zip of .npy files, stored and not deflated, with a
// fixed date, so that the same arrays always give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

struct NamedArray {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> numbers;  // C order
};

// The bytes of the archive.
Result<std::string> ToNpz(const std::vector<NamedArray>& arrays);

}  // namespace trena
