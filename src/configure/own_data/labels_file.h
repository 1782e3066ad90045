// SPDX-License-Identifier: Apache-2.0
// A file of labels: CSV whose first line names its columns, `file` and `label` among them. A file
// is named relative to the folder of the images.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace trena {

struct LabelledFile {
  std::string path;
  std::string label;
  size_t line = 0;  // where it stands, from 1
};

// In the order of the file. An InputError with file and line for a row that lacks its file or
// label, and for a file that is named twice.
Result<std::vector<LabelledFile>> ReadLabels(const fs::path& file);

}  // namespace trena
