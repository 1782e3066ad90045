// SPDX-License-Identifier: Apache-2.0
#include "store/recovery.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <string>
#include <system_error>

#include "core/text.h"

namespace trena {
namespace {

namespace fs = std::filesystem;

std::optional<double> CellOf(const std::string& line, size_t column) {
  std::vector<std::string> cells = Split(line, ',');
  if (column >= cells.size()) return std::nullopt;
  const std::string& cell = cells[column];
  double number = 0;
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  bool whole = error == std::errc() && end == cell.data() + cell.size();
  return whole ? std::optional(number) : std::nullopt;
}

// Of samples.csv, which trena wrote; its last line may be cut, and then does not count.
std::optional<double> SampledSeconds(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<std::string> names = Split(line, ',');
  auto column = static_cast<size_t>(std::find(names.begin(), names.end(), "t") - names.begin());
  std::optional<double> first, last;
  while (std::getline(file, line) && !file.eof()) {
    auto t = CellOf(line, column);
    if (!t) continue;
    if (!first) first = t;
    last = t;
  }
  if (!first || *last <= *first) return std::nullopt;
  return *last - *first;
}

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
