// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <sstream>

#include "core/files.h"
#include "measure/sensor.h"

namespace trena {
namespace {

constexpr size_t kLargestProcFile = size_t{1} << 20;

class HostSensor : public Sensor {
 public:
  explicit HostSensor(const SensorContext& context) : proc_(context.proc) {}

  std::vector<std::string> Columns() const override {
    return {"host_cpu_pct", "host_steal_pct", "host_mem_pct"};
  }

  void Read(double /*now*/, std::vector<Reading>& out) override {
    ReadCpu(out);
    out.push_back(ReadMemory());
  }

 private:
  // /proc/stat: user nice system idle iowait irq softirq steal; guest time is within user.
  void ReadCpu(std::vector<Reading>& out) {
    Reading busy_percent, steal_percent;
    auto text = ReadFile(proc_ + "/stat", kLargestProcFile);
    std::istringstream line(text.ok() ? text.value() : "");
    std::string name;
    double part[8] = {};
    line >> name;
    for (double& value : part) line >> value;
    if (line && name == "cpu") {
      double idle = part[3] + part[4];
      double total = 0;
      for (double value : part) total += value;
      if (known_ && total > total_) {
        busy_percent = 100 * (1 - (idle - idle_) / (total - total_));
        steal_percent = 100 * (part[7] - steal_) / (total - total_);
      }
      known_ = true;
      idle_ = idle;
      total_ = total;
      steal_ = part[7];
    }
    out.push_back(Sane(busy_percent));
    out.push_back(Sane(steal_percent));
  }

  Reading ReadMemory() const {
    auto text = ReadFile(proc_ + "/meminfo", kLargestProcFile);
    std::istringstream lines(text.ok() ? text.value() : "");
    double total = 0;
    double available = -1;
    std::string name, rest;
    double value = 0;
    while (lines >> name >> value) {
      if (name == "MemTotal:") total = value;
      if (name == "MemAvailable:") available = value;
      std::getline(lines, rest);
    }
    if (total <= 0 || available < 0) return std::nullopt;
    return Sane(100 * (1 - available / total));
  }

  // Counters of a virtual machine may step back a little: such a reading is missing, not negative.
  static Reading Sane(Reading percent) {
    bool sane = percent && std::isfinite(*percent) && *percent >= 0 && *percent <= 100;
    return sane ? percent : std::nullopt;
  }

  std::string proc_;
  bool known_ = false;
  double idle_ = 0;
  double total_ = 0;
  double steal_ = 0;
};

}  // namespace

std::unique_ptr<Sensor> MakeHostSensor(const SensorContext& context) {
  return std::make_unique<HostSensor>(context);
}

}  // namespace trena
