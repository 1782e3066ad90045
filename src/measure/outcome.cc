// SPDX-License-Identifier: Apache-2.0
#include "measure/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "core/files.h"
#include "core/text/text.h"
#include "store/cause.h"

namespace trena {
namespace {

constexpr size_t kTail = 4096;
constexpr size_t kReason = 500;
constexpr size_t kLines = 12;
constexpr size_t kLongestKept = 200;

bool HasOneOf(const std::string& text, std::initializer_list<const char*> signs) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](const char* sign) { return text.find(sign) != std::string::npos; });
}

// What frameworks and languages print when an allocation fails.
bool SaysOutOfMemory(const std::string& text) {
  return HasOneOf(text,
                  {"MemoryError", "std::bad_alloc", "out of memory", "Out of memory",
                   "DefaultCPUAllocator: not enough memory", "DefaultCPUAllocator: can't allocate",
                   "ResourceExhaustedError", "RESOURCE_EXHAUSTED", "OOM when allocating",
                   "CUDA_ERROR_OUT_OF_MEMORY", "CUBLAS_STATUS_ALLOC_FAILED", "OutOfMemoryError",
                   "Cannot allocate memory"});
}

// strerror of ENOSPC and EDQUOT.
bool SaysDiskFull(const std::string& text) {
  return HasOneOf(text, {"No space left on device", "Disk quota exceeded"});
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

JudgedOutcome Judged(const char* cause, std::string reason) {
  return {cause::OutcomeOf(cause), cause, std::move(reason)};
}

// The host's count may be another program's; then only an end that looks like the kernel's counts:
// its SIGKILL, a shell's code for that, or a supervisor that died too.
bool KernelKilled(const OutcomeEvidence& evidence) {
  if (evidence.kernel_killed_in_group) return true;
  const ProgramEnd& end = evidence.end;
  return evidence.kernel_killed_for_memory &&
         (end.signal == SIGKILL || end.exit_code == 128 + SIGKILL);
}

std::string KilledForMemory(const OutcomeEvidence& evidence) {
  const bool limited = evidence.kernel_killed_in_group && evidence.memory_limit;
  if (!limited) return "the kernel killed it for lack of memory";
  return fmt::format("the kernel killed it: it needed more than its memory_limit of {}",
                     ToString(*evidence.memory_limit));
}

// The program ended by itself, or something other than trena ended it.
JudgedOutcome JudgeFailure(const OutcomeEvidence& evidence, const RunEvents& events) {
  const ProgramEnd& end = evidence.end;
  if (KernelKilled(evidence)) {
    return Judged(cause::kKernelOutOfMemory, KilledForMemory(evidence));
  }
  if (events.error_kind == "out_of_memory" || SaysOutOfMemory(evidence.errors_tail)) {
    return Judged(cause::kAllocationFailed, Because(evidence, events, "out of memory"));
  }
  if (end.supervisor_gone) {
    return Judged(cause::kRunnerGone, "its supervisor was killed from outside");
  }
  if (evidence.folder_lost) {
    return Judged(cause::kFolderLost,
                  "its folder was removed or replaced while it ran, and what it "
                  "recorded with it");
  }
  if (evidence.disk_is_full || events.error_kind == "disk_full" ||
      SaysDiskFull(events.error_message) || SaysDiskFull(evidence.errors_tail)) {
    return Judged(cause::kDiskFull, Because(evidence, events, "the disk is full"));
  }
  if (end.signal != 0) {
    std::string what = fmt::format("ended by signal {} ({})", end.signal, strsignal(end.signal));
    return Judged(cause::kSignal, Because(evidence, events, what));
  }
  std::string what = fmt::format("exit code {}", end.exit_code);
  return Judged(end.exit_code == 0 ? cause::kReportedError : cause::kExitCode,
                Because(evidence, events, what));
}

}  // namespace

JudgedOutcome JudgeOutcome(const OutcomeEvidence& evidence, const RunEvents& events) {
  const ProgramEnd& end = evidence.end;
  if (end.start_error != 0) {
    return Judged(cause::kNotStarted, fmt::format("cannot start {}: {}", evidence.program,
                                                  std::strerror(end.start_error)));
  }
  bool clean = end.signal == 0 && end.exit_code == 0 && events.error_kind.empty();
  // Asked to stop, a program may end with 0 before it is done: only its `end` tells.
  bool done = clean && (events.ended || !evidence.interrupted);
  if (done && !evidence.timed_out && !evidence.objection && !evidence.folder_lost) return {};
  if (evidence.interrupted) return Judged(cause::kAskedToStop, "trena was asked to stop");
  if (evidence.timed_out) return Judged(cause::kTimeout, "it ran longer than the study's timeout");
  if (evidence.objection) return Judged(evidence.objection->cause, evidence.objection->reason);
  return JudgeFailure(evidence, events);
}

std::string Tail(const std::filesystem::path& path) {
  RegularFile file(path);
  if (!file.ok()) return "";
  std::string text(kTail, '\0');
  off_t from = std::max<off_t>(0, file.size() - static_cast<off_t>(kTail));
  ssize_t got = file.ReadAt(from, text.data(), text.size());
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return text;
}

std::vector<std::string> LastLines(const std::string& tail) {
  std::vector<std::string> lines;
  for (const std::string& line : Split(tail, '\n')) {
    if (!Trim(line).empty()) lines.push_back(Shorten(line, kLongestKept));
  }
  // The first of a full tail may be half a line.
  size_t first = tail.size() >= kTail && lines.size() > 1 ? 1 : 0;
  if (lines.size() > kLines) first = std::max(first, lines.size() - kLines);
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(first));
  return lines;
}

}  // namespace trena
