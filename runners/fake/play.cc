// SPDX-License-Identifier: Apache-2.0
#include "fake/play.h"

#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "core/clock.h"
#include "runner_common/pilot.h"

namespace trena {
namespace {

constexpr double kNap = 0.01;
constexpr size_t kHugeLine = 100'000;  // over the protocol's 64 KiB

// Children that sleep for the object's life. They are not tied to us by the kernel, so that a
// supervisor has something to clean up; an alarm ends those it forgets.
class Children {
 public:
  explicit Children(int64_t count) {
    constexpr unsigned kLongest = 300;
    for (int64_t i = 0; i < count; ++i) {
      pid_t child = fork();
      if (child == 0) {
        alarm(kLongest);
        while (true) pause();
      }
      if (child > 0) children_.push_back(child);
    }
  }
  ~Children() {
    for (pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

 private:
  std::vector<pid_t> children_;
};

// Memory that is really there.
std::vector<char> Touch(int64_t bytes) {
  std::vector<char> memory;
  memory.reserve(bytes);
  memory.resize(bytes, 1);
  return memory;
}

void Nap(double seconds) {
  double end = MonotonicNow() + seconds;
  while (MonotonicNow() < end) {
    double rest = std::min(kNap, std::max(0.0, end - MonotonicNow()));
    timespec time = {0, static_cast<long>(rest * 1e9)};
    nanosleep(&time, nullptr);
  }
}

void Burn(double cpu_seconds) {
  double end = OwnCpuTime().value + cpu_seconds;
  while (OwnCpuTime().value < end) continue;
}

void WriteGarbage(EventWriter& events) {
  events.WriteRaw("this is no JSON {");
  events.WriteRaw("\xff\xfe\x01");
  events.WriteRaw("[1, 2]");
  events.WriteRaw(R"({"event": 7})");
  events.WriteRaw(R"({"event": "comment", "text": ")" + std::string(kHugeLine, 'x') + "\"}");
}

[[noreturn]] void Hang() {
  while (true) pause();
}

// The endings that are no normal end; returns for those that are.
Status ActOut(Outcome outcome, EventWriter& events) {
  switch (outcome) {
    case Outcome::kFail:
      return Error("failed as the script says");
    case Outcome::kExit:
      _exit(1);
    case Outcome::kOutOfMemory:
      throw std::bad_alloc();
    case Outcome::kMemoryError:
      std::fputs("MemoryError\n", stderr);
      _exit(1);
    case Outcome::kCrash:
      signal(SIGSEGV, SIG_DFL);
      raise(SIGSEGV);
      return Error("survived SIGSEGV");
    case Outcome::kStubborn:
      signal(SIGTERM, SIG_IGN);
      Hang();
    case Outcome::kHang:
      Hang();
    case Outcome::kGarbage:
      WriteGarbage(events);
      return Done{};
    case Outcome::kOk:
    case Outcome::kSilent:
      return Done{};
  }
  return Done{};
}

// Lasts as long as the script says, if in earnest; gives the seconds to report.
double Last(const Script& script, double seconds) {
  if (!script.sleep) return seconds;
  double begin = MonotonicNow();
  Nap(seconds);
  return MonotonicNow() - begin;
}

// At the end alone, unless it is learned epoch by epoch.
std::optional<double> AccuracyAfter(const Script& script, int64_t epochs, bool last) {
  if (script.learning == 0 || !script.accuracy) return last ? script.accuracy : std::nullopt;
  return *script.accuracy * (1 - std::pow(1 - script.learning, static_cast<double>(epochs)));
}

Status PlayTraining(const Scenario& scenario, const Script& script, EventWriter& events) {
  Children children(script.children);
  std::vector<char> memory = Touch(script.memory);
  double begin = MonotonicNow();
  Burn(script.burn);
  double burned = script.sleep ? MonotonicNow() - begin : 0;
  double epoch_seconds =
      std::max(0.0, script.seconds - burned) / static_cast<double>(scenario.epochs);
  double first = Last(script, epoch_seconds / 10);
  events.Phase("first_step", first);
  TRENA_CHECK(ActOut(script.outcome, events));
  double total = burned;
  for (int64_t epoch = 0; epoch < scenario.epochs; ++epoch) {
    double seconds = epoch == 0 ? first + Last(script, epoch_seconds - epoch_seconds / 10)
                                : Last(script, epoch_seconds);
    total += seconds;
    bool last = epoch + 1 == scenario.epochs;
    if (last) events.Phase("train", total);
    if (last) events.Phase("evaluate", 0);
    events.Epoch(epoch + 1, seconds, script.loss, AccuracyAfter(script, epoch + 1, last),
                 script.images);
  }
  events.Memory("cpu", PeakResidentBytes());
  return Done{};
}

// The first steps of it, in groups; as many seconds as the script has for them.
Status PlayPilot(const Scenario& scenario, const Script& script, EventWriter& events) {
  const std::vector<char> memory = Touch(script.memory);
  TRENA_CHECK(ActOut(script.outcome, events));
  PilotWork work;
  work.steps = scenario.epochs * std::max<int64_t>(1, script.images / scenario.batch);
  double each = script.seconds / static_cast<double>(work.steps);
  work.train = [&](int64_t, int64_t count) {
    return Last(script, each * static_cast<double>(count));
  };
  RunPilot(scenario.pilot, work, events);
  return Done{};
}

}  // namespace

Status Play(const Scenario& scenario, const Script& script, double started, EventWriter& events) {
  if (script.outcome == Outcome::kSilent) return Done{};
  events.Start("fake", "1.0", scenario.device, scenario.threads.value_or(1), std::nullopt);
  events.Phase("setup", MonotonicNow() - started);
  if (scenario.mode == Mode::kTrain || scenario.mode == Mode::kPilot) {
    events.Phase("load", 0);
    auto play = scenario.mode == Mode::kTrain ? PlayTraining : PlayPilot;
    TRENA_CHECK(play(scenario, script, events));
    events.Phase("teardown", 0);
  } else {
    TRENA_CHECK(ActOut(script.outcome, events));
  }
  if (scenario.mode == Mode::kVerify) events.Write("verify", {{"parameters", nullptr}});
  if (scenario.mode == Mode::kProbe) {
    events.Write("probe", {{"gemm_gflops", nullptr}, {"conv_gflops", nullptr}});
  }
  events.End(MonotonicNow() - started, AccuracyAfter(script, scenario.epochs, true));
  return Done{};
}

}  // namespace trena
