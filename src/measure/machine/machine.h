// SPDX-License-Identifier: Apache-2.0
// Facts of the machine that travel with every run: an allow-list, no environment variables
// wholesale and no user names. And whether the machine is what an environment says it should be.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/text/units.h"
#include "measure/sensors/nvml/nvml.h"
#include "study/study.h"

namespace trena {

struct Machine {
  int cpus = 1;                 // visible to us: the affinity mask
  std::optional<Bytes> memory;  // what a run can use: the cgroup's limit, or all there is
  std::string boot_id;          // empty when the kernel does not tell
  Json facts;
  std::shared_ptr<Nvml> gpus = nullptr;  // kept open: starting NVML takes a while
};

// Reads /proc, /sys, /etc/os-release and what NVML tells. `root` is "/" but for tests; `nvml` is
// the library to load, none when empty.
Machine ReadMachine(const std::string& root = "/", const std::string& nvml = NvmlLibrary());

// What times measured on it hold for: CPU model and number, memory, GPUs.
std::string MachineName(const Machine& machine);

// The load averages and such that change from run to run.
Json ReadMoment(const std::string& root = "/");

// How the machine differs from the environment, in words; empty when it is what it should be.
std::vector<std::string> Differences(const Environment& environment, const Machine& machine);

// Whether a run for this environment can happen here at all: its device is there.
bool IsHere(const Environment& environment, const std::string& root = "/",
            const std::string& nvml = NvmlLibrary());

}  // namespace trena
