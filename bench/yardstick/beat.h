// SPDX-License-Identifier: Apache-2.0
// A beat: while a training runs, one thread pinned to each of our CPUs does two short fixed pieces
// of work every 200 ms, about a millisecond each, and says how long they took. It sees the machine
// of the training's own seconds, and takes one or two hundredths of them: what it costs is
// measured.
//
//   BeatSize size = CalibrateBeat();
//   Beat beat(size);
//   … the run …
//   std::vector<BeatReading> readings = beat.Stop();
#pragma once

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace trena {

inline constexpr double kBeatPeriod = 0.2;         // seconds from one to the next
inline constexpr double kBeatPieceSeconds = 1e-3;  // each of the two pieces, undisturbed
inline constexpr const char* kBeatPieces[] = {"matrix", "memory"};

// How much work a piece is, found once so that all beats of an experiment do the same.
struct BeatSize {
  size_t matrix_rows = 0;    // of a product of 128 × 128 matrices
  size_t memory_chunks = 0;  // of 64 KiB, read
  double matrix_s = 0;       // a piece took that long when it was found
  double memory_s = 0;
};

BeatSize CalibrateBeat();

struct BeatReading {
  size_t piece = 0;  // in kBeatPieces
  int cpu = 0;
  double begin = 0;  // CLOCK_MONOTONIC
  double wall_s = 0;
  double cpu_s = 0;  // by the thread's own CPU clock: waiting for a CPU is not in it
};

// Beats from its making until Stop, on all CPUs at the same moments: a step of a training waits for
// its slowest thread, so it is held up once and not once for every CPU.
class Beat {
 public:
  explicit Beat(const BeatSize& size);
  // Ends the threads; what they read, CPU after CPU.
  std::vector<BeatReading> Stop();

 private:
  std::vector<std::vector<BeatReading>> readings_;  // of each thread
  std::vector<std::jthread> threads_;               // last: they end before what they write to
};

}  // namespace trena
