// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/process_table.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace trena {
namespace {

// Numbers of descriptors are given out lowest first: beyond this one, a file is not kept open, and
// a run of a thousand processes takes no more than this from trena.
constexpr int kHighestKept = 300;
constexpr size_t kFirstBuffer = size_t{16} << 10;
constexpr size_t kLargestBuffer = size_t{4} << 20;
constexpr ssize_t kLongestEntry = 512;  // of a folder
constexpr int kMostRounds = 3;

// The thread that is listed at `place`: moved there if it is known, new otherwise.
void PutThread(std::vector<FollowedThread>& threads, size_t place, pid_t number,
               uint64_t identity) {
  auto begin = threads.begin() + static_cast<ptrdiff_t>(place);
  auto known = std::find_if(begin, threads.end(), [&](const FollowedThread& thread) {
    return thread.number == number && thread.identity == identity;
  });
  if (known != threads.end()) {
    std::iter_swap(begin, known);
    return;
  }
  FollowedThread thread;
  thread.number = number;
  thread.identity = identity;
  threads.insert(begin, std::move(thread));
}

}  // namespace

ProcessTable::ProcessTable(const ProcessTableOptions& options)
    : options_(options),
      last_number_(options.proc + "/sys/kernel/ns_last_pid"),
      buffer_(kFirstBuffer) {
  root_.pid = options.root;
}

void ProcessTable::Update(double now) {
  if (updated_ == now) return;
  updated_ = now;
  cpu_was_lost_ = false;
  bool grouped = UseGroup();
  bool look = grouped || SomethingStarted();
  bool steady = false;
  // A process that ends meanwhile is counted by its parent, which may have been read already: once
  // more then, so that nothing is missed. With a group the kernel itself adds up.
  for (int round = 0; round < (grouped ? 1 : kMostRounds) && !steady; ++round) {
    if (look) Find();
    steady = Measure();
  }
  Count(steady);
}

bool ProcessTable::UseGroup() {
  if (options_.group == nullptr || in_group_) return in_group_;
  // A group that never counted anything was not entered, or not yet.
  in_group_ = options_.group->CpuSeconds().value_or(0) > 0;
  return in_group_;
}

void ProcessTable::Find() {
  if (in_group_) {
    Follow(options_.group->Processes());
    return;
  }
  if (options_.root_counts) {
    Follow(fmt::format("{}", root_.pid));
  } else {
    FindChildren(root_);
  }
  for (FollowedProcess& process : processes_) FindChildren(process);  // grows meanwhile
}

// The last number given to any process or thread that we can see: while it stays, there is nothing
// new to find. True where the kernel does not tell.
bool ProcessTable::SomethingStarted() {
  auto last = Scanner(last_number_.Read()).Number();
  bool same = last && last == last_started_;
  // A number is given out a moment before its owner can be seen, so we look once more after it.
  bool look = !same || !looked_again_;
  looked_again_ = same;
  last_started_ = last;
  return look;
}

// A child belongs to the thread that started it.
void ProcessTable::FindChildren(FollowedProcess& process) {
  ListThreads(process);
  for (FollowedThread& thread : process.threads) {
    Follow(Read(thread.children, process.pid, thread.number, "children"));
  }
}

void ProcessTable::Follow(std::string_view numbers) {
  const char* at = numbers.data();
  const char* end = at + numbers.size();
  while (at < end) {
    pid_t pid = 0;
    auto [stop, error] = std::from_chars(at, end, pid);
    at = error == std::errc() ? stop : at + 1;
    if (error != std::errc() || pid <= 0 || by_number_.contains(pid)) continue;
    FollowedProcess& process = processes_.emplace_back();
    process.pid = pid;
    by_number_[pid] = &process;
  }
}

void ProcessTable::ListThreads(FollowedProcess& process) {
  if (!process.threads_folder.ok()) {
    path_.clear();
    fmt::format_to(std::back_inserter(path_), "{}/{}/task", options_.proc, process.pid);
    process.threads_folder = Descriptor(open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  int folder = process.threads_folder.number();
  size_t listed = 0;
  if (folder >= 0) lseek(folder, 0, SEEK_SET);
  ssize_t got = 0;
  while (folder >= 0 &&
         (got = syscall(SYS_getdents64, folder, buffer_.data(), buffer_.size())) > 0) {
    for (ssize_t at = 0; at < got;) {
      auto* entry = reinterpret_cast<dirent64*>(buffer_.data() + at);
      at += entry->d_reclen;
      pid_t number = 0;
      std::from_chars(entry->d_name, entry->d_name + std::strlen(entry->d_name), number);
      if (number > 0) PutThread(process.threads, listed++, number, entry->d_ino);
    }
    if (got + kLongestEntry < static_cast<ssize_t>(buffer_.size())) break;  // that was all
  }
  process.threads.resize(listed);
  if (folder > kHighestKept) process.threads_folder = Descriptor();
}

// False when time that was counted before has gone with its process.
bool ProcessTable::Measure() {
  root_known_ = MeasureOne(root_);
  bool steady = true;
  for (auto at = processes_.begin(); at != processes_.end();) {
    if (MeasureOne(*at)) {
      ++at;
      continue;
    }
    steady = steady && !at->counted;
    by_number_.erase(at->pid);
    at = processes_.erase(at);
  }
  return steady;
}

// False when it is gone, be it that its number is another's now.
bool ProcessTable::MeasureOne(FollowedProcess& process) {
  auto use = ParseProcessUse(Read(process.stat, process.pid, "stat"));
  if (!use) return false;
  if (process.use.start_ticks != 0 && process.use.start_ticks != use->start_ticks) return false;
  process.use = *use;
  return true;
}

void ProcessTable::Count(bool steady) {
  cpu_s_.reset();
  if (in_group_) {
    cpu_s_ = options_.group->CpuSeconds();
  } else if (root_known_) {
    // The kernel rounds both down to its ticks.
    double waited = std::max(0.0, root_.use.children_cpu_s - options_.root_before.cpu_s);
    cpu_s_ = lost_ + (options_.root_counts ? 0 : waited);
    for (FollowedProcess& process : processes_) {
      *cpu_s_ += process.use.cpu_s + process.use.children_cpu_s;
      process.counted = true;
    }
  }
  if (!cpu_s_) return;
  cpu_was_lost_ = *cpu_s_ < most_cpu_s_;
  // Of a process that nobody waits for the kernel forgets what it used; we do not.
  if (cpu_was_lost_ && steady && !in_group_) lost_ += most_cpu_s_ - *cpu_s_;
  most_cpu_s_ = std::max(most_cpu_s_, *cpu_s_);
  cpu_s_ = most_cpu_s_;
}

std::string_view ProcessTable::Read(Descriptor& kept, pid_t pid, const char* name) {
  if (kept.ok()) return ReadKept(kept);
  path_.clear();
  fmt::format_to(std::back_inserter(path_), "{}/{}/{}", options_.proc, pid, name);
  kept = Descriptor(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  return ReadKept(kept);
}

std::string_view ProcessTable::Read(Descriptor& kept, pid_t pid, pid_t thread, const char* name) {
  if (kept.ok()) return ReadKept(kept);
  path_.clear();
  fmt::format_to(std::back_inserter(path_), "{}/{}/task/{}/{}", options_.proc, pid, thread, name);
  kept = Descriptor(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  return ReadKept(kept);
}

std::string_view ProcessTable::ReadKept(Descriptor& kept) {
  size_t size = 0;
  ssize_t got = kept.ok() ? kFullPage : 0;
  // The kernel gives long tables by pages: a short read is the last.
  while (got >= kFullPage && size < kLargestBuffer) {
    if (size == buffer_.size()) buffer_.resize(size * 4);
    got = pread(kept.number(), buffer_.data() + size, buffer_.size() - size,
                static_cast<off_t>(size));
    if (got > 0) size += static_cast<size_t>(got);
  }
  if (kept.number() > kHighestKept) kept = Descriptor();
  return {buffer_.data(), size};
}

}  // namespace trena
