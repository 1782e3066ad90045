// SPDX-License-Identifier: Apache-2.0
#include "cli/series_step.h"

#include "measure/events.h"
#include "measure/sample_file.h"

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

}  // namespace

Status AddSeries(const Workspace& workspace, Analysis& analysis) {
  const std::vector<size_t> chosen = ChooseSeries(analysis.runs);
  analysis.series.left_out = analysis.runs.size() - chosen.size();
  for (size_t index : chosen) {
    const RunRecord& run = analysis.runs[index];
    const fs::path folder = workspace.results->folder() / "runs" / run.folder;
    TRENA_ASSIGN(RunSeries series, SeriesOf(run, folder, PartsFor(chosen.size())));
    if (series.samples > 0) analysis.series.runs.push_back(std::move(series));
  }
  return Done{};
}

}  // namespace trena
