// SPDX-License-Identifier: Apache-2.0
#include "cli/series_step.h"

#include <atomic>
#include <thread>

#include "store/event_file.h"
#include "store/sample_file.h"

namespace trena {
namespace {

Result<RunSeries> SeriesOf(const RunRecord& run, const fs::path& folder, size_t most_parts) {
  TRENA_ASSIGN(SampleTable table, ReadSamples(folder / "samples.csv", kSeriesColumns));
  if (table.samples.size() < 2) return RunSeries{};
  TRENA_ASSIGN(RunEvents events, ReadEvents(folder / "events.jsonl"));
  RunSeries series =
      MakeSeries(table, events.epochs, table.samples.front().t, table.samples.back().t, most_parts);
  series.folder = run.folder;
  series.scenario = run.scenario;
  series.replication = run.replication;
  return series;
}

// All of `chosen`, in its order; as many at a time as there are processors.
std::vector<Result<RunSeries>> ReadAll(const fs::path& runs, const Analysis& analysis,
                                       const std::vector<size_t>& chosen) {
  std::vector<Result<RunSeries>> read(chosen.size(), RunSeries{});
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < chosen.size(); i = next++) {
      const RunRecord& run = analysis.runs[chosen[i]];
      read[i] = SeriesOf(run, runs / run.folder, PartsFor(chosen.size()));
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) others.emplace_back(work);
  work();
  others.clear();  // waits for them
  return read;
}

}  // namespace

Status AddSeries(const Workspace& workspace, Analysis& analysis) {
  const std::vector<size_t> chosen = ChooseSeries(analysis.runs);
  analysis.series.left_out = analysis.runs.size() - chosen.size();
  for (Result<RunSeries>& read : ReadAll(workspace.results->folder() / "runs", analysis, chosen)) {
    TRENA_ASSIGN(RunSeries series, std::move(read));
    if (series.samples > 0) analysis.series.runs.push_back(std::move(series));
  }
  return Done{};
}

}  // namespace trena
