// SPDX-License-Identifier: Apache-2.0
// The logs that `trena import` reads: one reader in formats/ and one row for each. Nothing in a log
// is trusted: lines are bounded, numbers that cannot be are missing, and nothing is run.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "measure/import/logged_run.h"

namespace re2 {
class RE2;
}

namespace trena {

struct ImportFormatOptions {
  std::shared_ptr<const re2::RE2> line;  // --line, of `generic`
};

// Line by line, from the first, without the newline.
class LogReader {
 public:
  virtual ~LogReader() = default;
  virtual void Take(std::string_view line, size_t number, LoggedRun& run) = 0;
  virtual void End(LoggedRun& run) { static_cast<void>(run); }
};

struct ImportFormat {
  const char* name;
  const char* framework;  // that writes it; empty: the log's own business
  const char* meaning;    // what is read of it, for the help
  std::unique_ptr<LogReader> (*make)(const ImportFormatOptions& options);
};

const std::vector<ImportFormat>& ImportFormats();

// An InputError with the nearest for a name that is none.
Result<const ImportFormat*> FindImportFormat(const std::string& name);

// Reads a log through. Lines longer than kLongestLogLine are passed over and told as odd. An Error
// where it cannot be read; an InputError where it changed meanwhile.
inline constexpr size_t kLongestLogLine = size_t{1} << 20;
Status ReadLog(const std::filesystem::path& path, LogReader& reader, LoggedRun& run);

}  // namespace trena
