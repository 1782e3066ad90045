// SPDX-License-Identifier: Apache-2.0
#include "runner_common/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "caffe/modes.h"
#include "core/clock.h"

namespace trena {
namespace {

double ConvolutionSeconds(const Caffe& caffe, bool on_gpu) {
  std::string text = fmt::format(
      "name: \"probe\"\n"
      "layer {{ name: \"x\" type: \"Input\" top: \"x\" input_param {{ shape {{ dim: {0} dim: {1} "
      "dim: "
      "{2} dim: {2} }} }} }}\n"
      "layer {{ name: \"y\" type: \"Convolution\" bottom: \"x\" top: \"y\" convolution_param {{ "
      "num_output: {1} kernel_size: {3} pad: {4} bias_term: false weight_filler {{ type: "
      "\"xavier\" "
      "}} }} }}\n",
      kProbeBatch, kProbeChannels, kProbeSize, kProbeKernel, kProbeKernel / 2);
  TrenaCaffeNet* net = caffe->open_net(text.c_str(), 0);
  int64_t count = 0;
  float* x = caffe->blob(net, "x", &count);
  std::fill(x, x + count, 0.5f);
  // A GPU is done once its numbers are there.
  double seconds = BestSeconds([&] {
    caffe->forward(net);
    if (on_gpu) caffe->blob(net, "y", &count);
  });
  caffe->close_net(net);
  return seconds;
}

}  // namespace

Status Probe(const Caffe& caffe, const Scenario& scenario, double started, EventWriter& events) {
  events.Start("caffe", "1.0", scenario.device, caffe.Threads(), std::nullopt, caffe.Describe());
  events.Phase("setup", MonotonicNow() - started);
  const bool on_gpu = scenario.device == "cuda";
  std::optional<WorkTime> gemm;  // by the BLAS of the CPU
  if (!on_gpu) gemm = caffe.TimeGemm(kProbeGemmSize);
  events.Write("probe",
               {{"gemm_gflops", gemm ? Json(ProbeGemmWork() / gemm->seconds) : Json()},
                {"gemm_cpus", gemm ? Json(gemm->cpus) : Json()},
                {"conv_gflops", ProbeConvolutionWork() / ConvolutionSeconds(caffe, on_gpu)},
                {"repetitions", kProbeRepetitions}});
  events.End(MonotonicNow() - started, std::nullopt);
  return Done{};
}

}  // namespace trena
