// SPDX-License-Identifier: Apache-2.0
#include "runner_common/runner.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <new>
#include <sstream>

#include "core/clock.h"

namespace trena {
namespace {

constexpr char kUsage[] = "usage: runner SCENARIO.json | --describe\n";

int Report(const RunnerFailure& failure, EventWriter& events) {
  events.Failure(failure.kind, failure.message);
  std::fprintf(stderr, "%s: %s\n", failure.kind.c_str(), failure.message.c_str());
  return failure.kind == "out_of_memory" ? kExitOutOfMemory : kExitFailed;
}

Status RunFile(const std::string& path, double started, Runner& runner, EventWriter& events) {
  TRENA_ASSIGN(Scenario scenario, ReadScenario(path));
  TRENA_CHECK(runner.Run(scenario, started, events));
  return events.status();
}

// Most frameworks say so in words of their own, and so does what maps the data (core/npy/npy.cc).
bool TellsOfMemory(const std::string& text) {
  for (const char* sign : {"not enough memory", "can't allocate memory", "out of memory"}) {
    if (text.find(sign) != std::string::npos) return true;
  }
  return false;
}

// Frameworks append a stack trace to what they say.
std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

double ProcessStart() {
  double now = MonotonicNow();
  std::ifstream file("/proc/self/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  // Fields are counted after the command's name, which may hold anything: starttime is the 22nd of
  // all, the 20th after it, in ticks since boot.
  size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return now;
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  for (int i = 0; i < 19; ++i) fields >> skipped;
  double ticks = 0;
  timespec boot = {};
  if (!(fields >> ticks) || clock_gettime(CLOCK_BOOTTIME, &boot) != 0) return now;
  double per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  double since_boot = static_cast<double>(boot.tv_sec) + 1e-9 * static_cast<double>(boot.tv_nsec);
  // The kernel cut the fraction of the tick off.
  return std::min(now, now - since_boot + (ticks + 1) / per_second);
}

RunnerFailure Explain(const std::exception& exception) {
  std::string text = exception.what();
  bool memory = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr || TellsOfMemory(text);
  return {memory ? "out_of_memory" : "failed", FirstLine(text)};
}

RunnerFailure Explain(const Error& error) {
  if (error.kind() == ErrorKind::kInput) return {"bad_input", error.message()};
  return {TellsOfMemory(error.message()) ? "out_of_memory" : "failed", error.message()};
}

int RunnerMain(int argc, char** argv, Runner& runner) {
  double started = ProcessStart();
  if (argc != 2) {
    std::fputs(kUsage, stderr);
    return kExitFailed;
  }
  if (std::string(argv[1]) == "--describe") {
    std::printf("%s\n", Dump(runner.Describe()).c_str());
    return kExitDone;
  }
  Result<EventWriter> events = EventWriter::FromEnvironment();
  if (!events.ok()) {
    std::fprintf(stderr, "%s\n", events.error().message().c_str());
    return kExitFailed;
  }
  try {
    Status status = RunFile(argv[1], started, runner, events.value());
    if (!status.ok()) return Report(Explain(status.error()), events.value());
  } catch (const std::exception& exception) {
    return Report(Explain(exception), events.value());
  }
  return kExitDone;
}

}  // namespace trena
