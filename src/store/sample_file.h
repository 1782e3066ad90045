// SPDX-License-Identifier: Apache-2.0
// samples.csv read back, after the run (docs/run-folder.md): the one reader of that file. Nothing
// in it is trusted: only a regular file is read, of a bounded size, and a last line that was cut is
// no row.
//
//   TRENA_ASSIGN(SampleTable table, ReadSamples(folder / "samples.csv", wanted));  // numbers
//   SampleRows rows = ReadSampleRows(folder / "samples.csv");                      // as written
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace trena {

using Reading = std::optional<double>;  // missing: it could not be had

// What was read at one instant.
struct Sample {
  double t = 0;                   // CLOCK_MONOTONIC
  std::vector<Reading> readings;  // one for each column but the time
};

struct SampleTable {
  std::vector<std::string> columns;  // of those wanted, the ones that the file has
  std::vector<Sample> samples;       // in the order of time; rows that go back are passed over
};

// A row whose time is no number is passed over; what is no number otherwise is a missing reading. A
// file that is missing, or no regular file, has no samples. One too large for any run is an error.
Result<SampleTable> ReadSamples(const std::filesystem::path& path,
                                std::span<const std::string_view> wanted);

// From the first sample to the last; missing where they are not two of different times.
std::optional<double> SampledSeconds(const std::filesystem::path& path);

// The cells as they stand in the file, whatever they hold.
struct SampleRows {
  std::vector<std::string> columns;            // the time among them
  std::vector<std::vector<std::string>> rows;  // those with a cell for each column
};

// Nothing where there is no such file, or it cannot be read.
SampleRows ReadSampleRows(const std::filesystem::path& path);

}  // namespace trena
