// SPDX-License-Identifier: Apache-2.0
#include "counters.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>

#include "core/clock.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "perf_events.h"

namespace trena {
namespace {

constexpr auto kEvery = std::chrono::milliseconds(100);

const char* const kOthers = "others' CPU time, of all CPUs' time";
const char* const kSteal = "steal, of all CPUs' time";
const char* const kCpuPressure = "pressure on CPUs, share of time";
const char* const kMemoryPressure = "pressure on memory, share of time";
const char* const kInvoluntary = "ln involuntary switches of the run a second";
const char* const kSwitches = "ln switches of the machine a second";
const char* const kMissRate = "ln cache misses a second";
const char* const kMissShare = "ln cache misses a thousand cycles";
const char* const kCycleRate = "ln cycles a second of busy CPU";

double Cpus() { return static_cast<double>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L)); }

class CounterFiles {
 public:
  CounterSnapshot Read(const PerfEvents& perf) {
    CounterSnapshot snapshot;
    snapshot.t = MonotonicNow();
    ReadStat(snapshot.totals);
    ReadPressure(cpu_pressure_, "cpu_pressure", snapshot.totals);
    ReadPressure(memory_pressure_, "memory_pressure", snapshot.totals);
    for (const auto& [name, count] : perf.Read()) snapshot.totals[name] = count;
    return snapshot;
  }

 private:
  // The line "cpu": user nice system idle iowait irq softirq steal, in ticks. Guest time is within
  // user.
  void ReadStat(std::map<std::string, double>& totals) {
    Scanner text(stat_.Read());
    const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
    do {
      const std::string_view word = text.Word();
      if (word == "cpu") {
        std::array<Reading, 8> parts;
        for (Reading& part : parts) part = text.Number();
        if (!std::all_of(parts.begin(), parts.end(), [](const Reading& part) { return !!part; })) {
          continue;
        }
        totals["busy"] = tick * (*parts[0] + *parts[1] + *parts[2] + *parts[5] + *parts[6]);
        totals["steal"] = tick * *parts[7];
      } else if (word == "ctxt") {
        if (Reading count = text.Number()) totals["switches"] = *count;
      }
    } while (text.NextLine());
  }

  // "some avg10=… avg60=… avg300=… total=MICROSECONDS".
  static void ReadPressure(KernelFile& file, const char* name,
                           std::map<std::string, double>& totals) {
    constexpr std::string_view kTotal = "total=";
    Scanner text(file.Read());
    if (text.Word() != "some") return;
    for (std::string_view word = text.Word(); !word.empty(); word = text.Word()) {
      if (!word.starts_with(kTotal)) continue;
      if (Reading total = Scanner(word.substr(kTotal.size())).Number()) {
        totals[name] = 1e-6 * *total;
      }
    }
  }

  KernelFile stat_{"/proc/stat"};
  KernelFile cpu_pressure_{"/proc/pressure/cpu"};
  KernelFile memory_pressure_{"/proc/pressure/memory"};
};

double CpuSeconds(const rusage& use) {
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

ProcessUse UseNow() {
  rusage own{};
  rusage children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return {CpuSeconds(own), CpuSeconds(children), static_cast<double>(children.ru_nivcsw)};
}

// A total at a moment, on the straight line between the snapshots around it.
Reading TotalAt(const std::vector<CounterSnapshot>& snapshots, const std::string& name, double t) {
  for (size_t i = 1; i < snapshots.size(); ++i) {
    const CounterSnapshot& before = snapshots[i - 1];
    const CounterSnapshot& after = snapshots[i];
    if (t < before.t || t > after.t || !(after.t > before.t)) continue;
    auto first = before.totals.find(name);
    auto second = after.totals.find(name);
    if (first == before.totals.end() || second == after.totals.end()) return std::nullopt;
    const double share = (t - before.t) / (after.t - before.t);
    return first->second + share * (second->second - first->second);
  }
  return std::nullopt;
}

Reading Growth(const std::vector<CounterSnapshot>& snapshots, const std::string& name,
               const Window& window) {
  Reading begin = TotalAt(snapshots, name, window.begin);
  Reading end = TotalAt(snapshots, name, window.end);
  return begin && end ? Reading(*end - *begin) : std::nullopt;
}

}  // namespace

struct CounterWatch::State {
  PerfEvents perf;
  CounterFiles files;
  std::vector<CounterSnapshot> snapshots;
  ProcessUse use;
  std::jthread thread;  // last: it ends before what it writes to
};

CounterWatch::CounterWatch() : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.use = UseNow();
  state.snapshots.push_back(state.files.Read(state.perf));
  state.thread = std::jthread([&state](const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    while (!stop.stop_requested()) {
      wake.wait_for(lock, stop, kEvery, [] { return false; });
      state.snapshots.push_back(state.files.Read(state.perf));
    }
  });
}

CounterWatch::~CounterWatch() = default;

Counted CounterWatch::Stop() {
  state_->thread.request_stop();
  state_->thread.join();
  ProcessUse now = UseNow();
  const ProcessUse& first = state_->use;
  return {std::move(state_->snapshots),
          {now.own_cpu_s - first.own_cpu_s, now.children_cpu_s - first.children_cpu_s,
           now.children_involuntary - first.children_involuntary},
          state_->perf.scope()};
}

std::vector<std::string> RateNames() {
  return {kSteal,    kOthers,   kCpuPressure, kMemoryPressure, kInvoluntary,
          kSwitches, kMissRate, kMissShare,   kCycleRate};
}

std::map<std::string, double> RatesOf(const Counted& counted, const Window& training) {
  std::map<std::string, double> rates;
  const auto& snapshots = counted.snapshots;
  const double seconds = training.end - training.begin;
  if (snapshots.size() < 2 || !(seconds > 0)) return rates;
  auto growth = [&](const char* name) { return Growth(snapshots, name, training); };
  if (Reading steal = growth("steal")) rates[kSteal] = *steal / (seconds * Cpus());
  if (Reading stalled = growth("cpu_pressure")) rates[kCpuPressure] = *stalled / seconds;
  if (Reading stalled = growth("memory_pressure")) rates[kMemoryPressure] = *stalled / seconds;
  if (Reading count = growth("switches")) rates[kSwitches] = std::log1p(*count / seconds);

  const Window whole{snapshots.front().t, snapshots.back().t};
  const double whole_s = whole.end - whole.begin;
  // May be a little below 0, since /proc/stat counts in ticks: noise, and left as it is.
  if (Reading busy = Growth(snapshots, "busy", whole)) {
    const double own = counted.use.own_cpu_s + counted.use.children_cpu_s;
    rates[kOthers] = (*busy - own) / (whole_s * Cpus());
  }
  rates[kInvoluntary] = std::log1p(counted.use.children_involuntary / whole_s);

  Reading misses = growth("cache_misses");
  Reading cycles = growth("cycles");
  Reading busy = growth("busy");
  if (misses) rates[kMissRate] = std::log1p(*misses / seconds);
  if (misses && cycles && *misses > 0 && *cycles > 0) {
    rates[kMissShare] = std::log(1000 * *misses / *cycles);
  }
  // Of the run alone, cycles and busy time are not of the same work.
  if (counted.perf == kPerfAllCpus && cycles && busy && *cycles > 0 && *busy > 0) {
    rates[kCycleRate] = std::log(*cycles / *busy);
  }
  return rates;
}

}  // namespace trena
