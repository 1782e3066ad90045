// SPDX-License-Identifier: Apache-2.0
// How fast this libtorch multiplies and convolves here: shows a slow BLAS or a missing instruction
// set before a study is paid for.
#include "runner_common/probe.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/rand.h>
#include <c10/core/InferenceMode.h>

#include <functional>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "libtorch/describe.h"
#include "libtorch/machine.h"
#include "libtorch/modes.h"

namespace trena {
namespace {

// A computation until its result is there.
std::function<void()> Whole(const Machine& machine, std::function<at::Tensor()> compute) {
  return [&machine, compute = std::move(compute)] {
    at::Tensor result = compute();
    Synchronize(machine);
  };
}

WorkTime TimeGemm(const Machine& machine) {
  constexpr int64_t kSize = kProbeGemmSize;
  at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(machine.device);
  at::Tensor a = at::rand({kSize, kSize}, options), b = at::rand({kSize, kSize}, options);
  return TimeWork(Whole(machine, [&] { return at::mm(a, b); }));
}

double ConvolutionSeconds(const Machine& machine) {
  constexpr int64_t kChannels = kProbeChannels, kSize = kProbeSize, kKernel = kProbeKernel;
  at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(machine.device);
  at::Tensor x =
      at::rand({kProbeBatch, kChannels, kSize, kSize}, options).contiguous(machine.layout);
  at::Tensor weight =
      at::rand({kChannels, kChannels, kKernel, kKernel}, options).contiguous(machine.layout);
  std::vector<int64_t> stride = {1, 1}, padding = {1, 1};
  return BestSeconds(
      Whole(machine, [&] { return at::conv2d(x, weight, at::Tensor(), stride, padding); }));
}

}  // namespace

Status Probe(const Scenario& scenario, double started, EventWriter& events) {
  TRENA_ASSIGN(Machine machine, PrepareMachine(scenario));
  events.Start("libtorch", TorchVersion(), scenario.device, machine.threads, std::nullopt,
               DescribeTorch());
  events.Phase("setup", MonotonicNow() - started);
  c10::InferenceMode guard;
  WorkTime gemm = TimeGemm(machine);
  events.Write("probe", {{"gemm_gflops", ProbeGemmWork() / gemm.seconds},
                         {"gemm_cpus", machine.device.is_cuda() ? Json() : Json(gemm.cpus)},
                         {"conv_gflops", ProbeConvolutionWork() / ConvolutionSeconds(machine)},
                         {"repetitions", kProbeRepetitions}});
  events.End(MonotonicNow() - started, std::nullopt);
  return Done{};
}

}  // namespace trena
