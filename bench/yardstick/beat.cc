// SPDX-License-Identifier: Apache-2.0
#include "beat.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "core/clock.h"
#include "measure/sensors/kernel/visible_cpus.h"

namespace trena {
namespace {

constexpr size_t kSide = 128;
constexpr size_t kChunk = size_t{64} << 10;
constexpr size_t kLine = 64;
// More than a core's own caches, so that what a pass reads was driven out since the one before; and
// not so much on a machine of many CPUs that it would drive out a study's data.
constexpr size_t kMemory = size_t{32} << 20;
constexpr size_t kMostMemory = size_t{512} << 20;

double ThreadCpuTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The data of one thread's pieces.
class Pieces {
 public:
  explicit Pieces(size_t threads)
      : a_(kSide * kSide, 1e-3F),
        b_(kSide * kSide, 1e-3F),
        c_(kSide * kSide, 0),
        memory_(std::min(kMemory, kMostMemory / std::max<size_t>(threads, 1)) / kChunk * kChunk /
                    sizeof(uint64_t),
                1) {}

  void Do(size_t piece, size_t amount) {
    if (piece == 0) {
      MultiplyRows(amount);
    } else {
      ReadChunks(amount);
    }
  }

 private:
  // Row after row, so that the amount of work can be chosen finely.
  void MultiplyRows(size_t rows) {
    for (size_t done = 0; done < rows; ++done) {
      float sums[kSide] = {};
      for (size_t k = 0; k < kSide; ++k) {
        const float factor = a_[row_ * kSide + k];
        const float* from = b_.data() + k * kSide;
        for (size_t j = 0; j < kSide; ++j) sums[j] += factor * from[j];
      }
      std::copy(sums, sums + kSide, c_.begin() + static_cast<std::ptrdiff_t>(row_ * kSide));
      asm volatile("" : : "r"(c_.data()) : "memory");  // what is written counts as read
      row_ = (row_ + 1) % kSide;
    }
  }

  // One word of every line, from where the last pass ended.
  void ReadChunks(size_t chunks) {
    uint64_t sum = 0;
    for (size_t done = 0; done < chunks; ++done) {
      const uint64_t* from = memory_.data() + at_;
      for (size_t i = 0; i < kChunk / sizeof(uint64_t); i += kLine / sizeof(uint64_t)) {
        sum += from[i];
      }
      at_ = (at_ + kChunk / sizeof(uint64_t)) % memory_.size();
    }
    asm volatile("" : : "r"(sum));
  }

  std::vector<float> a_, b_, c_;
  std::vector<uint64_t> memory_;
  size_t row_ = 0;
  size_t at_ = 0;
};

BeatReading Time(Pieces& pieces, size_t piece, size_t amount, int cpu) {
  BeatReading reading{piece, cpu, MonotonicNow(), 0, 0};
  const double cpu_begin = ThreadCpuTime();
  pieces.Do(piece, amount);
  reading.cpu_s = ThreadCpuTime() - cpu_begin;
  reading.wall_s = MonotonicNow() - reading.begin;
  return reading;
}

// The lower quartile of many: what else the machine does meanwhile shall not choose the amount.
double UndisturbedSeconds(Pieces& pieces, size_t piece, size_t amount) {
  constexpr size_t kTries = 100;
  std::vector<double> seconds;
  for (size_t i = 0; i < kTries; ++i) seconds.push_back(Time(pieces, piece, amount, 0).wall_s);
  std::sort(seconds.begin(), seconds.end());
  return seconds[kTries / 4];
}

// In several steps, since a short piece has more of the clock's own time in it than a long one.
size_t FindAmount(Pieces& pieces, size_t piece, double& seconds) {
  size_t amount = 16;
  for (int step = 0; step < 3; ++step) {
    const double one = UndisturbedSeconds(pieces, piece, amount) / static_cast<double>(amount);
    amount = static_cast<size_t>(std::clamp(std::round(kBeatPieceSeconds / one), 1.0, 1e6));
  }
  seconds = UndisturbedSeconds(pieces, piece, amount);
  return amount;
}

}  // namespace

BeatSize CalibrateBeat() {
  Pieces pieces(UsableCpus().size());
  BeatSize size;
  size.matrix_rows = FindAmount(pieces, 0, size.matrix_s);
  size.memory_chunks = FindAmount(pieces, 1, size.memory_s);
  return size;
}

Beat::Beat(const BeatSize& size) {
  const std::vector<int> cpus = UsableCpus();
  readings_.resize(cpus.size());
  const auto begin = std::chrono::steady_clock::now();  // libstdc++'s is CLOCK_MONOTONIC
  const auto period = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(kBeatPeriod));
  for (size_t i = 0; i < cpus.size(); ++i) {
    threads_.emplace_back([=, count = cpus.size(), cpu = cpus[i],
                           &readings = readings_[i]](const std::stop_token& stop) {
      StayOn(cpu);
      Pieces pieces(count);
      std::mutex mutex;
      std::condition_variable_any wake;
      std::unique_lock lock(mutex);
      for (auto next = begin + period;; next += period) {
        while (next < std::chrono::steady_clock::now()) next += period;  // a beat took too long
        wake.wait_until(lock, stop, next, [] { return false; });
        if (stop.stop_requested()) return;
        readings.push_back(Time(pieces, 0, size.matrix_rows, cpu));
        readings.push_back(Time(pieces, 1, size.memory_chunks, cpu));
      }
    });
  }
}

std::vector<BeatReading> Beat::Stop() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();  // waits for all
  std::vector<BeatReading> all;
  for (const auto& readings : readings_) all.insert(all.end(), readings.begin(), readings.end());
  return all;
}

}  // namespace trena
