// SPDX-License-Identifier: Apache-2.0
#include "measure/run_end.h"

#include <cmath>
#include <csignal>

#include "core/files.h"
#include "measure/program/guards/disk_reserve.h"
#include "measure/record/series_metrics.h"
#include "store/notes.h"

namespace trena {
namespace {

constexpr double kClockSlack = 0.01;  // seconds between a runner's clock readings and ours

bool ClockIsSane(const RunEvents& events, const ProgramEnd& end) {
  return events.ClockIsSane(end.started, end.ended, kClockSlack);
}

// The later ones are measured from the one before, and the first has none.
bool FirstIsUntimed(const RunEvents& events) {
  const auto& epochs = events.epochs;
  if (epochs.empty() || epochs[0].seconds) return false;
  return epochs.size() == 1 || epochs[1].seconds.has_value();
}

// What the program said last: its errors, or where there are none its output.
std::vector<std::string> LogEnd(const fs::path& folder, const std::string& errors) {
  std::vector<std::string> lines = LastLines(errors);
  return lines.empty() ? LastLines(Tail(folder / "stdout.log")) : lines;
}

}  // namespace

OutcomeEvidence CollectEvidence(const fs::path& folder, const ProgramEnd& end, const Watch& watch,
                                MemoryKills& kills) {
  OutcomeEvidence evidence;
  evidence.end = end;
  evidence.interrupted = watch.interrupted();
  evidence.timed_out = watch.timed_out();
  evidence.objection = watch.objection();
  // Another end is not the kernel's, whatever the machine's count says.
  bool killed = end.signal == SIGKILL || end.exit_code == 128 + SIGKILL;
  evidence.kernel_killed_for_memory = killed && kills.OnHost();
  evidence.kernel_killed_in_group = kills.InGroup();
  evidence.disk_is_full = DiskIsFull(folder);
  return evidence;
}

void AddOutcome(OutcomeEvidence evidence, const RunEvents& events, const fs::path& folder,
                RunRecord& run) {
  evidence.errors_tail = Tail(folder / "stderr.log");
  JudgedOutcome judged = JudgeOutcome(evidence, events);
  run.outcome = judged.outcome;
  run.cause = judged.cause;
  run.reason = judged.reason;
  if (run.outcome != Outcome::kOk) run.last_lines = LogEnd(folder, evidence.errors_tail);
  const ProgramEnd& end = evidence.end;
  if (end.signal == 0 && end.start_error == 0) run.exit_code = end.exit_code;
}

void AddTold(const RunEvents& events, const ProgramEnd& end, RunRecord& run) {
  run.phases = events.phases;
  run.impossible.insert(events.impossible.begin(), events.impossible.end());
  run.versions = events.start.is_object() ? events.start : Json::object();
  for (const char* field : {"event", "t"}) run.versions.Change().erase(field);
  for (auto [seen, note] : {std::pair(events.negative_loss, kNegativeLossNote),
                            {events.diverged, kDivergedNote},
                            {events.rejected > 0, "rejected_events"},
                            {!ClockIsSane(events, end), "odd_clock"},
                            {FirstIsUntimed(events), "first_epoch_untimed"},
                            {end.left_children, "left_children"}}) {
    if (seen) run.notes.emplace_back(note);
  }
}

void AddMetrics(const RunEvents& events, const ProgramEnd& end, RunRecord& run) {
  auto put = [&](const char* name, std::optional<double> value) {
    if (value && std::isfinite(*value)) run.metrics[name] = *value;
  };
  auto train = events.train_seconds();
  auto images = events.images();
  double wall = end.ended - end.started;
  put("wall_s", wall);
  put("cpu_s", end.cpu_s);
  put("peak_memory_bytes", events.peak_memory);
  if (run.outcome != Outcome::kOk) return;
  bool impossible = train && !run.simulated && *train > wall + kClockSlack;
  if (impossible) {
    run.notes.emplace_back(kImpossibleTimeNote);
    train.reset();
  }
  put("train_s", train);
  if (train && images && *images > 0) put("image_s", *train / *images);
  if (train && images && *train > 0) {
    put("images_per_s", *images / *train);
    // Of text an image is a sequence.
    const Value* sequence = Find(run.levels, "sequence");
    if (sequence == nullptr) sequence = Find(run.fixed, "sequence");
    if (sequence != nullptr && sequence->number()) {
      put("tokens_per_s", *images * *sequence->number() / *train);
    }
  }
  put("accuracy", events.accuracy);
  if (!events.epochs.empty()) put("loss", events.epochs.back().loss);
  for (const Phase& phase : events.phases) {
    if (phase.name == "first_step") put("first_step_s", phase.seconds);
  }
  run.AddMetrics(EpochMetrics(events.epochs));
  run.AddMetrics(EpochPeriod(events.epochs));
}

void AddUnseen(const OutputRelay* relay, const ProgramEnd& end, Seconds every, RunRecord& run) {
  if (relay != nullptr) {
    for (const std::string& purpose : relay->Unmatched()) {
      run.notes.push_back(kUnmatchedNote + purpose);
    }
  }
  // A script's seconds are not lived through.
  if (!run.simulated && end.ended - end.started < every.value) run.notes.emplace_back("short_run");
}

Window TrainingWindow(const RunEvents& events, const ProgramEnd& end, const RunRecord& run) {
  auto seconds = events.train_seconds();
  bool believed = run.metric("train_s").has_value();
  believed = believed && ClockIsSane(events, end);
  auto train_end = events.train_end;
  if (!train_end && !events.epochs.empty()) train_end = events.epochs.back().t;
  if (!train_end || !seconds || !believed) return {end.started, end.ended};
  double begin = *train_end - *seconds;
  if (!events.epochs.empty() && events.epochs[0].t && events.epochs[0].seconds) {
    begin = *events.epochs[0].t - *events.epochs[0].seconds;
  }
  return {begin, *train_end};
}

}  // namespace trena
