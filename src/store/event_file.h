// SPDX-License-Identifier: Apache-2.0
// What a runner said (docs/runner-protocol.md): the one reader of events.jsonl, of runs, pilots and
// probes, while it grows and once it has ended. Nothing in the file is trusted: only a regular file
// is read, lines are bounded, rubbish is counted, unknown events are kept in the file and passed
// over here. Memory used does not depend on the file's size.
//
//   TRENA_ASSIGN(RunEvents events, ReadEvents(folder / "events.jsonl"));   // all that runs tell
//   ForEachEvent(path, [&](const Json& event) { … });                      // anything else
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "core/open_file.h"
#include "core/result.h"
#include "store/run.h"

namespace trena {

inline constexpr size_t kLongestEvent = size_t{64} << 10;
inline constexpr int64_t kAnySize = INT64_MAX;

// Lines out of parts of a file, in turn, each at most kLongestEvent long; `take` is called with
// every one that is neither longer nor empty.
class EventLines {
 public:
  using Take = std::function<void(std::string_view line)>;
  explicit EventLines(Take take);

  void Add(std::string_view part);
  // Zeros without end make no event, however few they are.
  void AddHole() { is_too_long_ = true; }
  // The line is whole, although no newline came.
  void Finish();

  size_t too_long() const { return too_long_; }  // lines so far

 private:
  void Append(std::string_view part);

  Take take_;
  std::string line_;
  bool is_too_long_ = false;
  size_t too_long_ = 0;
};

// Every line; how many were too long. A missing file has none, nor has anything that is no regular
// file. An Error for one larger than `largest`, or that cannot be read.
Result<size_t> ForEachEventLine(const std::filesystem::path& path, const EventLines::Take& take,
                                int64_t largest = kAnySize);

// Every line that is a JSON object; how many lines were not.
Result<size_t> ForEachEvent(const std::filesystem::path& path,
                            const std::function<void(const Json& event)>& take,
                            int64_t largest = kAnySize);

struct EpochEvent {
  int epoch = 0;
  std::optional<double> t;
  std::optional<double> seconds;
  std::optional<double> loss;
  std::optional<double> accuracy;
  std::optional<double> images;
  bool from_output = false;          // found by a pattern in what the program printed
  std::optional<double> begin = {};  // of such an epoch, where its seconds are counted from it
};

struct RunEvents {
  Json start;                 // the start event, or null
  std::vector<Phase> phases;  // in order
  std::vector<EpochEvent> epochs;
  std::optional<double> train_end;    // t of the end of phase train
  std::optional<double> accuracy;     // of the end event, else of the last epoch that has one
  std::optional<double> peak_memory;  // bytes, on the device with most
  std::map<std::string, double> impossible;  // told and cannot be: taken as missing
  std::string error_kind;                    // of the last error event
  std::string error_message;
  bool ended = false;              // an end event was seen
  size_t rejected = 0;             // lines that are too long or not events
  bool negative_loss = false;      // of an epoch or of a single step
  bool diverged = false;           // an epoch's loss is there but is no number
  std::optional<double> earliest;  // t of all events
  std::optional<double> latest;
  double most_back = 0;  // by how much an event's t was before that of one above it

  // Of the train phase; where there is none, of the epochs together.
  std::optional<double> train_seconds() const;
  // What was found in the program's output after its end was printed before it: we only read late.
  void EndAt(double ended);
  // Images trained on over all epochs.
  std::optional<double> images() const;
  // Whether every t lies within the run, give or take `slack`, and none is before the one above it.
  bool ClockIsSane(double started, double ended, double slack) const;
};

Result<RunEvents> ReadEvents(const std::filesystem::path& path);

// The loss of an iteration of a run, from a step event.
struct StepLoss {
  double iteration = 0;  // from 1, over all epochs
  double loss = 0;
};

// In the order they were reported. Without step events, or without such a file, none; a step whose
// loss is missing or no number counts and is left out.
std::vector<StepLoss> ReadStepLosses(const std::filesystem::path& path);

// The last epoch in an event file that still grows: for the line a person watches, nothing else.
class EventTail {
 public:
  explicit EventTail(const std::filesystem::path& path);
  EventTail(const EventTail&) = delete;
  EventTail& operator=(const EventTail&) = delete;

  // Reads what came since the last call, a bounded part at a time.
  void Read();

  std::optional<int> epoch() const { return epoch_; }
  std::optional<double> loss() const { return loss_; }

 private:
  void TakeLine(std::string_view line);

  RegularFile file_;
  off_t read_ = 0;
  EventLines lines_;
  std::optional<int> epoch_;
  std::optional<double> loss_;
};

}  // namespace trena
