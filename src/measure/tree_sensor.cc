// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measure/process_tree.h"
#include "measure/sensor.h"

namespace trena {
namespace {

class TreeSensor : public Sensor {
 public:
  explicit TreeSensor(const SensorContext& context)
      : root_(context.root), cpus_(context.machine->cpus), memory_(context.machine->memory) {}

  std::vector<std::string> Columns() const override {
    return {"cpu_pct", "mem_pct", "tree_cpu_s", "tree_rss_bytes", "processes", "threads"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    auto supervisor = ReadProcessUse(root_);
    if (!supervisor) {
      out.resize(out.size() + Columns().size());
      return;
    }
    double cpu = supervisor->children_cpu_s;
    double rss = 0;
    double processes = 0;
    double threads = 0;
    for (pid_t pid : Descendants(root_)) {
      auto use = ReadProcessUse(pid);
      if (!use) continue;
      cpu += use->cpu_s + use->children_cpu_s;
      rss += static_cast<double>(use->rss_bytes);
      processes += use->state == 'Z' ? 0 : 1;
      threads += static_cast<double>(use->threads);
    }
    out.push_back(Percent(now, cpu));
    // Once the run has ended there is no memory to read, which is not the same as none used.
    bool alive = processes > 0;
    out.push_back(alive ? PercentOfMemory(rss) : std::nullopt);
    out.emplace_back(cpu);
    out.push_back(alive ? Reading(rss) : std::nullopt);
    out.emplace_back(processes);
    out.push_back(alive ? Reading(threads) : std::nullopt);
  }

 private:
  // CPU used since the last reading, of what the visible CPUs could give.
  Reading Percent(double now, double cpu) {
    if (last_time_ && now <= *last_time_) return std::nullopt;
    bool back = last_time_ && cpu < last_cpu_;
    // A process that ended between two files of /proc is in neither, and in the next reading again.
    // What is gone then too is gone for good: nobody waited for it.
    went_back_ = back && !went_back_;
    if (went_back_) return std::nullopt;
    Reading percent;
    // The kernel counts in ticks, which may give a little more than there was.
    if (last_time_ && !back) {
      percent = std::min(100.0, 100 * (cpu - last_cpu_) / ((now - *last_time_) * cpus_));
    }
    last_time_ = now;
    last_cpu_ = cpu;
    return percent;
  }

  Reading PercentOfMemory(double rss) const {
    if (!memory_ || memory_->value == 0) return std::nullopt;
    return 100 * rss / static_cast<double>(memory_->value);
  }

  pid_t root_;
  double cpus_;
  std::optional<Bytes> memory_;
  std::optional<double> last_time_;
  double last_cpu_ = 0;
  bool went_back_ = false;
};

}  // namespace

std::unique_ptr<Sensor> MakeTreeSensor(const SensorContext& context) {
  return std::make_unique<TreeSensor>(context);
}

}  // namespace trena
