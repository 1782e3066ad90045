// SPDX-License-Identifier: Apache-2.0
// One training as another program's log tells it. A reader of a format (import_formats.h) calls it
// as it goes through the log; steps are written to events.jsonl at once, so that a log of any size
// takes no memory. Losses and seconds stay as they were written, digit by digit.
//
// A step that was seen before (a training that went on from a snapshot, a line that is there twice)
// is counted once, the first time; how many were passed over is a note.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/process/descriptor.h"
#include "core/result.h"
#include "store/run.h"

namespace trena {

// Views into the line that told it; empty: not told.
struct LoggedStep {
  int64_t iteration = 0;     // as the log counts
  std::string_view loss;     // "6.91", "nan"
  std::string_view seconds;  // "0.29", of `iterations` of them together
  int64_t iterations = 1;    // since the one before
};

struct LoggedEpoch {
  int epoch = 0;  // from 1
  std::optional<double> seconds;
  std::optional<double> loss;
  bool has_loss = false;  // told, be it a number or not
  std::optional<double> accuracy;
  std::optional<double> images;
};

// Something odd in a log: where, and a code of `notes` (docs/run-folder.md).
struct LogOddity {
  size_t line = 0;
  std::string code;
};

class LoggedRun {
 public:
  // Of each step, as it comes, also of those that are passed over.
  using Row = std::function<void(const LoggedStep&)>;

  // Events go to `events`. `images` of a step and `steps_per_epoch` where they are known.
  LoggedRun(Descriptor events, std::optional<double> batch, std::optional<double> steps_per_epoch,
            Row row);

  void Step(const LoggedStep& step, size_t line);
  void Epoch(const LoggedEpoch& epoch);
  void Accuracy(double accuracy) { accuracy_ = accuracy; }
  // A moment that the log tells of, in seconds since any day.
  void Moment(double seconds);
  void Ended() { ended_ = true; }
  void Failed(Outcome outcome, std::string_view reason, size_t line);
  void Odd(std::string_view code, size_t line);

  int64_t rows() const { return rows_; }  // steps, also those that were passed over
  bool empty() const { return rows_ == 0 && epochs_.empty(); }
  const std::vector<LogOddity>& oddities() const { return oddities_; }

  // Writes what is left, and puts all that was told into the record.
  Status Finish(RunRecord& run);

 private:
  void Write(std::string_view text);
  void Flush();
  void CountStep(const LoggedStep& step, size_t line);
  void WriteStep(const LoggedStep& step, bool timed, bool has_loss);
  void EndEpoch();
  void AddTimes(RunRecord& run) const;

  Descriptor events_;
  std::string buffer_;
  int error_ = 0;
  std::optional<double> batch_;
  std::optional<double> steps_per_epoch_;
  Row row_;
  int64_t rows_ = 0;
  int64_t steps_ = 0;  // lines
  int64_t iterations_ = 0;
  std::optional<int64_t> last_;
  int64_t repeated_ = 0;
  bool untimed_ = false;  // some step had no seconds
  double seconds_ = 0;
  std::optional<double> last_loss_;
  bool negative_loss_ = false;
  bool diverged_ = false;
  std::vector<LoggedEpoch> epochs_;
  LoggedEpoch open_;  // being made of steps
  int64_t open_steps_ = 0;
  double open_loss_ = 0;
  std::optional<double> accuracy_;
  std::optional<double> first_moment_, last_moment_;
  bool ended_ = false;
  Outcome outcome_ = Outcome::kOk;
  std::string reason_;
  std::vector<LogOddity> oddities_;
};

}  // namespace trena
