// SPDX-License-Identifier: Apache-2.0
// What a run used over time (CPU, memory, GPU and its memory) and what its epochs reported, ready
// to be drawn: in parts of as many samples each, of which the least, the mean and the most are
// kept. Every sample stays in the run's folder.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/event_file.h"
#include "store/run.h"
#include "store/sample_file.h"
#include "study/metrics.h"

namespace trena {

inline const std::vector<std::string_view>& kSeriesColumns = UseMetrics();

// From the end of the part before it to `end`, in seconds since the run's start. Missing where no
// sample of the part has a reading.
struct SeriesPart {
  double end = 0;
  std::optional<double> least;
  std::optional<double> mean;  // weighted by the time that each reading stands for
  std::optional<double> most;
};

struct SeriesColumn {
  std::string name;  // of kSeriesColumns
  std::vector<SeriesPart> parts;
};

// An epoch whose end is known and within the run.
struct EpochPoint {
  int epoch = 0;
  double at = 0;  // seconds since the run's start
  std::optional<double> loss;
  std::optional<double> accuracy;
};

struct RunSeries {
  std::string folder;
  std::string scenario;
  int replication = 1;
  double seconds = 0;  // from the start to the end
  size_t samples = 0;
  size_t each = 1;                    // samples in a part
  std::vector<SeriesColumn> columns;  // with any reading
  std::vector<EpochPoint> epochs;
};

// What reports take from run folders beside the series; each only where one asks for it.
struct RecordedParts {
  bool epochs = false;
  bool steps = false;
  bool samples = false;
};

// What was recorded over time. What is by folder has no entry for a run that recorded none.
struct SeriesAnalysis {
  std::vector<RunSeries> runs;
  size_t left_out = 0;  // runs whose series are only in their folders, there being so many
  std::map<std::string, std::vector<EpochEvent>> epochs = {};
  std::map<std::string, std::vector<StepLoss>> steps = {};
  std::map<std::string, SampleRows> samples = {};
};

// A page holds this many parts over all runs; each run has its share, within limits.
inline constexpr size_t kSeriesParts = 20'000;
inline constexpr size_t kMostParts = 500;
inline constexpr size_t kFewestParts = 60;
inline constexpr size_t kMostSeries = 300;
size_t PartsFor(size_t runs);

// The runs whose series are kept: all; of more than kMostSeries those of the first replication,
// and of these as many as may be, in their order. Indices.
std::vector<size_t> ChooseSeries(const std::vector<RunRecord>& runs);

// Samples and epochs between `begin` and `end` (of the samples' clock). Folder, scenario and
// replication are the caller's to fill.
RunSeries MakeSeries(const SampleTable& table, const std::vector<EpochEvent>& epochs, double begin,
                     double end, size_t most_parts);

}  // namespace trena
