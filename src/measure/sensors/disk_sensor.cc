// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/traffic.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr double kSector = 512;  // bytes in /proc/diskstats, whatever a device's own sectors are

class DiskSensor : public Sensor {
 public:
  explicit DiskSensor(const SensorContext& context)
      : file_(context.proc + "/diskstats"), disks_(RealDevices(context.sys + "/block")) {}

  std::vector<std::string> Columns() const override {
    return {"host_disk_read_bytes_per_s", "host_disk_write_bytes_per_s"};
  }

  // A line: major minor name, reads merged sectors ms, writes merged sectors ms, ….
  void Read(double now, std::vector<Reading>& out) override {
    traffic_.Begin();
    Scanner lines(disks_.empty() ? std::string_view() : file_.Read());
    do {
      Skip(2, lines);
      std::string_view name = lines.Word();
      if (std::find(disks_.begin(), disks_.end(), name) == disks_.end()) continue;
      Skip(2, lines);
      Reading read = lines.Number();
      Skip(3, lines);
      traffic_.Add(read, lines.Number());
    } while (lines.NextLine());
    traffic_.End(now, kSector, out);
  }

  bool ServesAnotherRun() override {
    traffic_ = Traffic();
    return true;
  }

 private:
  static void Skip(int words, Scanner& line) {
    for (int i = 0; i < words; ++i) line.Word();
  }

  KernelFile file_;
  std::vector<std::string> disks_;
  Traffic traffic_;
};

}  // namespace

std::unique_ptr<Sensor> MakeDiskSensor(const SensorContext& context) {
  return std::make_unique<DiskSensor>(context);
}

}  // namespace trena
