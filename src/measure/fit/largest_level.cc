// SPDX-License-Identifier: Apache-2.0
#include "measure/fit/largest_level.h"

#include <set>

namespace trena {
namespace {

class Bisection {
 public:
  Bisection(size_t levels, const TryLevel& fits) : fits_(fits), end_(levels) {}

  Status Find() {
    while (begin_ < end_ && !found_.stopped) {
      TRENA_ASSIGN(const bool fits, Try(begin_ + (end_ - begin_) / 2));
      if (found_.stopped) break;
      fits ? begin_ = last_ + 1 : end_ = last_;
    }
    return Done{};
  }

  // From the smallest up: there the most of what a line says of its height is to be had.
  Status Add(size_t points) {
    const size_t largest = found_.fits.value_or(0);
    for (size_t level = 0; level < largest && found_.fitting < points; ++level) {
      if (tried_.contains(level)) continue;
      TRENA_CHECK(Try(level));
      if (found_.stopped) break;
    }
    return Done{};
  }

  const LargestLevel& found() const { return found_; }

 private:
  Result<bool> Try(size_t level) {
    last_ = level;
    tried_.insert(level);
    TRENA_ASSIGN(const std::optional<bool> fits, fits_(level));
    found_.stopped = !fits;
    if (!fits) return false;
    if (*fits) {
      ++found_.fitting;
      if (!found_.fits || *found_.fits < level) found_.fits = level;
    } else if (!found_.does_not || level < *found_.does_not) {
      found_.does_not = level;
    }
    return *fits;
  }

  const TryLevel& fits_;
  size_t begin_ = 0, end_;  // the largest that fits lies before what is in between, or in it
  size_t last_ = 0;
  std::set<size_t> tried_;
  LargestLevel found_;
};

}  // namespace

Result<LargestLevel> FindLargestLevel(size_t levels, size_t points, const TryLevel& fits) {
  Bisection search(levels, fits);
  TRENA_CHECK(search.Find());
  if (!search.found().stopped) TRENA_CHECK(search.Add(points));
  return search.found();
}

}  // namespace trena
