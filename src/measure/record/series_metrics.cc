// SPDX-License-Identifier: Apache-2.0
#include "measure/record/series_metrics.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "measure/sensors/kernel/throttle_reasons.h"
#include "stats/summary.h"

namespace trena {
namespace {

enum class Figure {
  kMean,
  kMost,
  kMeanAndMost,
  kEnergy,    // what a total grew; absent unless nearly all of the window is known
  kCount,     // what a total grew, as far as it is known
  kThrottle,  // the share of time in which bits were set: all that slow, and each by its name
};
using enum Figure;

struct Row {
  const char* column;
  Figure figure;
};

constexpr Row kFigures[] = {
    {"cpu_pct", kMeanAndMost},
    {"mem_pct", kMeanAndMost},
    {"gpu_pct", kMeanAndMost},
    {"gpu_mem_pct", kMeanAndMost},
    {"host_cpu_pct", kMeanAndMost},
    {"host_steal_pct", kMeanAndMost},
    {"host_iowait_pct", kMean},
    {"host_mem_pct", kMost},
    {"host_swap_bytes", kMost},
    {"host_major_faults_per_s", kMean},
    {"host_disk_read_bytes_per_s", kMean},
    {"host_disk_write_bytes_per_s", kMean},
    {"host_net_receive_bytes_per_s", kMean},
    {"host_net_transmit_bytes_per_s", kMean},
    {"pressure_cpu_pct", kMean},
    {"pressure_memory_pct", kMean},
    {"pressure_io_pct", kMean},
    {"cpu_mhz", kMean},
    {"thermal_throttles", kCount},
    {"cgroup_throttled_pct", kMean},
    {"cpu_power_w", kMean},
    {"cpu_energy_j", kEnergy},
    {"dram_energy_j", kEnergy},
    {"gpu_run_pct", kMean},
    {"gpu_run_mem_bytes", kMost},
    {"gpu_other_processes", kMost},
    {"gpu_power_w", kMeanAndMost},
    {"gpu_energy_j", kEnergy},
    {"gpu_temp_c", kMost},
    {"gpu_throttle_bits", kThrottle},
};

// Of the time from when the total began to the last sample, within the window.
constexpr double kNearlyAll = 0.95;

// One column's readings within the window.
class Series {
 public:
  Series(const std::vector<Sample>& samples, size_t column, Window window)
      : samples_(samples), column_(column), window_(window) {}

  // Calls use(reading, seconds) for each reading with the time for which it stands.
  template <typename Use>
  void ForEach(Use use) const {
    for (size_t i = 1; i < samples_.size(); ++i) {
      double seconds = Overlap(samples_[i - 1].t, samples_[i].t);
      const Reading& reading = samples_[i].readings[column_];
      if (seconds > 0 && reading) use(*reading, seconds);
    }
  }

  // What a total grew within the window, and for how much of the time since it began. Totals begin
  // at 0: the first reading is what was used since the sample before it.
  struct Growth {
    double amount = 0;
    double seconds = 0;
    double all_seconds = 0;
  };
  Growth Grown() const {
    Growth growth;
    bool begun = false;
    double last_time = 0;
    double last_total = 0;
    for (const Sample& sample : samples_) {
      const Reading& reading = sample.readings[column_];
      double within = std::max(0.0, Overlap(last_time, sample.t));
      bool first = &sample == &samples_.front();
      if (reading && !first && sample.t > last_time) {
        growth.amount += within / (sample.t - last_time) * (*reading - last_total);
        growth.seconds += within;
      }
      begun = begun || reading;
      if (!begun || reading) last_time = sample.t;
      if (reading) last_total = *reading;
    }
    double unknown = samples_.empty() ? 0 : Overlap(last_time, samples_.back().t);
    growth.all_seconds = growth.seconds + std::max(0.0, unknown);
    return growth;
  }

 private:
  double Overlap(double begin, double end) const {
    return std::min(end, window_.end) - std::max(begin, window_.begin);
  }

  const std::vector<Sample>& samples_;
  size_t column_;
  Window window_;
};

using Metrics = std::map<std::string, double>;

void AddMeanAndMost(const Series& series, const Row& row, Metrics& metrics) {
  double weighted = 0;
  double weight = 0;
  Reading most;
  series.ForEach([&](double reading, double seconds) {
    weighted += reading * seconds;
    weight += seconds;
    most = std::max(most.value_or(reading), reading);
  });
  if (!most) return;
  if (row.figure != kMost) metrics[row.column] = weighted / weight;
  if (row.figure != kMean) metrics[std::string(row.column) + "_max"] = *most;
}

void AddGrowth(const Series& series, const Row& row, Metrics& metrics) {
  Series::Growth growth = series.Grown();
  double needed = row.figure == kEnergy ? kNearlyAll * growth.all_seconds : 0;
  if (growth.seconds > 0 && growth.seconds >= needed) metrics[row.column] = growth.amount;
}

void AddThrottle(const Series& series, Metrics& metrics) {
  uint64_t slowing = 0;
  for (const ThrottleReason& reason : kThrottleReasons) slowing |= reason.slows ? reason.bit : 0;
  auto share = [&](uint64_t bits) {
    double with = 0;
    double all = 0;
    series.ForEach([&](double reading, double seconds) {
      all += seconds;
      if ((static_cast<uint64_t>(reading) & bits) != 0) with += seconds;
    });
    return all > 0 ? Reading(100 * with / all) : std::nullopt;
  };
  Reading any = share(slowing);
  if (!any) return;
  metrics["gpu_throttled_pct"] = *any;
  for (const ThrottleReason& reason : kThrottleReasons) {
    double percent = share(reason.bit).value_or(0);
    if (reason.slows && percent > 0) {
      metrics["gpu_throttled_" + std::string(reason.name) + "_pct"] = percent;
    }
  }
}

constexpr size_t kFewestForMad = 3;

}  // namespace

std::map<std::string, double> SeriesMetrics(const std::vector<std::string>& columns,
                                            const std::vector<Sample>& samples, Window window) {
  Metrics metrics;
  for (const Row& row : kFigures) {
    auto column = std::find(columns.begin(), columns.end(), row.column);
    if (column == columns.end()) continue;
    Series series(samples, static_cast<size_t>(column - columns.begin()), window);
    if (row.figure == kThrottle) {
      AddThrottle(series, metrics);
    } else if (row.figure == kEnergy || row.figure == kCount) {
      AddGrowth(series, row, metrics);
    } else {
      AddMeanAndMost(series, row, metrics);
    }
  }
  return metrics;
}

std::map<std::string, double> EpochMetrics(const std::vector<EpochEvent>& epochs) {
  std::vector<double> seconds;
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.seconds) return {};
    seconds.push_back(*epoch.seconds);
  }
  if (seconds.empty()) return {};
  std::map<std::string, double> metrics = {{"first_epoch_s", seconds.front()}};
  seconds.erase(seconds.begin());
  auto median = Summarize(seconds).median;
  if (!median) return metrics;
  metrics["later_epoch_s"] = *median;
  if (seconds.size() < kFewestForMad) return metrics;
  for (double& value : seconds) value = std::abs(value - *median);
  metrics["later_epoch_mad_s"] = *Summarize(seconds).median;
  return metrics;
}

}  // namespace trena
