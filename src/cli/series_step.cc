// SPDX-License-Identifier: Apache-2.0
#include "cli/series_step.h"

#include <atomic>
#include <thread>

#include "report/charts/loss_charts.h"
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
      read[i] = SeriesOf(run, runs / run.folder.text(), PartsFor(chosen.size()));
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) others.emplace_back(work);
  work();
  others.clear();  // waits for them
  return read;
}

// Events that cannot be read are none: the table of the other runs is worth having.
void AddEpochs(const fs::path& runs, const std::string& folder, SeriesAnalysis& series) {
  Result<RunEvents> events = ReadEvents(runs / folder / "events.jsonl");
  if (events.ok() && !events.value().epochs.empty()) {
    series.epochs[folder] = std::move(events.value().epochs);
  }
}

void AddParts(const fs::path& runs, const RecordedParts& parts, Analysis& analysis) {
  SeriesAnalysis& series = analysis.series;
  for (const RunRecord& run : analysis.runs) {
    if (parts.epochs) AddEpochs(runs, run.folder, series);
    if (!parts.samples) continue;
    SampleRows samples = ReadSampleRows(runs / run.folder.text() / "samples.csv");
    if (!samples.columns.empty()) series.samples[run.folder] = std::move(samples);
  }
  if (!parts.steps) return;
  for (const RunRecord* run : LossRuns(analysis)) {
    std::vector<StepLoss> steps = ReadStepLosses(runs / run->folder.text() / "events.jsonl");
    if (steps.empty()) {
      AddEpochs(runs, run->folder, series);
    } else {
      series.steps[run->folder] = std::move(steps);
    }
  }
}

}  // namespace

Result<RunEpochs> EpochsFor(const Workspace& workspace, const std::vector<RunRecord>& runs) {
  RunEpochs epochs;
  if (!workspace.study.analyze.target_accuracy) return epochs;
  for (const RunRecord& run : runs) {
    if (run.outcome != Outcome::kOk) continue;
    const fs::path folder = workspace.results->folder() / "runs" / run.folder.text();
    TRENA_ASSIGN(RunEvents events, ReadEvents(folder / "events.jsonl"));
    for (const EpochEvent& epoch : events.epochs) {
      epochs[run.folder].push_back({epoch.seconds, epoch.accuracy});
    }
  }
  return epochs;
}

Status AddSeries(const Workspace& workspace, const RecordedParts& parts, Analysis& analysis) {
  const fs::path runs = workspace.results->folder() / "runs";
  const std::vector<size_t> chosen = ChooseSeries(analysis.runs);
  analysis.series.left_out = analysis.runs.size() - chosen.size();
  for (Result<RunSeries>& read : ReadAll(runs, analysis, chosen)) {
    TRENA_ASSIGN(RunSeries series, std::move(read));
    if (series.samples > 0) analysis.series.runs.push_back(std::move(series));
  }
  AddParts(runs, parts, analysis);
  return Done{};
}

}  // namespace trena
