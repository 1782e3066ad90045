// SPDX-License-Identifier: Apache-2.0
#include "measure/outcome.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/files.h"
#include "core/text.h"

namespace trena {
namespace {

constexpr std::streamoff kTail = 4096;
constexpr size_t kReason = 500;

// What frameworks and languages print when an allocation fails.
bool SaysOutOfMemory(const std::string& text) {
  for (const char* sign :
       {"MemoryError", "std::bad_alloc", "out of memory", "Out of memory", "CUDA out of memory",
        "DefaultCPUAllocator: not enough memory", "ResourceExhaustedError", "RESOURCE_EXHAUSTED"}) {
    if (text.find(sign) != std::string::npos) return true;
  }
  return false;
}

std::string LastLine(const std::string& text) {
  std::string last;
  for (const std::string& line : Split(text, '\n')) {
    if (!Trim(line).empty()) last = std::string(Trim(line));
  }
  return last;
}

// The runner's own words where it has any, else the end of its log.
std::string Because(const OutcomeEvidence& evidence, const RunEvents& events,
                    const std::string& what) {
  std::string why =
      events.error_message.empty() ? LastLine(evidence.errors_tail) : events.error_message;
  std::string reason = why.empty() ? what : fmt::format("{}: {}", what, why);
  return Shorten(reason, kReason);
}

}  // namespace

OutcomeAndReason JudgeOutcome(const OutcomeEvidence& evidence, const RunEvents& events) {
  const ProgramEnd& end = evidence.end;
  if (end.start_error != 0) {
    return {Outcome::kRefused,
            fmt::format("cannot start {}: {}", evidence.program, std::strerror(end.start_error))};
  }
  bool clean = end.signal == 0 && end.exit_code == 0 && events.error_kind.empty();
  // Asked to stop, a program may end with 0 before it is done: only its `end` tells.
  bool done = clean && (events.ended || !evidence.interrupted);
  if (done && !evidence.timed_out) return {Outcome::kOk, ""};
  if (evidence.interrupted) return {Outcome::kInterrupted, "trena was asked to stop"};
  if (evidence.timed_out) return {Outcome::kTimedOut, "it ran longer than the study's timeout"};
  bool killed_for_memory = end.signal == SIGKILL && evidence.kernel_killed_for_memory;
  bool said = events.error_kind == "out_of_memory" || SaysOutOfMemory(evidence.errors_tail);
  if (killed_for_memory) {
    return {Outcome::kOutOfMemory, "the kernel killed it for lack of memory"};
  }
  if (said) return {Outcome::kOutOfMemory, Because(evidence, events, "out of memory")};
  if (end.signal != 0) {
    std::string what = fmt::format("ended by signal {} ({})", end.signal, strsignal(end.signal));
    return {Outcome::kFailed, Because(evidence, events, what)};
  }
  return {Outcome::kFailed, Because(evidence, events, fmt::format("exit code {}", end.exit_code))};
}

std::optional<int64_t> OutOfMemoryKills(const std::string& proc) {
  auto text = ReadFile(proc + "/vmstat", size_t{1} << 20);
  std::istringstream lines(text.ok() ? text.value() : "");
  std::string name;
  int64_t value = 0;
  while (lines >> name >> value) {
    if (name == "oom_kill") return value;
  }
  return std::nullopt;
}

std::string Tail(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return "";
  std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - kTail));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace trena
