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

// Floating-point operations of each, in thousand millions.
double ProbeGemmWork();
double ProbeConvolutionWork();

}  // namespace trena
