// SPDX-License-Identifier: Apache-2.0
// make bench-yardstick: one real training again and again, with long readings of every kernel
// between the runs, and beats, steps and counters of the kernel while it runs (during.h); then
// which candidate explains the training's time best. Writes
// build/bench/yardstick.json and, for docs/methods/yardstick.md, build/bench/yardstick.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "candidates.h"
#include "core/clock.h"
#include "core/files.h"
#include "core/process/process.h"
#include "during.h"
#include "measure/machine/machine.h"
#include "measure/machine/yardstick.h"
#include "stats/summary.h"
#include "store/results.h"

namespace trena {
namespace {

constexpr double kReadingSeconds = 0.2;
constexpr size_t kTableRows = 25;

struct Options {
  int runs = 40;
  std::string framework = "libtorch";
  std::string label = "quiet";
  std::string epochs;
};

Gap ReadGap() {
  Gap gap;
  for (const YardstickKind& kind : YardstickKinds()) {
    for (bool all : {true, false}) {
      double begin = MonotonicNow();
      YardstickSeries series = RepeatKernel(kind, kReadingSeconds, all ? 0 : 1);
      gap.push_back({kind.name, all, series.rates, MonotonicNow() - begin});
    }
  }
  return gap;
}

// What is measured: between the runs, and while they go on.
struct Measured {
  Experiment experiment;
  BeatSize beat;
  std::vector<During> during;  // one a run
};

// Runs the study's next replication with the program itself, as a person would.
Status TrainOnce(const Options& options, const fs::path& results, int replication) {
  ProcessOptions process;
  process.arguments = {fs::path(TRENA_BUILD_DIR) / "trena",
                       "measure",
                       fs::path(TRENA_SOURCE_DIR) / "bench/yardstick/study.yaml",
                       "--out",
                       results,
                       "--replications",
                       std::to_string(replication),
                       "-P",
                       "framework=" + options.framework};
  if (!options.epochs.empty()) {
    process.arguments.insert(process.arguments.end(), {"-P", "epochs=" + options.epochs});
  }
  TRENA_ASSIGN(ProcessResult ended, RunProcess(process));
  if (ended.exit_code != 0) return InputError("trena measure failed: " + ended.errors);
  return Done{};
}

Result<RunRecord> FindRun(const fs::path& results, int replication) {
  TRENA_ASSIGN(LoadedRuns loaded, ResultsFolder(results).Load());
  for (const RunRecord& run : loaded.runs) {
    if (run.replication == replication && run.metric("train_s")) return run;
  }
  return InputError("the run left no training time");
}

// One run with all that is read while it goes on, added to `measured`.
Status MeasureRun(const Options& options, const fs::path& results, int replication, bool has_beat,
                  Measured& measured) {
  std::vector<BeatReading> beats;
  std::optional<Beat> beat;
  if (has_beat) beat.emplace(measured.beat);
  CounterWatch watch;  // after the beat's threads: counters of the run alone leave them out
  Status trained = TrainOnce(options, results, replication);
  Counted counted = watch.Stop();
  if (beat) beats = beat->Stop();
  TRENA_CHECK(trained);
  TRENA_ASSIGN(RunRecord run, FindRun(results, replication));
  fs::path events = results / "runs" / run.folder.text() / "events.jsonl";
  TRENA_ASSIGN(During during, ReadDuring(events, has_beat, beats, counted));
  measured.experiment.seconds.push_back(*run.metric("train_s"));
  measured.during.push_back(std::move(during));
  return Done{};
}

Result<Measured> Measure(const Options& options, const fs::path& results) {
  Measured measured;
  // The first run prepares data and caches; it is not counted.
  TRENA_CHECK(TrainOnce(options, results, 1));
  TRENA_ASSIGN(RunRecord first, FindRun(results, 1));
  fmt::print(stderr, "warm-up: {:.2f} s\n", *first.metric("train_s"));
  measured.beat = CalibrateBeat();
  const std::vector<bool> has_beat = DrawBeats(static_cast<size_t>(options.runs));
  measured.experiment.gaps.push_back(ReadGap());
  for (int i = 1; i <= options.runs; ++i) {
    const bool beaten = has_beat[static_cast<size_t>(i - 1)];
    TRENA_CHECK(MeasureRun(options, results, i + 1, beaten, measured));
    measured.experiment.gaps.push_back(ReadGap());
    fmt::print(stderr, "[{}/{}] {:.3f} s{}\n", i, options.runs, measured.experiment.seconds.back(),
               beaten ? ", with a beat" : "");
  }
  return measured;
}

Json ToJson(const Options& options, const Experiment& experiment,
            const std::vector<Candidate>& candidates) {
  Json json = {{"format", 1},
               {"label", options.label},
               {"framework", options.framework},
               {"cpu", ReadMachine().facts["cpu"]},
               {"vectors", YardstickVectors()},
               {"train_s", experiment.seconds},
               {"candidates", Json::array()},
               {"gaps", Json::array()}};
  for (const Candidate& candidate : candidates) json["candidates"].push_back(ToJson(candidate));
  for (const Gap& gap : experiment.gaps) {
    Json readings = Json::array();
    for (const KernelReadings& reading : gap) {
      readings.push_back({{"kernel", reading.kernel},
                          {"threads", reading.all_cpus ? "all" : "one"},
                          {"seconds", reading.seconds},
                          {"rates", reading.rates}});
    }
    json["gaps"].push_back(readings);
  }
  return json;
}

std::string Markdown(const Options& options, const Experiment& experiment,
                     const std::vector<Candidate>& single, const std::vector<Candidate>& combined) {
  Summary seconds = Summarize(experiment.seconds);
  return fmt::format(
             "{} runs of {} ({} machine): {:.3f} s on average, standard deviation {:.1f} % of it, "
             "from {:.3f} to {:.3f} s. The best single ones:\n\n",
             experiment.seconds.size(), options.framework, options.label, *seconds.mean,
             100 * CoefficientOfVariation(seconds).value_or(0), *seconds.min, *seconds.max) +
         MarkdownTable(single, kTableRows) + "\nTogether, and the rival that costs nothing:\n\n" +
         MarkdownTable(combined, combined.size());
}

Status Run(const Options& options) {
  fs::path folder = fs::path(TRENA_BUILD_DIR) / "bench";
  TRENA_CHECK(MakeFolder(folder));
  TRENA_ASSIGN(fs::path results, MakeTemporaryFolder(folder, "yardstick-runs-"));
  Result<Measured> result = Measure(options, results / "study.trena");
  std::error_code ignored;
  fs::remove_all(results, ignored);
  if (!result.ok()) return result.error();
  const Measured& measured = result.value();
  const Experiment& experiment = measured.experiment;
  std::vector<Candidate> single = SingleCandidates(experiment);
  std::vector<Candidate> combined = CombinedCandidates(experiment);
  combined.push_back(PreviousRun(experiment));
  WhileItRuns found = Explain(experiment.seconds, measured.during);
  std::string table = Markdown(options, experiment, single, combined) +
                      Markdown(found, measured.beat, measured.during);
  fmt::print("{}", table);
  TRENA_CHECK(WriteFile(folder / "yardstick.md", table));
  single.insert(single.end(), combined.begin(), combined.end());
  Json json = ToJson(options, experiment, single);
  json["while_it_runs"] = ToJson(found, measured.beat, measured.during);
  return WriteFile(folder / "yardstick.json", Dump(json, 1) + "\n");
}

}  // namespace
}  // namespace trena

int main(int argc, char** argv) {
  trena::Options options;
  CLI::App app("which yardstick explains a training's time best");
  app.add_option("--runs", options.runs, "runs of the training")->check(CLI::Range(5, 10'000));
  app.add_option("--framework", options.framework, "libtorch, or one that is installed");
  app.add_option("--label", options.label, "what the machine was like: quiet, busy");
  app.add_option("--epochs", options.epochs, "epochs of each run");
  CLI11_PARSE(app, argc, argv);
  trena::Status status = trena::Run(options);
  if (status.ok()) return 0;
  fmt::print(stderr, "bench-yardstick: {}\n", status.error().message());
  return 1;
}
