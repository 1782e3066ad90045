// SPDX-License-Identifier: Apache-2.0
#include "store/recovery.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "store/sample_file.h"

namespace trena {
namespace {

namespace fs = std::filesystem;

std::optional<double> ChangedSeconds(const fs::path& folder) {
  std::error_code error;
  fs::file_time_type begin = fs::last_write_time(folder / "scenario.json", error);
  if (error) return std::nullopt;
  fs::file_time_type end = begin;
  for (const char* name : {"events.jsonl", "samples.csv", "stdout.log", "stderr.log"}) {
    fs::file_time_type changed = fs::last_write_time(folder / name, error);
    if (!error) end = std::max(end, changed);
  }
  double seconds = std::chrono::duration<double>(end - begin).count();
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

}  // namespace

std::optional<double> SecondsSeen(const fs::path& folder) {
  auto sampled = SampledSeconds(folder / "samples.csv");
  return sampled ? sampled : ChangedSeconds(folder);
}

}  // namespace trena
