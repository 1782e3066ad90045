// SPDX-License-Identifier: Apache-2.0
#include "measure/record/series_metrics.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "measure/sensors/kernel/throttle_reasons.h"
#include "stats/summary.h"
#include "study/metrics.h"

namespace trena {
namespace {

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

// Weighted by time.
Reading MeanOf(const Series& series) {
  double weighted = 0;
  double weight = 0;
  series.ForEach([&](double reading, double seconds) {
    weighted += reading * seconds;
    weight += seconds;
  });
  return weight > 0 ? Reading(weighted / weight) : std::nullopt;
}

Reading MostOf(const Series& series) {
  Reading most;
  series.ForEach([&](double reading, double) { most = std::max(most.value_or(reading), reading); });
  return most;
}

// Where the readings cover at least this share of the time.
Reading GrowthOf(const Series& series, double share) {
  const Series::Growth growth = series.Grown();
  const bool enough = growth.seconds > 0 && growth.seconds >= share * growth.all_seconds;
  return enough ? Reading(growth.amount) : std::nullopt;
}

void AddThrottle(const Series& series, const std::string& name, Metrics& metrics) {
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
  metrics[name] = *any;
  for (const ThrottleReason& reason : kThrottleReasons) {
    double percent = share(reason.bit).value_or(0);
    if (reason.slows && percent > 0) {
      metrics["gpu_throttled_" + std::string(reason.name) + "_pct"] = percent;
    }
  }
}

Reading FigureOf(const Series& series, ColumnFigure figure) {
  switch (figure) {
    case ColumnFigure::kMean:
      return MeanOf(series);
    case ColumnFigure::kMost:
      return MostOf(series);
    case ColumnFigure::kEnergy:
      return GrowthOf(series, kNearlyAll);
    case ColumnFigure::kCount:
      return GrowthOf(series, 0);
    case ColumnFigure::kThrottle:
      break;  // more than one figure
  }
  return std::nullopt;
}

constexpr size_t kFewestForMad = 3;

}  // namespace

std::map<std::string, double> SeriesMetrics(const std::vector<std::string>& columns,
                                            const std::vector<Sample>& samples, Window window) {
  Metrics metrics;
  for (const KnownMetric& metric : KnownMetrics()) {
    if (!metric.column) continue;
    auto column = std::find(columns.begin(), columns.end(), metric.column->name);
    if (column == columns.end()) continue;
    Series series(samples, static_cast<size_t>(column - columns.begin()), window);
    if (metric.column->figure == ColumnFigure::kThrottle) {
      AddThrottle(series, metric.name, metrics);
    } else if (auto figure = FigureOf(series, metric.column->figure)) {
      metrics[metric.name] = *figure;
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

std::map<std::string, double> EpochPeriod(const std::vector<EpochEvent>& epochs) {
  if (epochs.empty()) return {};
  std::map<std::string, double> metrics = {{"epochs_told", static_cast<double>(epochs.size())}};
  const auto first = epochs.front().t, last = epochs.back().t;
  if (epochs.size() > 1 && first && last && *last > *first) {
    metrics["epoch_period_s"] = (*last - *first) / static_cast<double>(epochs.size() - 1);
  }
  return metrics;
}

}  // namespace trena
