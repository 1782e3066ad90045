// SPDX-License-Identifier: Apache-2.0
#include "runner_common/probe.h"

#include <algorithm>
#include <limits>

#include "core/clock.h"

namespace trena {
namespace {

constexpr double kBusySeconds = 0.1;

}  // namespace

double BestSeconds(const std::function<void()>& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kProbeRepetitions; ++i) {
    double begin = MonotonicNow();
    work();
    if (i > 0) best = std::min(best, MonotonicNow() - begin);
  }
  return best;
}

double BusyCpus(const std::function<void()>& work) {
  const double begin = MonotonicNow(), cpu = OwnCpuTime().value;
  double seconds = 0;
  while (seconds < kBusySeconds) {
    work();
    seconds = MonotonicNow() - begin;
  }
  return (OwnCpuTime().value - cpu) / seconds;
}

WorkTime TimeWork(const std::function<void()>& work) {
  const double seconds = BestSeconds(work);
  return {seconds, BusyCpus(work)};
}

double ProbeGemmWork() {
  double size = kProbeGemmSize;
  return 2e-9 * size * size * size;
}

double ProbeConvolutionWork() {
  return 2e-9 * kProbeBatch * kProbeChannels * kProbeChannels * kProbeKernel * kProbeKernel *
         kProbeSize * kProbeSize;
}

}  // namespace trena
