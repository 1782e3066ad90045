// SPDX-License-Identifier: Apache-2.0
// NVIDIA's GPUs through NVML, loaded at run time. Every reading is optional: a function that the
// library lacks, an error, or a value that cannot be, is missing, and the others stay. What the
// library claims about sizes is not believed. Not for several threads at once.
//
//   Result<std::shared_ptr<Nvml>> gpus = Nvml::Open(NvmlLibrary());
//   if (gpus.ok()) watts = gpus.value()->Watts(0);
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/text/units.h"
#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/nvml/nvml_types.h"

namespace trena {

struct GpuFacts {
  std::string name;  // printable, at most 96 characters; empty when unknown
  std::string uuid;
  std::optional<Bytes> memory;
};

struct GpuProcess {
  pid_t pid = 0;
  Reading memory_bytes;
};

struct GpuProcessUse {
  pid_t pid = 0;
  double percent = 0;  // of the time, on the multiprocessors
};

struct GpuMemory {
  double total = 0;
  double used = 0;
};

// What is loaded: $TRENA_NVML, else the driver's own libnvidia-ml.so.1. Empty: none.
std::string NvmlLibrary();

class Nvml {
 public:
  // An Error when there is no such library, it lacks what all else needs, or it finds no device.
  static Result<std::shared_ptr<Nvml>> Open(const std::string& library);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  const std::string& driver() const { return driver_; }
  // A stand-in library, by its own word: what it says is made up.
  bool simulated() const;
  // At most 32, in NVML's order: by PCI address.
  const std::vector<GpuFacts>& devices() const { return facts_; }

  // Readings of a device at this moment.
  Reading Utilisation(size_t device) const;  // % of the time in which any kernel ran
  std::optional<GpuMemory> Memory(size_t device) const;
  Reading Watts(size_t device) const;
  Reading Joules(size_t device) const;  // since the driver was loaded
  Reading Celsius(size_t device) const;
  Reading SmMhz(size_t device) const;
  Reading MemoryMhz(size_t device) const;
  std::optional<uint64_t> ThrottleBits(size_t device) const;

  // Processes that compute on a device; at most 1024. False when NVML does not tell.
  bool Processes(size_t device, std::vector<GpuProcess>& out);
  // Those that used it since `since` (0: as long as is known), which becomes the time of the last.
  bool ProcessUse(size_t device, uint64_t& since, std::vector<GpuProcessUse>& out);

 private:
  explicit Nvml(void* library);
  Status FindDevices();
  void AddDevice(unsigned index);
  Reading Mhz(size_t device, nvml::ClockType clock) const;
  // Whether there is such a function, and it could tell.
  template <typename Function, typename... Arguments>
  bool Ask(Function function, size_t device, Arguments... arguments) const {
    return function != nullptr && handles_[device] != nullptr &&
           function(handles_[device], arguments...) == nvml::kSuccess;
  }

  void* library_;
  nvml::Functions functions_{};
  bool begun_ = false;
  std::string driver_;
  std::vector<nvml::Device> handles_;
  std::vector<GpuFacts> facts_;
  std::vector<char> buffer_;  // for lists, larger than the library is told
};

}  // namespace trena
