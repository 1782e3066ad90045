// SPDX-License-Identifier: Apache-2.0
// The largest of ascending levels that fits, by bisection: whoever does not fit with one level does
// not with a larger one. Then smaller ones too, as far as a line through what they took needs them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "core/result.h"

namespace trena {

struct LargestLevel {
  std::optional<size_t> fits;      // the largest that does; empty: none
  std::optional<size_t> does_not;  // the smallest tried that does not; empty: all do
  size_t fitting = 0;              // levels tried that fit
  bool stopped = false;            // before it was found
};

// Whether a level fits; empty to stop.
using TryLevel = std::function<Result<std::optional<bool>>(size_t level)>;

// `points`: so many levels that fit are tried, where there are as many.
Result<LargestLevel> FindLargestLevel(size_t levels, size_t points, const TryLevel& fits);

}  // namespace trena
