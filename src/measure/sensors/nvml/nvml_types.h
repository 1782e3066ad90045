// SPDX-License-Identifier: Apache-2.0
// The part of NVIDIA's management library (NVML) that trena uses, declared here so that nothing of
// NVIDIA's is needed to build. Names are ours; layouts are those of the documented interface
// (docs.nvidia.com/deploy/nvml-api), which each function's version suffix keeps stable.
#pragma once

#include <cstddef>

namespace trena::nvml {

using Device = struct DeviceHandle*;

enum Return : int { kSuccess = 0, kNotSupported = 3, kNotFound = 6, kInsufficientSize = 7 };
enum ClockType : int { kSmClock = 1, kMemoryClock = 2 };
enum TemperatureSensor : int { kGpuTemperature = 0 };

struct Utilization {
  unsigned gpu;
  unsigned memory;
};

struct Memory {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

// Of nvmlDeviceGetComputeRunningProcesses_v2 and _v3.
struct ProcessInfo {
  unsigned pid;
  unsigned long long used_memory;  // all ones: not available
  unsigned gpu_instance;
  unsigned compute_instance;
};

struct ProcessUtilization {
  unsigned pid;
  unsigned long long timestamp;  // microseconds
  unsigned sm;                   // percent
  unsigned memory;
  unsigned encoder;
  unsigned decoder;
};

static_assert(sizeof(Utilization) == 8 && sizeof(Memory) == 24);
static_assert(sizeof(ProcessInfo) == 24 && offsetof(ProcessInfo, used_memory) == 8);
static_assert(sizeof(ProcessUtilization) == 32 && offsetof(ProcessUtilization, sm) == 16);

constexpr unsigned long long kNotAvailable = ~0ull;

// Empty where the library lacks them.
struct Functions {
  Return (*init)();
  Return (*shutdown)();
  Return (*driver_version)(char* text, unsigned size);
  Return (*count)(unsigned* count);
  Return (*handle)(unsigned index, Device* device);
  Return (*name)(Device, char* text, unsigned size);
  Return (*uuid)(Device, char* text, unsigned size);
  Return (*memory)(Device, Memory*);
  Return (*utilization)(Device, Utilization*);
  Return (*power)(Device, unsigned* milliwatts);
  Return (*energy)(Device, unsigned long long* millijoules);
  Return (*temperature)(Device, TemperatureSensor, unsigned* celsius);
  Return (*clock)(Device, ClockType, unsigned* megahertz);
  Return (*throttle_reasons)(Device, unsigned long long* bits);
  Return (*processes)(Device, unsigned* count, ProcessInfo*);
  Return (*process_utilization)(Device, ProcessUtilization*, unsigned* count,
                                unsigned long long since);
};

}  // namespace trena::nvml
