// SPDX-License-Identifier: Apache-2.0
// What a program prints, on its way: read from two pipes by a thread of its own, kept in files,
// handed on to whoever wants to see it, and searched line by line for what patterns tell. Memory is
// bounded whatever is printed. When nobody takes what is handed on, the program waits, as it would
// without trena; when the taker has gone, its pipe closes, as it would too.
//
//   TRENA_ASSIGN(auto relay, OutputRelay::Open(options));
//   program.output_to = relay->TakeOutput(); … Supervised::Start(program) …
//   relay->Begin();  …  relay->Finish(signals);
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/process/descriptor.h"
#include "core/process/signals.h"
#include "core/result.h"
#include "measure/program/epoch_tracker.h"
#include "measure/program/printed_epochs.h"
#include "study/sections/output_patterns.h"

namespace trena {

enum class OutputStream { kOutput, kErrors };

// Hands bytes on; false when nobody takes them any more. Called by the relay's thread; where it has
// to wait it must give up once the descriptor `abandon` is readable.
using PassOn = std::function<bool(OutputStream stream, std::string_view bytes, int abandon)>;

struct RelayOptions {
  std::filesystem::path output;  // files to keep what is printed in
  std::filesystem::path errors;
  std::filesystem::path events;  // where epochs found by the patterns are written
  OutputPatterns patterns;
  PassOn pass;               // empty: what is printed is only kept
  bool find_epochs = false;  // whether lines are looked at for how many there will be
};

class OutputRelay {
 public:
  static Result<std::unique_ptr<OutputRelay>> Open(RelayOptions options);
  OutputRelay(const OutputRelay&) = delete;
  OutputRelay& operator=(const OutputRelay&) = delete;
  ~OutputRelay();

  // The program's ends of the pipes, for the caller to give away.
  int TakeOutput();
  int TakeErrors();
  // Our ends, which nobody else should hold.
  std::vector<int> Ours() const;

  void Begin();
  // After the program's end: takes what is still in the pipes and stops. A signal meanwhile gives
  // up what is not handed on yet; true when one came.
  bool Finish(SignalWatch& signals);

  // Something printed could not be kept: the disk was full.
  bool incomplete() const { return incomplete_; }
  // What lines said so far of how many epochs there will be; from any thread.
  PrintedEpochs printed() const;
  // Purposes of the patterns that told nothing: no line matched them. After Finish.
  std::vector<std::string> Unmatched() const;

 private:
  struct Stream;
  explicit OutputRelay(RelayOptions options);
  void Run();
  bool ReadOnce(Stream& stream);
  void Search(Stream& stream, std::string_view bytes, double t);
  void SearchLine(Stream& stream, double t);
  void Stop();

  RelayOptions options_;
  std::vector<Stream> streams_;
  EpochTracker tracker_;
  std::set<std::string> told_;  // purposes that a line told of; the thread's
  mutable std::mutex printing_;
  PrintedEpochs printed_;  // under `printing_`
  Descriptor events_;
  int stop_ = -1;     // readable: take what is there and stop
  int done_ = -1;     // readable: the thread has ended
  int abandon_ = -1;  // readable: hand nothing on any more
  std::atomic<bool> incomplete_ = false;
  std::thread thread_;
};

}  // namespace trena
