// SPDX-License-Identifier: Apache-2.0
#include "measure/program/left_behind.h"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <map>
#include <optional>
#include <string>

#include "core/files.h"
#include "core/process/descriptor.h"
#include "core/text/text.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

constexpr int kRounds = 2000;  // of a millisecond each, until what was killed is gone
constexpr size_t kLargestEnvironment = size_t{4} << 20;
constexpr std::string_view kEvents = "TRENA_EVENTS=";

std::string OfProcess(pid_t process, const char* file) {
  return fmt::format("/proc/{}/{}", process, file);
}

// A process that cannot be taken for another of its number: by the kernel's hold on it, or where
// there is none, by the moment of its start.
class HeldProcess {
 public:
  explicit HeldProcess(pid_t process)
      : process_(process),
        held_(static_cast<int>(syscall(SYS_pidfd_open, process, 0))),
        started_(Started()) {}

  bool Lives() const { return started_ && Started() == started_; }
  void Kill() const {
    if (held_.ok()) {
      syscall(SYS_pidfd_send_signal, held_.number(), SIGKILL, nullptr, 0);
    } else if (Lives()) {
      kill(process_, SIGKILL);
    }
  }

 private:
  std::optional<uint64_t> Started() const {
    const auto use = ReadProcessUse(process_);
    return use && use->state != 'Z' && use->state != 'X' ? std::optional(use->start_ticks)
                                                         : std::nullopt;
  }

  pid_t process_;
  Descriptor held_;
  std::optional<uint64_t> started_;
};

// The folder under way that its TRENA_EVENTS is in: UNDER-WAY/RUN/events.jsonl.
std::optional<fs::path> UnderWayOf(pid_t process) {
  const auto variables = ReadFile(OfProcess(process, "environ"), kLargestEnvironment);
  if (!variables.ok()) return std::nullopt;
  for (const std::string& variable : Split(variables.value(), '\0')) {
    if (!variable.starts_with(kEvents)) continue;
    const fs::path events = variable.substr(kEvents.size());
    return events.is_absolute() ? std::optional(events.parent_path().parent_path()) : std::nullopt;
  }
  return std::nullopt;
}

// The same words mean another folder in a container.
bool SeesOurFiles(pid_t process) {
  std::error_code unknown;
  const fs::path theirs = fs::read_symlink(OfProcess(process, "ns/mnt"), unknown);
  return !unknown && theirs == fs::read_symlink("/proc/self/ns/mnt", unknown) && !unknown;
}

bool IsLeft(pid_t process, const fs::path& under_way) {
  const auto theirs = UnderWayOf(process);
  std::error_code unknown;
  return theirs && fs::equivalent(*theirs, under_way, unknown) && SeesOurFiles(process);
}

// Ourselves, and whoever started us: perhaps a shell that a run left behind.
bool IsAboveUs(pid_t process) {
  return process == getpid() || IsDescendant("/proc", getpid(), process);
}

std::vector<pid_t> AllProcesses() {
  std::vector<pid_t> all;
  const auto names = ListFolder("/proc");
  if (!names.ok()) return all;
  for (const std::string& name : names.value()) {
    pid_t process = 0;
    const char* end = name.data() + name.size();
    if (std::from_chars(name.data(), end, process).ptr == end) all.push_back(process);
  }
  return all;
}

std::map<pid_t, HeldProcess> FindLeft(const fs::path& under_way) {
  std::map<pid_t, HeldProcess> left;
  for (pid_t process : AllProcesses()) {
    HeldProcess held(process);
    if (IsAboveUs(process) || !IsLeft(process, under_way) || !held.Lives()) continue;
    for (pid_t below : Descendants(process)) left.try_emplace(below, below);
    left.try_emplace(process, std::move(held));
  }
  return left;
}

}  // namespace

Result<int> EndLeftBehind(const fs::path& under_way) {
  std::map<pid_t, HeldProcess> ended;
  for (int round = 0; round < kRounds; ++round) {
    auto left = FindLeft(under_way);
    ended.merge(left);
    const auto living = std::find_if(ended.begin(), ended.end(),
                                     [](const auto& one) { return one.second.Lives(); });
    if (living == ended.end()) return static_cast<int>(ended.size());
    for (const auto& [process, held] : ended) held.Kill();
    usleep(1000);
  }
  return Error(
      fmt::format("a process left by a run that was under way does not end: {}; end it, and try "
                  "again",
                  ended.begin()->first));
}

}  // namespace trena
