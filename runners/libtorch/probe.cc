// SPDX-License-Identifier: Apache-2.0
// How fast this libtorch multiplies and convolves here: shows a slow BLAS or a missing instruction
// set before a study is paid for.
#include "runner_common/probe.h"

#include <ATen/ops/conv2d.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/rand.h>
#include <c10/core/InferenceMode.h>

#include <functional>

#include "core/clock.h"
#include "libtorch/describe.h"
#include "libtorch/machine.h"
#include "libtorch/modes.h"

namespace trena {
namespace {

double Gflops(double work, const Machine& machine, const std::function<at::Tensor()>& compute) {
  return work / BestSeconds([&] {
           at::Tensor result = compute();
           Synchronize(machine);
         });
}

double GemmGflops(const Machine& machine) {
  constexpr int64_t kSize = kProbeGemmSize;
  at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(machine.device);
  at::Tensor a = at::rand({kSize, kSize}, options), b = at::rand({kSize, kSize}, options);
  return Gflops(ProbeGemmWork(), machine, [&] { return at::mm(a, b); });
}

double ConvolutionGflops(const Machine& machine) {
  constexpr int64_t kChannels = kProbeChannels, kSize = kProbeSize, kKernel = kProbeKernel;
  at::TensorOptions options = at::TensorOptions().dtype(at::kFloat).device(machine.device);
  at::Tensor x =
      at::rand({kProbeBatch, kChannels, kSize, kSize}, options).contiguous(machine.layout);
  at::Tensor weight =
      at::rand({kChannels, kChannels, kKernel, kKernel}, options).contiguous(machine.layout);
  std::vector<int64_t> stride = {1, 1}, padding = {1, 1};
  return Gflops(ProbeConvolutionWork(), machine,
                [&] { return at::conv2d(x, weight, at::Tensor(), stride, padding); });
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
                         {"repetitions", kProbeRepetitions}});
  events.End(MonotonicNow() - started, std::nullopt);
  return Done{};
}

}  // namespace trena
