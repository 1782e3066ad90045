// SPDX-License-Identifier: Apache-2.0
// Whether the CPUs were slowed down: by heat, as they count it themselves, and by the quota of the
// control group in which trena runs (a container's CPU limit).
#include <algorithm>
#include <array>

#include "measure/sensors/kernel/cgroup.h"
#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/visible_cpus.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

class ThrottleSensor : public Sensor {
 public:
  explicit ThrottleSensor(const SensorContext& context)
      : group_(context.proc, context.sys), cpus_(context.machine->cpus), pace_(0) {
    for (int cpu : SpreadOver(context.cpus.empty() ? VisibleCpus() : context.cpus, kMostCpus)) {
      std::string folder =
          context.sys + "/devices/system/cpu/cpu" + std::to_string(cpu) + "/thermal_throttle/";
      AddFile(folder + "core_throttle_count", cores_);
      AddFile(folder + "package_throttle_count", packages_);
    }
    pace_ = Pace(cores_.size() + packages_.size());
  }

  std::vector<std::string> Columns() const override {
    return {"thermal_throttles", "cgroup_throttled_pct"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    out.push_back(pace_.Due(now) || !charged() ? Throttles() : std::nullopt);
    Reading held = group_rate_.Rate(now, group_.ThrottledSeconds());
    out.push_back(held ? SanePercent(100 * *held / cpus_) : std::nullopt);
  }

  bool ServesAnotherRun() override {
    throttles_.Forget();
    group_rate_.Forget();
    pace_.Forget();
    return true;
  }

 private:
  static void AddFile(const std::string& path, std::vector<KernelFile>& files) {
    KernelFile file(path);
    if (!file.Read().empty()) files.push_back(std::move(file));
  }

  // Since the run began. Every CPU of a package counts the package's events, so the most is taken;
  // those of the cores are their own.
  Reading Throttles() {
    if (cores_.empty() && packages_.empty()) return std::nullopt;
    double sum = 0;
    for (KernelFile& file : cores_) {
      Reading count = Scanner(file.Read()).Number();
      if (!count) return std::nullopt;
      sum += *count;
    }
    double most = 0;
    for (KernelFile& file : packages_) {
      Reading count = Scanner(file.Read()).Number();
      if (!count) return std::nullopt;
      most = std::max(most, *count);
    }
    return throttles_.Since(sum + most, charged());
  }

  std::vector<KernelFile> cores_;
  std::vector<KernelFile> packages_;
  Total throttles_;
  CgroupThrottle group_;
  Counter group_rate_;
  double cpus_;
  Pace pace_;
};

}  // namespace

std::unique_ptr<Sensor> MakeThrottleSensor(const SensorContext& context) {
  return std::make_unique<ThrottleSensor>(context);
}

}  // namespace trena
