// SPDX-License-Identifier: Apache-2.0
// The fixed pieces of work that the yardstick is made of. The file is compiled with flags of its
// own and uses vectors of fixed width, so that a kernel is the same work in every build; each
// object belongs to one thread and owns its data.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace trena {

class YardstickKernel {
 public:
  virtual ~YardstickKernel() = default;
  // Does its piece of work once, a few milliseconds, and returns how much that was, in units of the
  // kernel (YardstickKind::unit).
  virtual double Work() = 0;
};

// One row per kernel. The first two are the yardstick's own; the others are there to be compared
// with them (bench/yardstick).
struct YardstickKind {
  const char* name;
  const char* unit;     // of what is done in a second
  const char* meaning;  // what part of the machine it holds the tape against
  // For one of `threads` threads that work at the same time.
  std::unique_ptr<YardstickKernel> (*make)(int threads);
};

const std::vector<YardstickKind>& YardstickKinds();

// The width that the compute kernels use on this processor: "avx2" or "baseline".
const char* YardstickVectors();

}  // namespace trena
