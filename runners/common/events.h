// SPDX-License-Identifier: Apache-2.0
// The events a runner reports, one JSON object per line, appended to the file named by
// $TRENA_EVENTS, or to stdout without one. A line is one write(), so a killed runner leaves whole
// lines. Every event gets its `t`, CLOCK_MONOTONIC seconds at the moment of writing. Optional
// numbers that are empty or not finite become null.
//
//   TRENA_ASSIGN(EventWriter events, EventWriter::FromEnvironment());
//   events.Phase("load", seconds);
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/json.h"
#include "core/result.h"

namespace trena {

class EventWriter {
 public:
  static Result<EventWriter> FromEnvironment();
  // Appends to an open descriptor, which stays the caller's.
  explicit EventWriter(int descriptor) : descriptor_(descriptor), owned_(false) {}
  EventWriter(EventWriter&& other) noexcept;
  EventWriter& operator=(EventWriter&&) = delete;
  ~EventWriter();

  // Puts `event` and `t` before the fields. The first failure to write is kept in status().
  void Write(const std::string& event, const Json& fields);
  // As it is, with a newline: only for a runner that misbehaves on purpose.
  void WriteRaw(const std::string& line);

  // `build` is what --describe says: the libraries that decide how fast it is.
  void Start(const std::string& framework, const std::string& version, const std::string& device,
             int64_t threads, std::optional<int64_t> parameters,
             const Json& build = Json::object());
  void Phase(const std::string& name, double seconds);
  // Epochs and steps count from 1.
  void Step(int64_t epoch, int64_t step, double loss, double seconds, int64_t images);
  // `until` is when its seconds of training ended, by CLOCK_MONOTONIC; missing: now.
  void Epoch(int64_t epoch, double seconds, std::optional<double> loss,
             std::optional<double> accuracy, int64_t images,
             std::optional<double> until = std::nullopt);
  // Nothing is written for a reading that is missing.
  void Memory(const std::string& device, std::optional<int64_t> peak_bytes);
  // Long messages are cut: a line over 64 KiB would be rejected.
  void Failure(const std::string& kind, const std::string& message);
  void End(double seconds, std::optional<double> accuracy);

  const Status& status() const { return status_; }

 private:
  EventWriter(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}

  int descriptor_;
  bool owned_;
  Status status_ = Done{};
};

// Peak resident bytes of this process (VmHWM); empty where /proc does not say.
std::optional<int64_t> PeakResidentBytes();

}  // namespace trena
