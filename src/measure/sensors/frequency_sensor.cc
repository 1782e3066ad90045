// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/visible_cpus.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr size_t kCpuinfoWorth = 300;  // files: it is long, and the kernel asks every CPU for it
constexpr double kLeastMhz = 1;
constexpr double kMostMhz = 100'000;

class Mean {
 public:
  void Add(Reading mhz) {
    if (!mhz || *mhz < kLeastMhz || *mhz > kMostMhz) return;
    sum_ += *mhz;
    ++count_;
  }
  Reading Get() const { return count_ > 0 ? Reading(sum_ / count_) : std::nullopt; }

 private:
  double sum_ = 0;
  int count_ = 0;
};

class FrequencySensor : public Sensor {
 public:
  explicit FrequencySensor(const SensorContext& context)
      : cpus_(SpreadOver(context.cpus.empty() ? VisibleCpus() : context.cpus, kMostCpus)),
        cpuinfo_(context.proc + "/cpuinfo"),
        pace_(kCpuinfoWorth) {
    for (int cpu : cpus_) {
      KernelFile file(context.sys + "/devices/system/cpu/cpu" + std::to_string(cpu) +
                      "/cpufreq/scaling_cur_freq");
      if (!file.Read().empty()) files_.push_back(std::move(file));
    }
    if (!files_.empty()) pace_ = Pace(files_.size());
  }

  std::vector<std::string> Columns() const override { return {"cpu_mhz"}; }

  void Read(double now, std::vector<Reading>& out) override {
    bool due = pace_.Due(now);
    if (!due) out.emplace_back();
    if (due) out.push_back(files_.empty() ? FromCpuinfo() : FromFiles());
  }

  bool ServesAnotherRun() override {
    pace_.Forget();
    return true;
  }

 private:
  Reading FromFiles() {
    Mean mean;
    for (KernelFile& file : files_) {
      Reading kilohertz = Scanner(file.Read()).Number();
      if (kilohertz) mean.Add(*kilohertz / 1000);
    }
    return mean.Get();
  }

  // "processor : 0", then some lines on, "cpu MHz : 2593.906".
  Reading FromCpuinfo() {
    Mean mean;
    Scanner lines(cpuinfo_.Read());
    bool visible = false;
    do {
      std::string_view word = lines.Word();
      if (word == "processor") visible = IsVisible(AfterColon(lines));
      if (word == "cpu" && lines.Word() == "MHz" && visible) mean.Add(AfterColon(lines));
    } while (lines.NextLine());
    return mean.Get();
  }

  static Reading AfterColon(Scanner& line) {
    return line.Word() == ":" ? line.Number() : std::nullopt;
  }

  bool IsVisible(Reading cpu) const {
    return cpu && std::find(cpus_.begin(), cpus_.end(), *cpu) != cpus_.end();
  }

  std::vector<int> cpus_;
  std::vector<KernelFile> files_;
  KernelFile cpuinfo_;
  Pace pace_;
};

}  // namespace

std::unique_ptr<Sensor> MakeFrequencySensor(const SensorContext& context) {
  return std::make_unique<FrequencySensor>(context);
}

}  // namespace trena
