// SPDX-License-Identifier: Apache-2.0
#include "measure/record/sample_rows.h"

#include "core/files.h"
#include "core/text.h"

namespace trena {
namespace {

std::vector<std::string> CellsOf(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return Split(line, ',');
}

}  // namespace

SampleRows ReadSampleRows(const std::filesystem::path& path) {
  SampleRows samples;
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return samples;
  Result<std::string> text = ReadFile(path);
  if (!text.ok()) return samples;
  std::vector<std::string> lines = Split(text.value(), '\n');
  lines.pop_back();  // what follows the last newline
  if (lines.empty()) return samples;
  samples.columns = CellsOf(lines[0]);
  for (size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> row = CellsOf(lines[i]);
    if (row.size() == samples.columns.size()) samples.rows.push_back(std::move(row));
  }
  return samples;
}

}  // namespace trena
