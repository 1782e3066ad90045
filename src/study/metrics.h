// SPDX-License-Identifier: Apache-2.0
// The metrics that trena knows: one row each with its unit, its bounds, where it comes from, in
// which lists it is, and its words in both languages. Whatever else a runner reports is kept under
// its own name, and its unit is what the name ends with. A new metric is a row here; one that is a
// figure of a column of samples.csv needs nothing else, the others are put into the record where
// their source says.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/interned.h"
#include "core/text/sentence.h"

namespace trena {

enum class MetricKind {
  kSeconds,
  kImagesPerSecond,
  kTokensPerSecond,
  kPerSecond,
  kBytesPerSecond,
  kFraction,  // 0 to 1; people see percent
  kPercent,
  kMoney,
  kJoules,
  kWatts,
  kBytes,
  kMegahertz,
  kCelsius,
  kNumber,  // without a unit
};

// What a value can be. Beyond them it is a mistake of whoever told it.
struct MetricBounds {
  std::optional<double> least;
  std::optional<double> most;
  bool above_least = false;  // the least itself is none

  bool Hold(double value) const;
};

enum class MetricSource {
  kTrena,    // its own clocks and what the kernel counts (measure/run_end.cc, measure/machine/)
  kEvents,   // what the runner says (measure/run_end.cc, measure/record/series_metrics.cc)
  kSamples,  // a column of samples.csv (measure/record/series_metrics.cc)
  kPrices,   // at the study's prices now; never from the record (analyze/cost/)
};

// What becomes of a column over the training.
enum class ColumnFigure {
  kMean,      // weighted by time
  kMost,      // the largest reading
  kEnergy,    // what a total grew; absent unless nearly all of the training is known
  kCount,     // what a total grew, as far as it is known
  kThrottle,  // the share of time in which bits were set that slow; also each of them, by its name
};

struct MetricColumn {
  const char* name;
  ColumnFigure figure;
};

struct MetricWords {
  Sentence title;   // of a column
  Sentence phrase;  // alone
  Sentence the;     // within a sentence
};

struct KnownMetric {
  const char* name = "";
  MetricKind kind = MetricKind::kNumber;
  MetricBounds bounds = {};
  MetricSource source = MetricSource::kTrena;
  std::optional<MetricColumn> column = std::nullopt;  // of one from samples

  bool response = false;   // `analyze: { response: … }` may name it
  bool explained = false;  // its variation is allocated beside the response's
  // Its place in the table of scenarios, from 1; 0: not there. Of times only the study's is shown.
  int scenario_column = 0;
  // How charts call the share of the machine that it is: "gpu-memory"; nullptr: it is none.
  const char* use = nullptr;

  std::optional<MetricWords> words = std::nullopt;  // without, it is shown by its name
};

// In the order in which responses are listed and explained.
std::span<const KnownMetric> KnownMetrics();
const KnownMetric* FindKnownMetric(std::string_view name);

// Whether a metric can have the value. One that is not known may be any number whose squares still
// are numbers.
bool CanBe(Interned metric, double value);

const std::vector<std::string>& ResponseMetrics();
// Those of the table of scenarios, in its order.
const std::vector<const KnownMetric*>& ScenarioMetrics();
// The shares of the machine that a run used: the first columns of samples.csv, and what is drawn
// over time.
const std::vector<std::string_view>& UseMetrics();

// Of a metric that is not known, what its name ends with.
MetricKind KindOf(std::string_view metric);
// "s", "%", "1/s", the currency of an amount; empty for a pure number.
std::string UnitOf(std::string_view metric, const std::string& currency);

}  // namespace trena
