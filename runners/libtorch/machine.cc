// SPDX-License-Identifier: Apache-2.0
#include "libtorch/machine.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/autocast_mode.h>
#include <malloc.h>
#include <torch/cuda.h>

#include <cstdlib>

#include "runner_common/threads.h"

namespace trena {
namespace {

Result<at::Device> ChooseDevice(const std::string& name) {
  if (name == "cpu") return at::Device(at::kCPU);
  if (name != "cuda") return InputError("device " + name + " is not known: use cpu or cuda");
  if (!torch::cuda::is_available()) {
    return InputError("device cuda is not available: this libtorch or this machine has none");
  }
  return at::Device(at::kCUDA, 0);
}

Status ChoosePrecision(const std::string& name, Machine& machine) {
  if (name == "float32") return Done{};
  if (name == "float64") {
    machine.type = at::kDouble;
    return Done{};
  }
  if (name == "bfloat16") {
    machine.autocast = true;
    return Done{};
  }
  // In these words trena refuses it before, by `precisions` of runner.yaml.
  return InputError("precision " + name +
                    " is not possible with libtorch: use float32, float64 or bfloat16");
}

// glibc gives every large tensor back to the kernel when it is freed, and the next step faults it
// in anew: a quarter of the time at 64×64. PyTorch's guide advises an allocator that keeps memory;
// this makes glibc one.
void KeepFreedMemory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 64 << 20);
}

}  // namespace

Result<Machine> PrepareMachine(const Scenario& scenario) {
  KeepFreedMemory();
  if (std::optional<int> threads = ThreadsFor(scenario)) {
    setenv("OMP_NUM_THREADS", std::to_string(*threads).c_str(), 1);
    at::set_num_threads(*threads);
  }
  Machine machine;
  TRENA_ASSIGN(machine.device, ChooseDevice(scenario.device));
  TRENA_CHECK(ChoosePrecision(scenario.precision, machine));
  machine.threads = at::get_num_threads();
  if (machine.device.is_cuda()) {
    at::globalContext().setBenchmarkCuDNN(true);
    // Only tensor cores gain by channels_last.
    if (!machine.autocast) machine.layout = at::MemoryFormat::Contiguous;
  }
  at::manual_seed(static_cast<uint64_t>(scenario.seed));
  return machine;
}

void Synchronize(const Machine& machine) {
  if (machine.device.is_cuda()) torch::cuda::synchronize(machine.device.index());
}

Autocast::Autocast(const Machine& machine) : machine_(machine) {
  if (machine_.autocast) Set(true);
}

Autocast::~Autocast() {
  if (!machine_.autocast) return;
  at::autocast::clear_cache();
  Set(false);
}

void Autocast::Set(bool enabled) {
  if (machine_.device.is_cuda()) {
    at::autocast::set_autocast_gpu_dtype(at::kBFloat16);
    at::autocast::set_enabled(enabled);
  } else {
    at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
    at::autocast::set_cpu_enabled(enabled);
  }
}

}  // namespace trena
