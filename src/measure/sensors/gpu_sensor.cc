// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "measure/sensors/kernel/process_tree.h"
#include "measure/sensors/nvml/gpu_choice.h"
#include "measure/sensors/nvml/nvml.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

// Over the run's devices together. A sum that lacks a part would be too small: it is missing.
class Sum {
 public:
  void Add(Reading value) {
    ++count_;
    if (sum_) sum_ = value ? Reading(*sum_ + *value) : std::nullopt;
  }
  Reading Get() const { return count_ > 0 ? sum_ : std::nullopt; }
  Reading Mean() const { return Get() ? Reading(*sum_ / count_) : std::nullopt; }

 private:
  Reading sum_ = 0;
  int count_ = 0;
};

Reading Most(Reading a, Reading b) {
  if (!a || !b) return a ? a : b;
  return std::max(*a, *b);
}

// What is known of one device now.
struct DeviceReadings {
  Reading percent, memory_used, memory_total, watts, joules, celsius, sm_mhz, memory_mhz;
  Reading throttle_bits;
  Reading run_percent, run_memory;
  Reading other_processes;
};

struct Device {
  Total energy;
  uint64_t use_since = 0;
  std::vector<pid_t> run_pids;
  DeviceReadings now;
};

class GpuSensor : public Sensor {
 public:
  GpuSensor(const SensorContext& context, std::shared_ptr<Nvml> gpus)
      : gpus_(std::move(gpus)),
        proc_(context.proc),
        root_(context.root),
        choice_(gpus_->devices(), context.cuda_visible_devices, context.device == "cuda"),
        devices_(gpus_->devices().size()) {}

  std::vector<std::string> Columns() const override {
    std::vector<std::string> columns = {
        "gpu_pct",      "gpu_mem_pct",       "gpu_devices",         "gpu_mem_bytes",
        "gpu_run_pct",  "gpu_run_mem_bytes", "gpu_other_processes", "gpu_power_w",
        "gpu_energy_j", "gpu_temp_c",        "gpu_throttle_bits"};
    for (size_t i = 0; i < devices_.size(); ++i) {
      for (const char* name : {"pct", "mem_bytes", "power_w", "energy_j", "temp_c", "sm_mhz",
                               "mem_mhz", "throttle_bits"}) {
        columns.push_back(fmt::format("gpu{}_{}", i, name));
      }
    }
    return columns;
  }

  void Read(double /*now*/, std::vector<Reading>& out) override {
    // Which devices are the run's must be known before any is charged.
    for (size_t i = 0; i < devices_.size(); ++i) ReadProcesses(i);
    for (size_t i = 0; i < devices_.size(); ++i) ReadDevice(i);
    AppendTotals(out);
    for (const Device& device : devices_) {
      const DeviceReadings& now = device.now;
      out.insert(out.end(), {now.percent, now.memory_used, now.watts, now.joules, now.celsius,
                             now.sm_mhz, now.memory_mhz, now.throttle_bits});
    }
  }

 private:
  void ReadProcesses(size_t index) {
    Device& device = devices_[index];
    device.now = {};
    device.run_pids.clear();
    if (!gpus_->Processes(index, processes_)) return;
    double memory = 0;
    bool memory_known = true;
    double others = 0;
    for (const GpuProcess& process : processes_) {
      // The root is a process of the run when trena was attached to one.
      bool of_run = process.pid == root_ || IsDescendant(proc_, process.pid, root_);
      if (!of_run) {
        ++others;
        continue;
      }
      device.run_pids.push_back(process.pid);
      memory += process.memory_bytes.value_or(0);
      memory_known = memory_known && process.memory_bytes;
    }
    device.now.other_processes = others;
    if (device.run_pids.empty()) return;
    choice_.See(index);
    if (memory_known) device.now.run_memory = memory;
  }

  // Devices that the run does not use have no readings; but their energy is followed, so that one
  // it takes up is charged from the reading before.
  void ReadDevice(size_t index) {
    Device& device = devices_[index];
    bool charged = choice_.IsCharged(index);
    Reading joules = device.energy.Since(gpus_->Joules(index), charged && this->charged());
    DeviceReadings& now = device.now;
    if (!charged) {
      now = {};
      return;
    }
    now.joules = joules;
    now.percent = gpus_->Utilisation(index);
    if (auto memory = gpus_->Memory(index)) {
      now.memory_used = memory->used;
      now.memory_total = memory->total;
    }
    now.watts = gpus_->Watts(index);
    now.celsius = gpus_->Celsius(index);
    now.sm_mhz = gpus_->SmMhz(index);
    now.memory_mhz = gpus_->MemoryMhz(index);
    if (auto bits = gpus_->ThrottleBits(index)) now.throttle_bits = static_cast<uint32_t>(*bits);
    now.run_percent = RunPercent(index);
  }

  // Of the run's processes alone; none when NVML tells of no use at all.
  Reading RunPercent(size_t index) {
    Device& device = devices_[index];
    if (!gpus_->ProcessUse(index, device.use_since, use_)) return std::nullopt;
    double percent = 0;
    for (const GpuProcessUse& use : use_) {
      const auto& pids = device.run_pids;
      if (std::find(pids.begin(), pids.end(), use.pid) != pids.end()) percent += use.percent;
    }
    return std::min(100.0, percent);
  }

  void AppendTotals(std::vector<Reading>& out) const {
    Sum percent, used, total, run_percent, run_memory, others, watts, joules;
    Reading hottest, bits;
    double count = 0;
    for (size_t i = 0; i < devices_.size(); ++i) {
      if (!choice_.IsCharged(i)) continue;
      const DeviceReadings& now = devices_[i].now;
      ++count;
      percent.Add(now.percent);
      used.Add(now.memory_used);
      total.Add(now.memory_total);
      run_percent.Add(now.run_percent);
      run_memory.Add(now.run_memory);
      others.Add(now.other_processes);
      watts.Add(now.watts);
      joules.Add(now.joules);
      hottest = Most(hottest, now.celsius);
      bits = Either(bits, now.throttle_bits);
    }
    Reading share;
    if (used.Get() && total.Get()) share = SanePercent(100 * *used.Get() / *total.Get());
    out.insert(out.end(),
               {percent.Mean(), share, count, used.Get(), run_percent.Mean(), run_memory.Get(),
                others.Get(), watts.Get(), joules.Get(), hottest, bits});
  }

  static Reading Either(Reading a, Reading b) {
    if (!a || !b) return a ? a : b;
    return static_cast<uint32_t>(*a) | static_cast<uint32_t>(*b);
  }

  std::shared_ptr<Nvml> gpus_;
  std::string proc_;
  pid_t root_;
  GpuChoice choice_;
  std::vector<Device> devices_;
  std::vector<GpuProcess> processes_;
  std::vector<GpuProcessUse> use_;
};

// Where there is no GPU to read.
class NoGpus : public Sensor {
 public:
  std::vector<std::string> Columns() const override { return {}; }
  void Read(double /*now*/, std::vector<Reading>& /*out*/) override {}
};

}  // namespace

std::unique_ptr<Sensor> MakeGpuSensor(const SensorContext& context) {
  if (context.machine->gpus == nullptr) return std::make_unique<NoGpus>();
  return std::make_unique<GpuSensor>(context, context.machine->gpus);
}

}  // namespace trena
