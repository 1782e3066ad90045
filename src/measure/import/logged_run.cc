// SPDX-License-Identifier: Apache-2.0
#include "measure/import/logged_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/json.h"
#include "measure/import/log_numbers.h"
#include "measure/record/series_metrics.h"
#include "store/cause.h"
#include "store/impossible.h"
#include "store/notes.h"

namespace trena {
namespace {

constexpr size_t kWriteAtOnce = size_t{1} << 16;
constexpr size_t kMostOddities = 100;  // are named; more are counted by their codes alone
constexpr size_t kMostLoggedEpochs = 100'000;

EpochEvent EventOf(const LoggedEpoch& epoch) {
  EpochEvent event;
  event.epoch = epoch.epoch;
  event.seconds = epoch.seconds;
  event.loss = epoch.loss;
  event.accuracy = epoch.accuracy;
  event.images = epoch.images;
  return event;
}

}  // namespace

LoggedRun::LoggedRun(Descriptor events, std::optional<double> batch,
                     std::optional<double> steps_per_epoch, Row row)
    : events_(std::move(events)),
      batch_(batch),
      steps_per_epoch_(steps_per_epoch),
      row_(std::move(row)) {
  open_.epoch = 1;
}

void LoggedRun::Write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kWriteAtOnce) Flush();
}

void LoggedRun::Flush() {
  for (std::string_view rest = buffer_; !rest.empty() && error_ == 0;) {
    const ssize_t written = write(events_.number(), rest.data(), rest.size());
    if (written < 0 && errno != EINTR) error_ = errno;
    if (written > 0) rest.remove_prefix(static_cast<size_t>(written));
  }
  buffer_.clear();
}

void LoggedRun::Odd(std::string_view code, size_t line) {
  const bool known = std::any_of(oddities_.begin(), oddities_.end(),
                                 [&](const LogOddity& odd) { return odd.code == code; });
  if (known && oddities_.size() >= kMostOddities) return;
  oddities_.push_back({line, std::string(code)});
}

void LoggedRun::Step(const LoggedStep& step, size_t line) {
  ++rows_;
  if (row_) row_(step);
  if (last_ && step.iteration <= *last_) {
    if (repeated_++ == 0) Odd(kRepeatedStepsNote, line);
    return;
  }
  last_ = step.iteration;
  CountStep(step, line);
}

void LoggedRun::CountStep(const LoggedStep& step, size_t line) {
  ++steps_;
  iterations_ += step.iterations;
  const auto seconds = LogSeconds(step.seconds);
  if (!step.seconds.empty() && !seconds) Odd(kImpossibleTimeNote, line);
  if (!seconds) untimed_ = true;
  seconds_ += seconds.value_or(0);
  const auto loss = LogNumber(step.loss);
  const bool told = !step.loss.empty();
  if (told && !loss) {
    if (!diverged_) Odd(kDivergedNote, line);
    diverged_ = true;
  }
  if (loss && *loss < 0) Odd(kNegativeLossNote, line);
  negative_loss_ = negative_loss_ || (loss && *loss < 0);
  if (loss) last_loss_ = loss;
  WriteStep(step, seconds.has_value(), loss.has_value());
  if (!steps_per_epoch_) return;
  open_.seconds = open_.seconds.value_or(0) + seconds.value_or(0);
  if (untimed_) open_.seconds.reset();
  open_.has_loss = open_.has_loss || told;
  open_loss_ += loss.value_or(0);
  if (++open_steps_; static_cast<double>(iterations_) >= *steps_per_epoch_ * open_.epoch) {
    EndEpoch();
  }
}

// A log has millions of them: nothing is made but the letters.
void LoggedRun::WriteStep(const LoggedStep& step, bool timed, bool has_loss) {
  buffer_ += R"({"event": "step", "epoch": )";
  buffer_ += fmt::format_int(open_.epoch).c_str();
  buffer_ += R"(, "step": )";
  buffer_ += fmt::format_int(step.iteration).c_str();
  if (!step.loss.empty()) buffer_ += R"(, "loss": )";
  if (has_loss) AppendJsonNumber(step.loss, buffer_);
  if (!has_loss && !step.loss.empty()) buffer_ += "null";
  if (timed) {
    buffer_ += R"(, "seconds": )";
    AppendJsonNumber(step.seconds, buffer_);
  }
  if (batch_) {
    fmt::format_to(std::back_inserter(buffer_), R"(, "images": {})",
                   *batch_ * static_cast<double>(step.iterations));
  }
  Write("}\n");
}

// Of the steps since the last one.
void LoggedRun::EndEpoch() {
  LoggedEpoch epoch = open_;
  if (epoch.has_loss && !diverged_) epoch.loss = open_loss_ / static_cast<double>(open_steps_);
  if (batch_) epoch.images = *batch_ * *steps_per_epoch_;
  open_ = LoggedEpoch{.epoch = epoch.epoch + 1};
  open_steps_ = 0;
  open_loss_ = 0;
  Epoch(epoch);
}

void LoggedRun::Epoch(const LoggedEpoch& epoch) {
  if (epochs_.size() >= kMostLoggedEpochs) return;
  Json event = {{"event", "epoch"}, {"epoch", epoch.epoch}};
  if (epoch.seconds) event["seconds"] = *epoch.seconds;
  if (epoch.has_loss) event["loss"] = OrNull(epoch.loss);
  if (epoch.accuracy) event["accuracy"] = *epoch.accuracy;
  if (epoch.images) event["images"] = *epoch.images;
  Write(Dump(event) + "\n");
  if (epoch.accuracy) accuracy_ = epoch.accuracy;
  if (epoch.has_loss && !epoch.loss) diverged_ = true;
  negative_loss_ = negative_loss_ || (epoch.loss && *epoch.loss < 0);
  epochs_.push_back(epoch);
}

void LoggedRun::Moment(double seconds) {
  first_moment_ = std::min(first_moment_.value_or(seconds), seconds);
  last_moment_ = std::max(last_moment_.value_or(seconds), seconds);
}

void LoggedRun::Failed(Outcome outcome, std::string_view reason, size_t line) {
  if (outcome_ != Outcome::kOk) return;  // the first is the cause
  outcome_ = outcome;
  reason_ = fmt::format("line {}: {}", line, reason.substr(0, 300));
}

// Of epochs where there are any that the log tells of itself, else of the steps.
void LoggedRun::AddTimes(RunRecord& run) const {
  double train = 0, images = 0;
  bool timed = !epochs_.empty(), counted = !epochs_.empty();
  for (const LoggedEpoch& epoch : epochs_) {
    timed = timed && epoch.seconds;
    counted = counted && epoch.images;
    train += epoch.seconds.value_or(0);
    images += epoch.images.value_or(0);
  }
  if (steps_ > 0) {
    timed = !untimed_;
    train = seconds_;
    counted = batch_.has_value();
    images = batch_.value_or(0) * static_cast<double>(iterations_);
  }
  if (timed) run.metrics["train_s"] = train;
  if (timed && counted && images > 0 && train > 0) {
    run.metrics["image_s"] = train / images;
    run.metrics["images_per_s"] = images / train;
  }
}

Status LoggedRun::Finish(RunRecord& run) {
  if (run.outcome == Outcome::kOk) run.outcome = outcome_;
  run.reason = reason_;
  if (outcome_ == Outcome::kOutOfMemory) run.cause = cause::kAllocationFailed;
  if (outcome_ == Outcome::kFailed) run.cause = cause::kReportedError;
  if (outcome_ == Outcome::kOk) AddTimes(run);
  std::optional<double> loss = last_loss_;
  if (steps_ == 0 && !epochs_.empty()) loss = epochs_.back().loss;
  if (loss && !diverged_) run.metrics["loss"] = *loss;
  if (accuracy_) run.metrics["accuracy"] = *accuracy_;
  if (first_moment_ && *last_moment_ > *first_moment_) {
    run.metrics["wall_s"] = *last_moment_ - *first_moment_;
  }
  std::vector<EpochEvent> events;
  for (const LoggedEpoch& epoch : epochs_) events.push_back(EventOf(epoch));
  run.AddMetrics(EpochMetrics(events));
  LeaveOutImpossible(run);
  for (const auto& [seen, note] : {std::pair(negative_loss_, kNegativeLossNote),
                                   {diverged_, kDivergedNote},
                                   {repeated_ > 0, kRepeatedStepsNote},
                                   {!ended_ && outcome_ == Outcome::kOk, kUnfinishedLogNote}}) {
    if (seen) run.notes.emplace_back(note);
  }
  if (const auto train = run.metric("train_s")) {
    Write(Dump(Json{{"event", "phase"}, {"name", "train"}, {"seconds", *train}}) + "\n");
    run.phases.push_back({"train", *train});
  }
  Flush();
  if (error_ != 0) return Error(std::string("cannot write events: ") + std::strerror(error_));
  return Done{};
}

}  // namespace trena
