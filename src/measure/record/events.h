// SPDX-License-Identifier: Apache-2.0
// What a runner said (docs/runner-protocol.md), read from its event file once it has ended. Nothing
// in the file is trusted: lines are bounded, rubbish is counted, unknown events are kept in the
// file and passed over here.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "store/run.h"

namespace trena {

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
  std::string error_kind;             // of the last error event
  std::string error_message;
  bool ended = false;   // an end event was seen
  size_t rejected = 0;  // lines that are too long or not events
  bool negative_loss = false;
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

inline constexpr size_t kLongestEvent = size_t{64} << 10;

// A missing file has no events, nor has anything that is no regular file. Memory used does not
// depend on the file's size.
Result<RunEvents> ReadEvents(const std::filesystem::path& path);

// The last epoch in an event file that still grows: for the line a person watches, nothing else.

class EventTail {
 public:
  explicit EventTail(const std::filesystem::path& path) : file_(path, std::ios::binary) {}

  // Reads what came since the last call, a bounded part at a time.
  void Read();

  std::optional<int> epoch() const { return epoch_; }
  std::optional<double> loss() const { return loss_; }

 private:
  void TakeLine();

  std::ifstream file_;
  std::string line_;
  std::optional<int> epoch_;
  std::optional<double> loss_;
};

}  // namespace trena
