// SPDX-License-Identifier: Apache-2.0
// Logs of other programs as a results folder: a run for each log, with the events, times and losses
// that the log tells. Analysed, reported and compared like any other; each run says that it was
// imported, from which file, and what in it was odd. All logs come in, or none: they are put in
// place when every one was read. A log that is there already, by its content, is passed over.
//
//   TRENA_ASSIGN(ImportSummary done, ImportLogs(request, {}));
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/value.h"

namespace trena {

struct ImportRequest {
  std::string format;
  std::vector<std::string> paths;            // logs, or folders of them
  std::optional<std::string> name;           // what their names say (log_name.h)
  std::optional<std::string> line;           // of `generic`
  std::string machine = "elsewhere";         // where they were made
  Values fixed;                              // known of all of them: images, epochs
  std::filesystem::path into;                // the results folder
  std::optional<std::filesystem::path> csv;  // a folder for the two tables of steps_csv.h
  std::string trena_version;
};

struct ImportedRun {
  std::string path;
  std::string scenario;  // C3
  Values levels;
  int64_t steps = 0;     // rows of its log
  bool already = false;  // it was there
};

struct ImportSummary {
  std::vector<ImportedRun> runs;   // in the order of their scenarios
  std::vector<std::string> files;  // of the tables
};

// Told of each log before it is read.
using ImportProgress = std::function<void(const std::string& path, size_t done, size_t total)>;

// An InputError, with nothing changed, for a log that cannot be read, that has no line of this
// format, or that changes meanwhile; where there are none; and where another trena works there.
Result<ImportSummary> ImportLogs(const ImportRequest& request, const ImportProgress& progress);

}  // namespace trena
