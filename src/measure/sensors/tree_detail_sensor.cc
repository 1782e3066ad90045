// SPDX-License-Identifier: Apache-2.0
// What costs more to read of a run's processes than CPU time and memory: input and output, context
// switches, and memory with shared pages divided among those who share them (PSS).
#include <algorithm>
#include <cerrno>

#include "core/clock.h"
#include "measure/sensors/kernel/process_table.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr double kSwitchesEvery = 10;  // seconds
constexpr double kFirstPss = 5;        // after the first sample: nothing is loaded before
constexpr double kPssEvery = 30;
constexpr double kPssShare = 0.001;  // of the time at most, whatever the run's memory costs to walk

// A counter of the tree, which misses for a moment what a process used that has just ended.
class Rising {
 public:
  Reading operator()(Reading value) {
    if (value) most_ = std::max(most_, *value);
    return value ? Reading(most_) : std::nullopt;
  }

 private:
  double most_ = 0;
};

class TreeDetailSensor : public Sensor {
 public:
  explicit TreeDetailSensor(const SensorContext& context)
      : processes_(ProcessesOf(context)), root_counts_(context.root_counts) {}

  std::vector<std::string> Columns() const override {
    return {"tree_read_bytes", "tree_written_bytes", "tree_switches", "tree_pss_bytes"};
  }

  void Read(double now, std::vector<Reading>& out) override {
    processes_->Update(now);
    if (!begun_) begun_ = now;
    AddTransfer(out);
    out.push_back(now >= *begun_ + next_switches_ ? Switches(now) : std::nullopt);
    out.push_back(now >= *begun_ + next_pss_ ? Pss(now) : std::nullopt);
  }

 private:
  // /proc/PID/io of a process holds that of the children it waited for.
  void AddTransfer(std::vector<Reading>& out) {
    Reading read, written;
    bool allowed = true;
    auto add = [&](FollowedProcess& process) {
      errno = 0;
      Scanner lines(processes_->Read(process.io, process.pid, "io"));
      // One that is gone is with its parent; one that is hidden leaves the sum unknown.
      if (errno == EACCES || errno == EPERM) allowed = false;
      do {
        std::string_view name = lines.Word();
        if (name == "read_bytes:") read = read.value_or(0) + lines.Number().value_or(0);
        if (name == "write_bytes:") written = written.value_or(0) + lines.Number().value_or(0);
      } while (lines.NextLine());
    };
    if (!root_counts_) add(processes_->root());
    if (read) *read -= processes_->root_before().read_bytes;
    if (written) *written -= processes_->root_before().written_bytes;
    for (FollowedProcess& process : processes_->processes()) add(process);
    out.push_back(read_(allowed ? read : std::nullopt));
    out.push_back(written_(allowed ? written : std::nullopt));
  }

  // How often threads were given a CPU: the third number of schedstat. What a thread did after it
  // was last seen is missing, so this is at least so many.
  Reading Switches(double now) {
    next_switches_ = now - *begun_ + kSwitchesEvery;
    bool any = false;
    for (FollowedProcess& process : processes_->processes()) {
      processes_->ListThreads(process);
      for (FollowedThread& thread : process.threads) {
        Scanner text(processes_->Read(thread.switches, process.pid, thread.number, "schedstat"));
        text.Word();
        text.Word();
        Reading times = text.Number();
        if (!times || *times <= 0) continue;  // a kernel that does not count says 0
        any = true;
        switches_ += std::max(0.0, *times - static_cast<double>(thread.switches_seen));
        thread.switches_seen = static_cast<uint64_t>(*times);
      }
    }
    return any ? Reading(switches_) : std::nullopt;
  }

  // The kernel walks all pages of the processes for it.
  Reading Pss(double now) {
    Seconds before = OwnCpuTime();
    Reading pss;
    for (FollowedProcess& process : processes_->processes()) {
      Descriptor once;
      Scanner lines(processes_->Read(once, process.pid, "smaps_rollup"));
      do {
        if (lines.Word() != "Pss:") continue;
        pss = pss.value_or(0) + lines.Number().value_or(0) * 1024;
      } while (lines.NextLine());
    }
    double cost = OwnCpuTime().value - before.value;
    next_pss_ = now - *begun_ + std::max(kPssEvery, cost / kPssShare);
    return pss;
  }

  std::shared_ptr<ProcessTable> processes_;
  bool root_counts_;
  std::optional<double> begun_;
  double next_switches_ = 1;
  double next_pss_ = kFirstPss;
  Rising read_, written_;
  double switches_ = 0;
};

}  // namespace

std::unique_ptr<Sensor> MakeTreeDetailSensor(const SensorContext& context) {
  return std::make_unique<TreeDetailSensor>(context);
}

}  // namespace trena
