// SPDX-License-Identifier: Apache-2.0
#include "store/sample_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/files.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr off_t kLargestTable = off_t{256} << 20;  // at a sample a second, weeks
constexpr off_t kLargestRows = off_t{1} << 30;
constexpr size_t kNotWanted = static_cast<size_t>(-1);

// All whole lines; what follows the last newline was cut off.
Result<std::string> ReadWholeLines(const std::filesystem::path& path, off_t largest) {
  RegularFile file(path);
  if (!file.ok()) return std::string();
  if (file.size() > largest) {
    return Error(fmt::format("{} is too large to be the samples of a run", path.string()));
  }
  std::string text(static_cast<size_t>(file.size()), '\0');
  size_t done = 0;
  while (done < text.size()) {
    ssize_t got = file.ReadAt(static_cast<off_t>(done), text.data() + done, text.size() - done);
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  text.resize(done);
  text.resize(text.rfind('\n') + 1);
  return text;
}

// Takes the text up to `end`, and `end` with it.
std::string_view TakeUntil(char end, std::string_view& text) {
  size_t at = std::min(text.find(end), text.size());
  std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

Reading NumberIn(std::string_view cell) {
  double number = 0;
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  bool whole = error == std::errc() && end == cell.data() + cell.size() && std::isfinite(number);
  return whole ? Reading(number) : std::nullopt;
}

// Where each column of the file goes to among the readings; the time has its own place.
struct Layout {
  std::vector<size_t> place;
  size_t time = kNotWanted;
};

Layout LayoutOf(std::string_view head, std::span<const std::string_view> wanted,
                std::vector<std::string>& columns) {
  Layout layout;
  while (!head.empty()) {
    std::string_view name = TakeUntil(',', head);
    bool is_wanted = std::find(wanted.begin(), wanted.end(), name) != wanted.end();
    if (name == "t") layout.time = layout.place.size();
    layout.place.push_back(is_wanted ? columns.size() : kNotWanted);
    if (is_wanted) columns.emplace_back(name);
  }
  return layout;
}

void AddRow(std::string_view row, const Layout& layout, SampleTable& table) {
  Sample sample{0, std::vector<Reading>(table.columns.size())};
  Reading time;
  for (size_t i = 0; i < layout.place.size() && !row.empty(); ++i) {
    std::string_view cell = TakeUntil(',', row);
    if (i == layout.time) time = NumberIn(cell);
    if (layout.place[i] != kNotWanted) sample.readings[layout.place[i]] = NumberIn(cell);
  }
  if (!time || (!table.samples.empty() && *time < table.samples.back().t)) return;
  sample.t = *time;
  table.samples.push_back(std::move(sample));
}

std::vector<std::string> CellsOf(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return Split(line, ',');
}

}  // namespace

Result<SampleTable> ReadSamples(const std::filesystem::path& path,
                                std::span<const std::string_view> wanted) {
  TRENA_ASSIGN(std::string text, ReadWholeLines(path, kLargestTable));
  SampleTable table;
  std::string_view rest = text;
  Layout layout = LayoutOf(TakeUntil('\n', rest), wanted, table.columns);
  if (layout.time == kNotWanted) return table;
  while (!rest.empty()) AddRow(TakeUntil('\n', rest), layout, table);
  return table;
}

std::optional<double> SampledSeconds(const std::filesystem::path& path) {
  Result<SampleTable> table = ReadSamples(path, {});
  if (!table.ok() || table.value().samples.empty()) return std::nullopt;
  double seconds = table.value().samples.back().t - table.value().samples.front().t;
  return seconds > 0 ? std::optional(seconds) : std::nullopt;
}

SampleRows ReadSampleRows(const std::filesystem::path& path) {
  SampleRows read;
  Result<std::string> text = ReadWholeLines(path, kLargestRows);
  if (!text.ok() || text.value().empty()) return read;
  std::string_view rest = text.value();
  read.columns = CellsOf(TakeUntil('\n', rest));
  while (!rest.empty()) {
    std::vector<std::string> row = CellsOf(TakeUntil('\n', rest));
    if (row.size() == read.columns.size()) read.rows.push_back(std::move(row));
  }
  return read;
}

}  // namespace trena
