// SPDX-License-Identifier: Apache-2.0
// How fast this libtorch multiplies and convolves here: shows a slow BLAS or a missing instruction
// set before a study is paid for.
#include <ATen/ops/conv2d.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/rand.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "core/clock.h"
#include "libtorch/describe.h"
#include "libtorch/machine.h"
#include "libtorch/modes.h"

namespace trena {
namespace {

constexpr int kRepetitions = 7;  // the first makes kernels and buffers; the best one counts

double BestSeconds(const Machine& machine, const std::function<at::Tensor()>& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRepetitions; ++i) {
    Synchronize(machine);
    double begin = MonotonicNow();
    at::Tensor result = work();
    Synchronize(machine);
    best = std::min(best, MonotonicNow() - begin);
  }
  return best;
}

double GemmGflops(const Machine& machine) {
  constexpr int64_t kSize = 1024;
  at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(machine.device);
  at::Tensor a = at::rand({kSize, kSize}, options), b = at::rand({kSize, kSize}, options);
  double seconds = BestSeconds(machine, [&] { return at::mm(a, b); });
  return 2e-9 * kSize * kSize * kSize / seconds;
}

double ConvolutionGflops(const Machine& machine) {
  constexpr int64_t kBatch = 32, kChannels = 64, kSize = 32, kKernel = 3;
  at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(machine.device);
  at::Tensor x = at::rand({kBatch, kChannels, kSize, kSize}, options).contiguous(machine.layout);
  at::Tensor weight =
      at::rand({kChannels, kChannels, kKernel, kKernel}, options).contiguous(machine.layout);
  std::vector<int64_t> stride = {1, 1}, padding = {1, 1};
  double seconds =
      BestSeconds(machine, [&] { return at::conv2d(x, weight, at::Tensor(), stride, padding); });
  return 2e-9 * kBatch * kChannels * kChannels * kKernel * kKernel * kSize * kSize / seconds;
}

}  // namespace

Status Probe(const Scenario& scenario, double started, EventWriter& events) {
  TRENA_ASSIGN(Machine machine, PrepareMachine(scenario));
  events.Start("libtorch", TorchVersion(), scenario.device, machine.threads, std::nullopt,
               DescribeTorch());
  events.Phase("setup", MonotonicNow() - started);
  c10::InferenceMode guard;
  events.Write("probe", {{"gemm_gflops", GemmGflops(machine)},
                         {"conv_gflops", ConvolutionGflops(machine)},
                         {"repetitions", kRepetitions}});
  events.End(MonotonicNow() - started, std::nullopt);
  return Done{};
}

}  // namespace trena
