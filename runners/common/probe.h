// SPDX-License-Identifier: Apache-2.0
// What mode `probe` times, the same in every runner (docs/runner-protocol.md): a matrix product and
// a convolution, whose speed shows a slow BLAS or a missing instruction set.
#pragma once

#include <cstdint>
#include <functional>

namespace trena {

constexpr int kProbeRepetitions = 7;
constexpr int64_t kProbeGemmSize = 1024;
constexpr int64_t kProbeBatch = 32, kProbeChannels = 64, kProbeSize = 32, kProbeKernel = 3;

// The quickest of several calls; the first, which makes kernels and buffers, does not count.
double BestSeconds(const std::function<void()>& work);

// CPUs that calls of `work` keep busy: CPU seconds of all threads ÷ wall seconds, over a tenth of a
// second, because the kernel brings the time of running threads up to date only every few
// milliseconds. What a framework says of its threads is often but what it was told.
double BusyCpus(const std::function<void()>& work);

struct WorkTime {
  double seconds;
  double cpus;
};
// Both, one after the other.
WorkTime TimeWork(const std::function<void()>& work);

// Floating-point operations of each, in thousand millions.
double ProbeGemmWork();
double ProbeConvolutionWork();

}  // namespace trena
