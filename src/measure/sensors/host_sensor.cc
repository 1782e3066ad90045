// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

// The first line of /proc/stat. Guest time is within user.
enum Part { kUser, kNice, kSystem, kIdle, kWaiting, kInterrupt, kSoftInterrupt, kSteal, kParts };
constexpr size_t kNeeded = kIdle + 1;  // the others came with later kernels

// Appends the shares of the CPUs' time since the last reading. The kernel's iowait and, in a
// virtual machine, steal may step back a little, so each is followed apart from the rest.
class HostCpu {
 public:
  explicit HostCpu(const std::string& proc) : stat_(proc + "/stat") {}

  void Read(std::vector<Reading>& out) {
    std::array<Reading, kParts> now = Parts();
    auto sum = [&](std::initializer_list<Part> parts) {
      Reading first = now[*parts.begin()];
      if (!first) return first;
      double total = 0;
      for (Part part : parts) total += now[part].value_or(0);
      return Reading(total);
    };
    Reading user = user_.Growth(sum({kUser, kNice}));
    Reading system = system_.Growth(sum({kSystem, kInterrupt, kSoftInterrupt}));
    Reading resting = resting_.Growth(sum({kIdle, kWaiting}));
    Reading waiting = waiting_.Growth(now[kWaiting]);
    Reading steal = steal_.Growth(now[kSteal]);
    bool known = user && system && resting;
    double used = known ? *user + *system + steal.value_or(0) : 0;
    double total = known ? used + *resting : 0;
    for (Reading part : {Reading(used), user, system, waiting, steal}) {
      out.push_back(part && total > 0 ? SanePercent(100 * *part / total) : std::nullopt);
    }
  }

  void Forget() {
    for (Counter* part : {&user_, &system_, &resting_, &waiting_, &steal_}) part->Forget();
  }

 private:
  std::array<Reading, kParts> Parts() {
    std::array<Reading, kParts> parts{};
    Scanner line(stat_.Read());
    if (line.Word() != "cpu") return parts;
    for (Reading& part : parts) part = line.Number();
    bool whole = std::all_of(parts.begin(), parts.begin() + kNeeded,
                             [](const Reading& part) { return part.has_value(); });
    return whole ? parts : std::array<Reading, kParts>{};
  }

  KernelFile stat_;
  Counter user_, system_, resting_, waiting_, steal_;
};

enum Memory { kTotal, kAvailable, kSwapTotal, kSwapFree };
constexpr std::array<std::string_view, 4> kMemory = {
    "MemTotal:", "MemAvailable:", "SwapTotal:", "SwapFree:"};
constexpr double kKibibyte = 1024;

Reading PercentUsed(Reading total, Reading available) {
  if (!total || !available || *total <= 0 || *available < 0) return std::nullopt;
  return SanePercent(100 * (1 - *available / *total));
}

Reading SwapUsed(Reading total, Reading free) {
  if (!total || !free || *free < 0 || *free > *total) return std::nullopt;
  return (*total - *free) * kKibibyte;
}

class HostSensor : public Sensor {
 public:
  explicit HostSensor(const SensorContext& context)
      : cpu_(context.proc), load_(context.proc + "/loadavg"), memory_(context.proc + "/meminfo") {}

  std::vector<std::string> Columns() const override {
    return {"host_cpu_pct",   "host_user_pct", "host_system_pct", "host_iowait_pct",
            "host_steal_pct", "host_load",     "host_mem_pct",    "host_swap_bytes"};
  }

  void Read(double /*now*/, std::vector<Reading>& out) override {
    cpu_.Read(out);
    Reading load = Scanner(load_.Read()).Number();
    out.push_back(load && *load >= 0 ? load : std::nullopt);
    std::array<Reading, kMemory.size()> memory;
    ReadNamed(memory_.Read(), kMemory, memory);
    out.push_back(PercentUsed(memory[kTotal], memory[kAvailable]));
    out.push_back(SwapUsed(memory[kSwapTotal], memory[kSwapFree]));
  }

  bool ServesAnotherRun() override {
    cpu_.Forget();
    return true;
  }

 private:
  HostCpu cpu_;
  KernelFile load_;
  KernelFile memory_;
};

}  // namespace

std::unique_ptr<Sensor> MakeHostSensor(const SensorContext& context) {
  return std::make_unique<HostSensor>(context);
}

}  // namespace trena
