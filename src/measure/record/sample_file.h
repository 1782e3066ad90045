// SPDX-License-Identifier: Apache-2.0
// samples.csv read back, after the run (docs/run-folder.md). Nothing in it is trusted: a row whose
// time is no number is passed over, as is the last one when it was cut; what is no number otherwise
// is a missing reading.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "measure/record/samples.h"

namespace trena {

struct SampleTable {
  std::vector<std::string> columns;  // of those wanted, the ones that the file has
  std::vector<Sample> samples;       // in the order of time; rows that go back are passed over
};

// A file that is missing, or no regular file, has no samples. One too large for any run is an
// error.
Result<SampleTable> ReadSamples(const std::filesystem::path& path,
                                std::span<const std::string_view> wanted);

}  // namespace trena
