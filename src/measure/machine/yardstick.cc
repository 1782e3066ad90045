// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/yardstick.h"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <thread>

#include "core/clock.h"
#include "measure/sensors/kernel/visible_cpus.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr size_t kFewestRepetitions = 3;

// What the threads of a series share. The last one to arrive at the barrier takes the time.
class Repetitions {
 public:
  Repetitions(double seconds, size_t threads)
      : seconds_(seconds),
        work_(threads, 0),
        barrier_(static_cast<std::ptrdiff_t>(threads), Turn{this}) {}

  void Run(const YardstickKind& kind, size_t thread, int cpu) {
    StayOn(cpu);
    auto kernel = kind.make(static_cast<int>(work_.size()));
    kernel->Work();  // its data are in place
    barrier_.arrive_and_wait();
    while (!done_) {
      work_[thread] = kernel->Work();
      barrier_.arrive_and_wait();
    }
  }

  YardstickSeries Take() { return {std::move(rates_)}; }

 private:
  struct Turn {
    Repetitions* all;
    void operator()() noexcept { all->EndRepetition(); }
  };

  // With every thread at the barrier, so alone.
  void EndRepetition() {
    double now = MonotonicNow();
    if (begin_ == 0) {
      begin_ = now;
      rates_.reserve(4096);
    } else if (now > last_ && rates_.size() < rates_.capacity()) {
      double sum = 0;
      for (double work : work_) sum += work;
      rates_.push_back(sum / (now - last_));
    }
    bool enough = rates_.size() >= kFewestRepetitions && now - begin_ >= seconds_;
    done_ = enough || rates_.size() == rates_.capacity();
    last_ = MonotonicNow();
  }

  double seconds_;
  std::vector<double> work_;
  std::vector<double> rates_;
  double begin_ = 0;
  double last_ = 0;
  bool done_ = false;
  std::barrier<Turn> barrier_;
};

Json SeriesJson(const YardstickReading& reading) {
  return {{"compute", OrNull(reading.compute.median())},
          {"memory", OrNull(reading.memory.median())},
          {"compute_spread", OrNull(reading.compute.spread())},
          {"memory_spread", OrNull(reading.memory.spread())},
          {"seconds", reading.seconds}};
}

std::optional<double> GeometricMean(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || !(*a > 0) || !(*b > 0)) return std::nullopt;
  return std::sqrt(*a) * std::sqrt(*b);
}

}  // namespace

double YardstickSeries::median() const { return Summarize(rates).median.value_or(0); }

std::optional<double> YardstickSeries::spread() const {
  double middle = median();
  if (rates.size() < kFewestRepetitions || middle <= 0) return std::nullopt;
  std::vector<double> distances;
  for (double rate : rates) distances.push_back(std::abs(rate - middle));
  return *Summarize(distances).median / middle;
}

YardstickSeries RepeatKernel(const YardstickKind& kind, double seconds, int threads) {
  std::vector<int> cpus = UsableCpus();
  if (threads > 0) cpus.resize(std::min(cpus.size(), static_cast<size_t>(threads)));
  Repetitions repetitions(seconds, cpus.size());
  std::vector<std::jthread> workers;
  for (size_t i = 0; i < cpus.size(); ++i) {
    workers.emplace_back([&, i] { repetitions.Run(kind, i, cpus[i]); });
  }
  workers.clear();  // waits for all
  return repetitions.Take();
}

YardstickReading ReadYardstick(double part_seconds) {
  double begin = MonotonicNow();
  double cpu = OwnCpuTime().value;
  YardstickReading reading;
  reading.compute = RepeatKernel(YardstickKinds()[0], part_seconds);
  reading.memory = RepeatKernel(YardstickKinds()[1], part_seconds);
  reading.seconds = MonotonicNow() - begin;
  reading.cpu_s = OwnCpuTime().value - cpu;
  return reading;
}

Json YardstickJson(const YardstickReading& before, const YardstickReading& after) {
  return {{"version", kYardstickVersion},
          {"compute_kernel", YardstickKinds()[0].name},
          {"memory_kernel", YardstickKinds()[1].name},
          {"vectors", YardstickVectors()},
          {"threads", UsableCpus().size()},
          {"before", SeriesJson(before)},
          {"after", SeriesJson(after)},
          {"cpu_s", before.cpu_s + after.cpu_s}};
}

std::map<std::string, double> YardstickMetrics(const Json& yardstick) {
  auto part = [&](const char* when, const char* name) -> std::optional<double> {
    if (!yardstick.is_object() || !yardstick.contains(when)) return std::nullopt;
    return Get<double>(yardstick[when], name);
  };
  auto compute = GeometricMean(part("before", "compute"), part("after", "compute"));
  auto memory = GeometricMean(part("before", "memory"), part("after", "memory"));
  std::map<std::string, double> metrics;
  if (compute) metrics["yardstick_compute"] = *compute;
  if (memory) metrics["yardstick_memory"] = *memory;
  if (auto both = GeometricMean(compute, memory)) metrics["yardstick"] = *both;
  return metrics;
}

}  // namespace trena
