// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/run_series.h"

#include <algorithm>

namespace trena {
namespace {

// A part's readings: each stands for the time since the sample before it.
class PartSum {
 public:
  void Add(double reading, double time) {
    least_ = std::min(least_.value_or(reading), reading);
    most_ = std::max(most_.value_or(reading), reading);
    weighted_ += reading * time;
    weight_ += time;
  }

  SeriesPart Until(double end) const {
    return {end, least_, weight_ > 0 ? std::optional(weighted_ / weight_) : std::nullopt, most_};
  }

 private:
  std::optional<double> least_, most_;
  double weighted_ = 0;
  double weight_ = 0;
};

std::vector<SeriesPart> PartsOf(const std::vector<Sample>& samples, size_t column, double begin,
                                size_t each) {
  std::vector<SeriesPart> parts;
  for (size_t first = 1; first < samples.size(); first += each) {
    const size_t last = std::min(first + each, samples.size()) - 1;
    PartSum sum;
    for (size_t i = first; i <= last; ++i) {
      const double time = samples[i].t - samples[i - 1].t;
      if (samples[i].readings[column] && time > 0) sum.Add(*samples[i].readings[column], time);
    }
    parts.push_back(sum.Until(samples[last].t - begin));
  }
  return parts;
}

bool AnyReading(const std::vector<SeriesPart>& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const SeriesPart& part) { return part.mean.has_value(); });
}

}  // namespace

size_t PartsFor(size_t runs) {
  return std::clamp(kSeriesParts / std::max<size_t>(runs, 1), kFewestParts, kMostParts);
}

std::vector<size_t> ChooseSeries(const std::vector<RunRecord>& runs) {
  const bool all = runs.size() <= kMostSeries;
  std::vector<size_t> chosen;
  for (size_t i = 0; i < runs.size() && chosen.size() < kMostSeries; ++i) {
    if (all || runs[i].replication == 1) chosen.push_back(i);
  }
  return chosen;
}

RunSeries MakeSeries(const SampleTable& table, const std::vector<EpochEvent>& epochs, double begin,
                     double end, size_t most_parts) {
  RunSeries series;
  series.seconds = end - begin;
  series.samples = table.samples.size();
  // The first sample only begins the time that the second stands for.
  const size_t spans = series.samples > 0 ? series.samples - 1 : 0;
  series.each = std::max<size_t>(1, (spans + most_parts - 1) / most_parts);
  for (size_t column = 0; column < table.columns.size(); ++column) {
    auto parts = PartsOf(table.samples, column, begin, series.each);
    if (AnyReading(parts)) series.columns.push_back({table.columns[column], std::move(parts)});
  }
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.t || *epoch.t < begin || *epoch.t > end) continue;
    series.epochs.push_back({epoch.epoch, *epoch.t - begin, epoch.loss, epoch.accuracy});
  }
  return series;
}

}  // namespace trena
