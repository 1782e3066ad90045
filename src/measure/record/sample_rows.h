// SPDX-License-Identifier: Apache-2.0
// samples.csv as it was written, cell by cell, for whoever copies it; sample_file.h reads its
// numbers. Nothing in it is trusted: a row of another length than the head, and the last one where
// it was cut short, are passed over.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace trena {

struct SampleRows {
  std::vector<std::string> columns;            // the time among them
  std::vector<std::vector<std::string>> rows;  // those with a cell for each column
};

// Nothing where there is no such file, it is no regular file, or it cannot be read.
SampleRows ReadSampleRows(const std::filesystem::path& path);

}  // namespace trena
