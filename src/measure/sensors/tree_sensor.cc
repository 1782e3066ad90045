// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "measure/sensors/kernel/process_table.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

std::optional<Bytes> UsableMemory(const SensorContext& context) {
  const std::optional<Bytes> all = context.machine->memory;
  const std::optional<Bytes> limit = context.memory_limit;
  return all && limit ? std::min(*all, *limit) : (limit ? limit : all);
}

class TreeSensor : public Sensor {
 public:
  explicit TreeSensor(const SensorContext& context)
      : processes_(ProcessesOf(context)),
        cpus_(context.machine->cpus),
        memory_(UsableMemory(context)) {}

  std::vector<std::string> Columns() const override {
    return {"cpu_pct", "mem_pct", "tree_cpu_s", "tree_rss_bytes", "processes", "threads"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    processes_->Update(now);
    double rss = 0;
    double processes = 0;
    double threads = 0;
    for (const FollowedProcess& process : processes_->processes()) {
      if (process.use.state == 'Z') continue;
      rss += static_cast<double>(process.use.rss_bytes);
      processes += 1;
      threads += static_cast<double>(process.use.threads);
    }
    out.push_back(Percent(now, processes_->cpu_s()));
    // Once the run has ended there is no memory to read, which is not the same as none used.
    bool alive = processes > 0;
    out.push_back(alive ? PercentOfMemory(rss) : std::nullopt);
    out.push_back(processes_->cpu_s());
    out.push_back(alive ? Reading(rss) : std::nullopt);
    out.push_back(processes_->root_known() ? Reading(processes) : std::nullopt);
    out.push_back(alive ? Reading(threads) : std::nullopt);
  }

 private:
  // CPU used since the last reading, of what the visible CPUs could give.
  Reading Percent(double now, Reading cpu) {
    if (!cpu || (last_time_ && now <= *last_time_)) return std::nullopt;
    Reading percent;
    // The kernel counts in ticks, which may give a little more than there was.
    if (last_time_ && !processes_->cpu_was_lost()) {
      percent = std::min(100.0, 100 * (*cpu - last_cpu_) / ((now - *last_time_) * cpus_));
    }
    last_time_ = now;
    last_cpu_ = *cpu;
    return percent;
  }

  Reading PercentOfMemory(double rss) const {
    if (!memory_ || memory_->value == 0) return std::nullopt;
    // Pages that processes share are counted once for each.
    return std::min(100.0, 100 * rss / static_cast<double>(memory_->value));
  }

  std::shared_ptr<ProcessTable> processes_;
  double cpus_;
  std::optional<Bytes> memory_;
  std::optional<double> last_time_;
  double last_cpu_ = 0;
};

}  // namespace

std::shared_ptr<ProcessTable> ProcessesOf(const SensorContext& context) {
  if (context.processes != nullptr) return context.processes;
  ProcessTableOptions options;
  options.root = context.root;
  options.root_counts = context.root_counts;
  options.root_before = context.root_before;
  options.group = context.group;
  options.proc = context.proc;
  return std::make_shared<ProcessTable>(options);
}

std::unique_ptr<Sensor> MakeTreeSensor(const SensorContext& context) {
  return std::make_unique<TreeSensor>(context);
}

}  // namespace trena
