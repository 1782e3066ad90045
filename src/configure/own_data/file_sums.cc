// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/file_sums.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

#include "core/clock.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr const char* kSumsFormat = "trena sums 1";
constexpr size_t kLargestKept = size_t{4} << 30;
constexpr double kSettledSeconds = 3;
constexpr size_t kSumsPerReport = 64;

// What a file is known again by: "size mtime ctime inode device".
struct FileMark {
  std::string text;
  double changed = 0;  // seconds of the calendar
};

std::optional<FileMark> MarkOf(const fs::path& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) return std::nullopt;
  const auto time = [](const timespec& t) { return fmt::format("{}.{:09}", t.tv_sec, t.tv_nsec); };
  const double changed = static_cast<double>(std::max(facts.st_mtim.tv_sec, facts.st_ctim.tv_sec));
  return FileMark{fmt::format("{} {} {} {} {}", facts.st_size, time(facts.st_mtim),
                              time(facts.st_ctim), facts.st_ino, facts.st_dev),
                  changed};
}

struct KnownSum {
  std::string mark, sum;
};
using KnownSums = std::unordered_map<std::string, KnownSum>;

// Each file is three texts, each ended by a NUL: path, mark, sum. One that is damaged is none.
KnownSums ReadKept(const fs::path& kept) {
  KnownSums sums;
  const Result<std::string> text = ReadFile(kept, kLargestKept);
  if (!text.ok()) return sums;
  std::string_view rest = text.value();
  const auto take = [&] {
    const size_t end = std::min(rest.find('\0'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return std::string(part);
  };
  if (take() != kSumsFormat) return sums;
  while (!rest.empty()) {
    std::string path = take(), mark = take(), sum = take();
    constexpr size_t kDigits = 64;
    if (sum.size() == kDigits) sums[std::move(path)] = {std::move(mark), std::move(sum)};
  }
  return sums;
}

struct SumJob {
  const fs::path& root;
  const std::vector<std::string>& paths;
  const KnownSums& known;
  std::vector<std::string> sums, marks;  // a mark is empty where the sum is not to be kept
  std::atomic<size_t> next = 0, done = 0, read = 0;
  std::mutex mutex = {};
  std::optional<Error> error = {};  // the first

  void Fail(Error failure) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (!error) error = std::move(failure);
    next = paths.size();
  }

  void One(size_t i) {
    const fs::path path = root / paths[i];
    const auto mark = MarkOf(path);
    if (!mark) return Fail(FileError("look at", path));
    const auto found = known.find(paths[i]);
    if (found != known.end() && found->second.mark == mark->text) {
      sums[i] = found->second.sum;
      marks[i] = mark->text;
      return;
    }
    ++read;
    Result<std::string> sum = Sha256OfFile(path);
    if (!sum.ok()) return Fail(sum.error());
    const auto after = MarkOf(path);
    if (!after || after->text != mark->text) {
      return Fail(Error(ForTerminal(path.string()) + " changed while it was read"));
    }
    sums[i] = std::move(sum).value();
    if (CalendarSeconds() - mark->changed > kSettledSeconds) marks[i] = mark->text;
  }

  void Work(const SumsProgress& progress) {
    for (size_t i = next++; i < paths.size(); i = next++) {
      One(i);
      const size_t so_far = ++done;
      if (progress && so_far % kSumsPerReport == 0) {
        progress(static_cast<int64_t>(so_far), static_cast<int64_t>(paths.size()));
      }
    }
  }
};

// What is known of other files of the folder stays. A cache that cannot be written to costs the
// reading again, no more.
void Keep(const SumJob& job, KnownSums known, const fs::path& kept) {
  for (size_t i = 0; i < job.paths.size(); ++i) {
    if (job.marks[i].empty()) {
      known.erase(job.paths[i]);
    } else {
      known[job.paths[i]] = {job.marks[i], job.sums[i]};
    }
  }
  std::string text = kSumsFormat;
  text += '\0';
  for (const auto& [path, one] : known) {
    for (const std::string* part : {&path, &one.mark, &one.sum}) {
      text.append(*part).append(1, '\0');
    }
  }
  if (MakeFolder(kept.parent_path()).ok()) (void)WriteFileWhole(kept, text).ok();
}

}  // namespace

Result<std::vector<std::string>> SumsOfFiles(const fs::path& root,
                                             const std::vector<std::string>& paths,
                                             const fs::path& kept, const SumsProgress& progress) {
  const KnownSums known = ReadKept(kept);
  SumJob job{root, paths, known, std::vector<std::string>(paths.size()),
             std::vector<std::string>(paths.size())};
  const size_t cpus = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (size_t i = 1; i < std::min(cpus, paths.size()); ++i) {
    others.emplace_back([&] { job.Work({}); });
  }
  job.Work(progress);
  for (std::thread& thread : others) thread.join();
  if (job.error) return *job.error;
  if (job.read > 0) Keep(job, known, kept);
  return std::move(job.sums);
}

}  // namespace trena
