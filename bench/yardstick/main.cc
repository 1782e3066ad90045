// SPDX-License-Identifier: Apache-2.0
// make bench-yardstick: one real training again and again, with long readings of every kernel
// between the runs; then which candidate explains the training's time best. Writes
// build/bench/yardstick.json and, for docs/methods/yardstick.md, build/bench/yardstick.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "candidates.h"
#include "core/clock.h"
#include "core/files.h"
#include "core/process/process.h"
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

// Runs the study's next replication with the program itself, as a person would.
Result<RunRecord> NextRun(const Options& options, const fs::path& results, int replication) {
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
  TRENA_ASSIGN(LoadedRuns loaded, ResultsFolder(results).Load());
  for (const RunRecord& run : loaded.runs) {
    if (run.replication == replication && run.metric("train_s")) return run;
  }
  return InputError("the run left no training time");
}

Result<Experiment> Measure(const Options& options, const fs::path& results) {
  Experiment experiment;
  // The first run prepares data and caches; it is not counted.
  TRENA_ASSIGN(RunRecord first, NextRun(options, results, 1));
  fmt::print(stderr, "warm-up: {:.2f} s\n", *first.metric("train_s"));
  experiment.gaps.push_back(ReadGap());
  for (int i = 1; i <= options.runs; ++i) {
    TRENA_ASSIGN(RunRecord run, NextRun(options, results, i + 1));
    experiment.seconds.push_back(*run.metric("train_s"));
    experiment.gaps.push_back(ReadGap());
    fmt::print(stderr, "[{}/{}] {:.3f} s\n", i, options.runs, experiment.seconds.back());
  }
  return experiment;
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
  Result<Experiment> experiment = Measure(options, results / "study.trena");
  std::error_code ignored;
  fs::remove_all(results, ignored);
  if (!experiment.ok()) return experiment.error();
  std::vector<Candidate> single = SingleCandidates(experiment.value());
  std::vector<Candidate> combined = CombinedCandidates(experiment.value());
  combined.push_back(PreviousRun(experiment.value()));
  std::string table = Markdown(options, experiment.value(), single, combined);
  fmt::print("{}", table);
  TRENA_CHECK(WriteFile(folder / "yardstick.md", table));
  single.insert(single.end(), combined.begin(), combined.end());
  Json json = ToJson(options, experiment.value(), single);
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
