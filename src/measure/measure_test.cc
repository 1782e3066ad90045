// SPDX-License-Identifier: Apache-2.0
// Whole measurements in a folder of their own, with the fake runner and with commands.
#include "measure/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "configure/testing.h"
#include "core/process/memory_group.h"
#include "study/study_reader.h"

namespace trena {
namespace {

class MeasureTest : public testing::Test {
 protected:
  MeasureTest() : results_(folder_.path() / "test.trena") {
    runners_ = FindRunners({fs::path(TRENA_BUILD_DIR) / "runners"}).value();
    listener_.note = [this](const Told& note) { notes_.push_back(note.english); };
  }

  Result<MeasureSummary> TryMeasure(const std::string& text, bool retry = false) {
    fs::path path = folder_.Write("test.yaml", text);
    Result<Study> study = ReadStudy(path);
    EXPECT_TRUE(study.ok()) << study.error().message();
    study_ = study.value();
    plan_ = MakePlan(study_, VersionsOf(runners_)).value();
    Installation places;
    places.cache = folder_.path() / "cache";
    Configuration configuration(study_, places, runners_);
    KeptRuns runs(results_);
    return Measure({&study_, &plan_, &configuration, retry, {}, "test 1.0"}, runs, listener_);
  }
  MeasureSummary MeasureAll(const std::string& text, bool retry = false) {
    Result<MeasureSummary> summary = TryMeasure(text, retry);
    EXPECT_TRUE(summary.ok()) << summary.error().message();
    return summary.ok() ? summary.value() : MeasureSummary();
  }

  std::vector<RunRecord> Runs() {
    LoadedRuns loaded = results_.Load().value();
    set_aside_ = loaded.set_aside;
    return loaded.runs;
  }
  RunRecord OnlyRun() {
    std::vector<RunRecord> runs = Runs();
    EXPECT_EQ(runs.size(), 1u);
    return runs.empty() ? RunRecord() : runs[0];
  }
  std::vector<std::string> Folders() { return ListFolder(results_.folder() / "runs").value(); }

  TestFolder folder_;
  ResultsFolder results_;
  std::vector<Runner> runners_;
  Study study_;
  Plan plan_;
  MeasureListener listener_;
  std::vector<std::string> notes_;
  std::vector<std::string> set_aside_;
};

// Scripted times take no time.
constexpr const char* kStudy = R"(
factors: { batch: [32, 64] }
fixed: { framework: fake, epochs: 2, images: 200, fake_seconds: 20, fake_effect_batch_64: 0.5, fake_accuracy: 0.75, fake_loss: 0.5 }
design: { replications: 2, seed: 7 }
)";

std::string One(const std::string& values) {
  return "fixed: { framework: fake" + values + " }\ndesign: { replications: 1, seed: 7 }\n";
}

TEST_F(MeasureTest, RunsThatWereReadAreNotReadAgain) {
  MeasureAll(One(", epochs: 1, images: 10"));
  const std::string first = Folders().at(0);
  KeptRuns kept(results_);
  ASSERT_EQ(kept.Get().value()->runs.size(), 1u);
  // Whoever read it again would set it aside, and measure it again.
  ASSERT_TRUE(WriteFile(results_.folder() / "runs" / first / "run.json", "broken").ok());
  study_.design.replications = 2;
  plan_ = MakePlan(study_, VersionsOf(runners_)).value();
  Configuration configuration(study_, {}, runners_);
  Result<MeasureSummary> summary = Measure({&study_, &plan_, &configuration}, kept, listener_);
  ASSERT_TRUE(summary.ok()) << summary.error().message();
  EXPECT_EQ(summary.value().already, 1u);
  EXPECT_EQ(summary.value().measured, 1u);
  EXPECT_TRUE(notes_.empty());
  const LoadedRuns& after = *kept.Get().value();
  ASSERT_EQ(after.runs.size(), 2u) << "with the one that was just measured";
  EXPECT_EQ(after.runs[0].folder, first);
  EXPECT_EQ(after.runs[1].replication, 2);
  EXPECT_TRUE(after.set_aside.empty());
}

TEST_F(MeasureTest, WhatAnotherProcessMeasuredSinceIsSeenUnderTheLock) {
  const std::string text = One(", epochs: 1, images: 10");
  KeptRuns kept(results_);
  ASSERT_TRUE(kept.Get().value()->runs.empty());
  MeasureAll(text);  // it has its own look
  Configuration configuration(study_, {}, runners_);
  Result<MeasureSummary> summary = Measure({&study_, &plan_, &configuration}, kept, listener_);
  ASSERT_TRUE(summary.ok()) << summary.error().message();
  EXPECT_EQ(summary.value().already, 1u);
  EXPECT_EQ(summary.value().measured, 0u);
  EXPECT_EQ(Folders().size(), 1u);
}

TEST_F(MeasureTest, AMemoryLimitIsKeptForEachLevel) {
  if (!CanLimitMemory().ok()) GTEST_SKIP() << CanLimitMemory().error().message();
  const std::string text =
      "factors: { memory_limit: [50 MB, 200 MB] }\n"
      "fixed: { framework: fake, epochs: 1, fake_memory: 100e6 }\ndesign: { replications: 1";
  for (const char* design : {", order: listed }\n", ", order: in_turns, turn: 50ms }\n"}) {
    fs::remove_all(results_.folder());
    MeasureSummary summary = MeasureAll(text + design);
    EXPECT_EQ(summary.failed, 0u) << "that it does not fit is a result";
    std::vector<RunRecord> runs = Runs();
    ASSERT_EQ(runs.size(), 2u);
    if (runs[0].scenario != "C1") std::swap(runs[0], runs[1]);
    EXPECT_EQ(runs[0].outcome, Outcome::kOutOfMemory) << runs[0].reason;
    EXPECT_EQ(runs[0].cause, "kernel_out_of_memory");
    EXPECT_EQ(runs[0].reason,
              "the kernel killed it: it needed more than its memory_limit of 50 MB");
    EXPECT_EQ((*runs[0].limits)["memory_bytes"], 50'000'000);
    EXPECT_EQ(runs[1].outcome, Outcome::kOk) << runs[1].reason;
    EXPECT_EQ((*runs[1].limits)["memory_bytes"], 200'000'000);
  }
}

// Of 200 MB the 100 million bytes are more than half; of the machine they are next to nothing.
TEST_F(MeasureTest, MemoryInPercentIsOfTheLimit) {
  if (!CanLimitMemory().ok()) GTEST_SKIP() << CanLimitMemory().error().message();
  MeasureAll(
      "fixed: { framework: fake, epochs: 1, fake_memory: 100e6, fake_seconds: 0.3, fake_sleep: "
      "true,"
      " memory_limit: 200 MB }\ndesign: { replications: 1 }\nmeasure: { sample_every: 10ms }\n");
  const RunRecord run = OnlyRun();
  ASSERT_EQ(run.outcome, Outcome::kOk) << run.reason;
  EXPECT_GT(run.metric("mem_pct_max").value_or(0), 49);
  EXPECT_LT(run.metric("mem_pct_max").value_or(0), 75);
}

TEST_F(MeasureTest, EveryRunIsThere) {
  MeasureSummary summary = MeasureAll(kStudy);
  EXPECT_EQ(summary.end, MeasureEnd::kDone);
  EXPECT_EQ(summary.measured, 4u);
  EXPECT_EQ(summary.already, 0u);
  EXPECT_EQ(summary.failed, 0u);
  std::vector<RunRecord> runs = Runs();
  ASSERT_EQ(runs.size(), 4u);
  for (const RunRecord& run : runs) {
    EXPECT_EQ(run.outcome, Outcome::kOk) << run.reason;
    EXPECT_EQ(run.exit_code, 0);
    double batch = *Find(run.levels, "batch")->number();
    EXPECT_EQ(run.scenario, batch == 32 ? "C1" : "C2");
    // 20 s, half of it where batch is 64; 200 images are 6 batches of 32 or 3 of 64, 192, twice.
    double seconds = batch == 32 ? 20 : 10;
    EXPECT_DOUBLE_EQ(run.metric("train_s").value(), seconds);
    EXPECT_DOUBLE_EQ(run.metric("images_per_s").value(), 384 / seconds);
    EXPECT_DOUBLE_EQ(run.metric("image_s").value(), seconds / 384);
    EXPECT_EQ(run.metric("accuracy"), 0.75);
    EXPECT_EQ(run.metric("loss"), 0.5);
    EXPECT_GT(run.metric("wall_s").value(), 0);
    EXPECT_TRUE(run.metric("cpu_s").has_value());
    EXPECT_EQ(run.seed, 7u + static_cast<uint64_t>(run.replication));
    EXPECT_EQ(run.block, run.replication);
    const PlannedRun& planned = plan_.runs[static_cast<size_t>(run.position) - 1];
    EXPECT_EQ(plan_.scenarios[planned.scenario].key, run.key);
    EXPECT_EQ(planned.replication, run.replication);
    EXPECT_EQ(run.environment, kThisMachine);
    EXPECT_EQ(run.framework, "fake");
    EXPECT_TRUE(run.simulated);
    EXPECT_EQ((*run.versions)["framework"], "fake");
    EXPECT_FALSE(run.versions->contains("t"));
    EXPECT_EQ(run.trena_version, "test 1.0");
    EXPECT_TRUE(run.facts->contains("cpu"));
    EXPECT_EQ(ListFolder(results_.folder() / "runs" / run.folder.text()).value(),
              (std::vector<std::string>{"events.jsonl", "run.json", "samples.csv", "scenario.json",
                                        "stderr.log", "stdout.log"}));
  }
  EXPECT_TRUE(fs::exists(results_.folder() / "plan.json"));
  EXPECT_TRUE(ListFolder(results_.folder() / "under-way").value().empty());
}

TEST_F(MeasureTest, SamplesFromStartToEnd) {
  MeasureAll(One(", fake_seconds: 0.4, fake_sleep: true") + "measure: { sample_every: 10ms }\n");
  RunRecord run = OnlyRun();
  std::string text =
      ReadFile(results_.folder() / "runs" / run.folder.text() / "samples.csv").value();
  EXPECT_GE(std::count(text.begin(), text.end(), '\n'), 4);
  EXPECT_GE(run.metric("train_s").value(), 0.4);
  EXPECT_GE(run.metric("wall_s").value(), run.metric("train_s").value());
  EXPECT_TRUE(run.metric("cpu_pct").has_value());
  EXPECT_LE(run.metric("cpu_pct_max").value(), 100);
  EXPECT_GT(run.metric("mem_pct").value(), 0);
}

TEST_F(MeasureTest, TheListenerHearsOfEveryRun) {
  std::vector<size_t> positions, times;
  listener_.finished = [&](const MeasureState& state, const RunRecord& run) {
    positions.push_back(state.position);
    times.push_back(state.times.n);
    EXPECT_EQ(state.planned, 4u);
    EXPECT_EQ(state.scenario->key, run.key);
    EXPECT_EQ(state.replication, run.replication);
    // Where one is known, the rest is guessed.
    EXPECT_TRUE(state.time_left.has_value()) << "the run just ended counts";
    EXPECT_EQ(state.budget, std::nullopt);
  };
  MeasureAll(kStudy);
  EXPECT_EQ(positions, (std::vector<size_t>{1, 2, 3, 4}));
  EXPECT_EQ(times, (std::vector<size_t>{1, 1, 2, 2})) << "of the same scenario, this run included";
}

TEST_F(MeasureTest, NothingLeftIsNothingDone) {
  MeasureAll(kStudy);
  std::vector<std::string> before = Folders();
  MeasureSummary again = MeasureAll(kStudy);
  EXPECT_EQ(again.measured, 0u);
  EXPECT_EQ(again.already, 4u);
  EXPECT_EQ(Folders(), before);
}

TEST_F(MeasureTest, WhatIsMissingIsMeasuredAgainAndNothingElse) {
  MeasureAll(kStudy);
  std::vector<std::string> before = Folders();
  fs::remove_all(results_.folder() / "runs" / before[1]);
  auto untouched = fs::last_write_time(results_.folder() / "runs" / before[0] / "run.json");
  MeasureSummary again = MeasureAll(kStudy);
  EXPECT_EQ(again.measured, 1u);
  EXPECT_EQ(again.already, 3u);
  EXPECT_EQ(Folders(), before);
  EXPECT_EQ(fs::last_write_time(results_.folder() / "runs" / before[0] / "run.json"), untouched);
}

TEST_F(MeasureTest, OtherValuesAreOtherRuns) {
  MeasureAll(One(", fake_seconds: 1"));
  EXPECT_EQ(MeasureAll(One(", fake_seconds: 2")).measured, 1u);
  EXPECT_EQ(Folders().size(), 2u);
}

TEST_F(MeasureTest, AFailedRunIsKeptAndTriedAgainWhenAsked) {
  // Seed 7 and replication 2 make 9.
  std::string text = std::string(kStudy) + "only: batch == 32\n";
  text.replace(text.find("fake_loss"), 0, "fake_outcome: fail, fake_fail_on: 9, ");
  MeasureSummary first = MeasureAll(text);
  EXPECT_EQ(first.measured, 2u);
  EXPECT_EQ(first.failed, 1u);
  std::vector<RunRecord> runs = Runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[1].outcome, Outcome::kFailed);
  EXPECT_EQ(runs[1].exit_code, 1);
  EXPECT_TRUE(Has(runs[1].reason, {"exit code 1", "failed as the script says"}));
  EXPECT_EQ(runs[1].metric("train_s"), std::nullopt) << "it did not train to its end";
  EXPECT_TRUE(runs[1].metric("wall_s").has_value()) << "but it is billed";
  const MeasureSummary second = MeasureAll(text);
  EXPECT_EQ(second.measured, 0u) << "failed is final";
  EXPECT_EQ(second.failed_before, 1u);
  EXPECT_EQ(second.retryable, 1u);
  const MeasureSummary again = MeasureAll(text, true);
  EXPECT_EQ(again.measured, 1u);
  EXPECT_EQ(again.failed, 1u);
  EXPECT_EQ(again.failed_before, 0u) << "it was made again";
  runs = Runs();
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[1].attempt, 1);
  EXPECT_EQ(runs[2].attempt, 2);
  EXPECT_EQ(runs[2].replication, 2);
  EXPECT_EQ(runs[2].key, runs[1].key);
}

TEST_F(MeasureTest, OutcomesOfARunner) {
  struct Row {
    const char* script;
    Outcome outcome;
    size_t failed;
    const char* reason;
  };
  for (const Row& row : {Row{"oom", Outcome::kOutOfMemory, 0, "out of memory"},
                         Row{"memory_error", Outcome::kOutOfMemory, 0, "MemoryError"},
                         Row{"crash", Outcome::kFailed, 1, "signal 11"},
                         Row{"exit", Outcome::kFailed, 1, "exit code 1"},
                         Row{"silent", Outcome::kOk, 0, ""}, Row{"garbage", Outcome::kOk, 0, ""}}) {
    fs::remove_all(results_.folder());
    MeasureSummary summary =
        MeasureAll(One(std::string(", fake_loss: 1, fake_outcome: ") + row.script));
    RunRecord run = OnlyRun();
    EXPECT_EQ(run.outcome, row.outcome) << row.script;
    EXPECT_EQ(summary.failed, row.failed) << row.script;
    EXPECT_TRUE(Has(run.reason, {row.reason})) << row.script;
    bool garbage = std::string(row.script) == "garbage";
    EXPECT_EQ(run.metric("train_s").has_value(), garbage);
    EXPECT_EQ(run.notes, std::vector<std::string>(garbage ? 1 : 0, "rejected_events"));
  }
}

TEST_F(MeasureTest, WhatARunSaidBeforeItFailedIsNoResult) {
  folder_.Write(
      "fails.sh",
      "echo '{\"event\": \"phase\", \"name\": \"train\", \"seconds\": 3}' > $TRENA_EVENTS\n"
      "exit 1\n");
  MeasureAll(
      "fixed: { framework: command }\ndesign: { replications: 1 }\ncommand: [sh, fails.sh]\n");
  RunRecord run = OnlyRun();
  EXPECT_EQ(run.outcome, Outcome::kFailed);
  EXPECT_EQ(run.phases.size(), 1u) << "it is kept";
  EXPECT_EQ(run.metric("train_s"), std::nullopt);
}

TEST_F(MeasureTest, ARunThatHangsTimesOut) {
  std::string text =
      One(", fake_outcome: hang, fake_children: 2") + "measure: { timeout: 500ms }\n";
  MeasureSummary summary = MeasureAll(text);
  EXPECT_EQ(summary.failed, 1u);
  RunRecord run = OnlyRun();
  EXPECT_EQ(run.outcome, Outcome::kTimedOut);
  EXPECT_EQ(run.exit_code, std::nullopt);
  EXPECT_GE(run.metric("wall_s").value(), 0.4);
  EXPECT_EQ(MeasureAll(text, true).measured, 0u) << "a timeout is final";
}

TEST_F(MeasureTest, TheBudgetStopsBeforeItIsPassed) {
  // 1 USD a second, and the first run takes at least 0.2 s.
  MeasureSummary summary = MeasureAll(
      "fixed: { framework: fake, fake_seconds: 0.2, fake_sleep: true }\n"
      "environments: { dear: { price: 3600 USD/h } }\nbudget: 0.3 USD\n"
      "design: { replications: 3 }\n");
  EXPECT_EQ(summary.end, MeasureEnd::kBudget);
  EXPECT_EQ(summary.measured, 1u);
  EXPECT_EQ(Folders().size(), 1u);
}

TEST_F(MeasureTest, RunsWithoutAPriceDoNotEndTheBudget) {
  MeasureSummary summary = MeasureAll(
      "factors: { environment: [unpriced, dear] }\n"
      "fixed: { framework: fake, fake_seconds: 0.2, fake_sleep: true }\n"
      "environments: { unpriced: {}, dear: { price: 3600 USD/h } }\nbudget: 0.3 USD\n"
      "design: { replications: 3, order: listed }\n");
  EXPECT_EQ(summary.end, MeasureEnd::kBudget);
  EXPECT_LE(summary.measured, 3u) << "the second dear run would pass it";
  const std::string note = "no price for unpriced: what runs there does not count";
  EXPECT_TRUE(std::any_of(notes_.begin(), notes_.end(),
                          [&](const std::string& said) { return said.starts_with(note); }));
}

TEST_F(MeasureTest, WithoutAPriceThereIsNoBudgetToPass) {
  EXPECT_EQ(MeasureAll(One("") + "budget: 0.0001 USD\n").end, MeasureEnd::kDone);
}

TEST_F(MeasureTest, OneTrenaAtATime) {
  ASSERT_TRUE(results_.Prepare().ok());
  auto lock = results_.Lock();
  Result<MeasureSummary> summary = TryMeasure(kStudy);
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(summary.error().message(), {"process " + std::to_string(getpid())}));
  EXPECT_TRUE(Folders().empty());
}

TEST_F(MeasureTest, AFrameworkThatIsNotHereStopsItBeforeAnythingRuns) {
  Result<MeasureSummary> summary =
      TryMeasure("factors: { framework: [fake, fake@9.9] }\nfixed: { batch: 1 }\n");
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().kind(), ErrorKind::kInput);
  EXPECT_TRUE(Has(summary.error().message(), {"there is no fake 9.9", "fake@1.0"}));
  EXPECT_TRUE(Folders().empty());
  EXPECT_FALSE(fs::exists(results_.folder() / "plan.json"));
}

TEST_F(MeasureTest, AnEnvironmentThatIsNotHereStaysPending) {
  std::string text =
      "factors: { environment: [here, far] }\nfixed: { framework: fake }\n"
      "environments: { here: { vcpus: 999 }, far: { device: tpu } }\ndesign: { replications: 1 }\n";
  MeasureSummary summary = MeasureAll(text);
  EXPECT_EQ(summary.end, MeasureEnd::kDone);
  EXPECT_EQ(summary.measured, 1u);
  EXPECT_EQ(summary.pending_environments, std::vector<std::string>{"far"});
  RunRecord run = OnlyRun();
  EXPECT_EQ(run.environment, "here");
  ASSERT_EQ(run.stand_in.size(), 1u);
  EXPECT_TRUE(Has(run.stand_in[0], {"CPUs instead of 999"}));
}

TEST_F(MeasureTest, ARunThatCannotBeReadIsMeasuredAgainAndKept) {
  MeasureAll(One(""));
  std::string name = OnlyRun().folder;
  fs::resize_file(results_.folder() / "runs" / name / "run.json", 20);
  EXPECT_EQ(MeasureAll(One("")).measured, 1u);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_TRUE(Has(notes_[0], {"set aside", name}));
  EXPECT_EQ(OnlyRun().attempt, 2) << "in a folder of its own";
  EXPECT_EQ(set_aside_.size(), 1u);
  EXPECT_EQ(MeasureAll(One("")).measured, 0u);
}

TEST_F(MeasureTest, WhatACrashLeftIsKeptAndRunAgain) {
  MeasureAll(One(""));
  RunRecord left = OnlyRun();
  fs::remove_all(results_.folder() / "runs" / left.folder.text());
  left.outcome = Outcome::kInterrupted;
  fs::path begun = results_.Begin(left).value();
  ASSERT_TRUE(WriteFile(begun / "stdout.log", "").ok()) << "it had started";
  EXPECT_EQ(MeasureAll(One("")).measured, 1u);
  EXPECT_EQ(notes_.size(), 1u);
  std::vector<RunRecord> runs = Runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].outcome, Outcome::kInterrupted);
  EXPECT_EQ(runs[1].attempt, 2);
  EXPECT_EQ(runs[1].outcome, Outcome::kOk);
}

TEST_F(MeasureTest, CtrlCEndsTheRunAsInterrupted) {
  bool asked = false;
  listener_.running = [&](const MeasureState& state) {
    if (asked || state.elapsed < 0.1) return;
    raise(SIGINT);
    asked = true;
  };
  std::string text =
      One(", fake_outcome: hang, fake_fail_on: 8") + "measure: { sample_every: 10ms }\n";
  text.replace(text.find("replications: 1"), 15, "replications: 2");
  MeasureSummary summary = MeasureAll(text);
  EXPECT_EQ(summary.end, MeasureEnd::kInterrupted);
  EXPECT_EQ(summary.measured, 1u);
  EXPECT_EQ(summary.failed, 0u);
  RunRecord run = OnlyRun();
  EXPECT_EQ(run.outcome, Outcome::kInterrupted);
  std::string events =
      ReadFile(results_.folder() / "runs" / run.folder.text() / "events.jsonl").value();
  EXPECT_TRUE(Has(events, {"first_step"})) << "what it said is kept";
}

TEST_F(MeasureTest, CtrlCBetweenRunsStopsBeforeTheNext) {
  listener_.finished = [](const MeasureState&, const RunRecord&) { raise(SIGINT); };
  MeasureSummary summary = MeasureAll(kStudy);
  EXPECT_EQ(summary.end, MeasureEnd::kInterrupted);
  EXPECT_EQ(summary.measured, 1u);
  EXPECT_EQ(OnlyRun().outcome, Outcome::kOk);
}

TEST_F(MeasureTest, CtrlCWhileARunEndsWellKeepsItAndStops) {
  listener_.running = [](const MeasureState& state) {
    if (state.elapsed > 0.3) raise(SIGINT);
  };
  // Says that it is done, and then takes its time.
  folder_.Write("done.sh",
                "echo '{\"event\": \"end\"}' > $TRENA_EVENTS\n"
                "trap 'exit 0' TERM\n"
                "while :; do sleep 0.01; done\n");
  MeasureSummary summary = MeasureAll(
      "fixed: { framework: command }\ndesign: { replications: 2 }\n"
      "measure: { sample_every: 100ms }\ncommand: [sh, done.sh]\n");
  EXPECT_EQ(summary.end, MeasureEnd::kInterrupted);
  EXPECT_EQ(OnlyRun().outcome, Outcome::kOk);
}

// docs/frameworks.md, Threads.
TEST_F(MeasureTest, ARunnersThreadsAreToldHowToWait) {
  fs::path script = folder_.Write("run.sh", "env > environment.txt\n");
  for (Runner& runner : runners_) {
    if (runner.framework == "fake") runner.command = {"/bin/sh", script.string()};
  }
  for (const char* name : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"}) unsetenv(name);
  setenv("KMP_BLOCKTIME", "7", 1);
  MeasureAll(One(""));
  unsetenv("KMP_BLOCKTIME");
  RunRecord run = OnlyRun();
  fs::path seen = results_.folder() / "runs" / run.folder.text() / "environment.txt";
  EXPECT_TRUE(Has(ReadFile(seen).value(), {"GOMP_SPINCOUNT=25000\n", "KMP_BLOCKTIME=7\n"}));
  EXPECT_EQ((*run.installed)["variables"]["GOMP_SPINCOUNT"], "25000");
  EXPECT_EQ((*run.installed)["variables"]["KMP_BLOCKTIME"], "7") << "the user's";
}

TEST_F(MeasureTest, ACommandRunsBesideItsStudy) {
  std::string text =
      "factors: { batch: [64] }\nfixed: { framework: command }\ndesign: { replications: 1, seed: 4 "
      "}\n"
      "command: [sh, -c, 'pwd; echo $0 $1 $TRENA_SCENARIO', \"{batch}\", \"{seed}\"]\n";
  MeasureAll(text);
  RunRecord run = OnlyRun();
  EXPECT_EQ(run.outcome, Outcome::kOk) << run.reason;
  EXPECT_EQ(run.metric("train_s"), std::nullopt) << "it said nothing of training";
  std::string output =
      ReadFile(results_.folder() / "runs" / run.folder.text() / "stdout.log").value();
  fs::path begun = fs::absolute(results_.folder() / "under-way" / run.folder.text());
  EXPECT_EQ(output, fs::canonical(folder_.path()).string() + "\n64 5 " +
                        (begun / "scenario.json").string() + "\n");
}

TEST_F(MeasureTest, ACommandThatCannotStartIsRefusedAndTriedAgain) {
  // Its interpreter is missing, which only the attempt tells.
  const fs::path program = folder_.Write("orphan", "#!/no/such/interpreter\n");
  fs::permissions(program, fs::perms::owner_all);
  const std::string text =
      "fixed: { framework: command }\ndesign: { replications: 1 }\n"
      "command: [" +
      program.string() + "]\n";
  EXPECT_EQ(MeasureAll(text).failed, 1u);
  RunRecord run = OnlyRun();
  EXPECT_EQ(run.outcome, Outcome::kRefused);
  EXPECT_EQ(run.exit_code, std::nullopt);
  EXPECT_EQ(run.reason, "cannot start " + program.string() + ": No such file or directory");
  EXPECT_EQ(MeasureAll(text).measured, 1u);
  EXPECT_EQ(Runs().size(), 2u);
}

TEST_F(MeasureTest, AResultsFolderThatCannotBeWrittenIsTheUsersToMend) {
  results_ = ResultsFolder(fs::path("/proc/test.trena"));
  Result<MeasureSummary> summary = TryMeasure(kStudy);
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().kind(), ErrorKind::kInput);
}

}  // namespace
}  // namespace trena
