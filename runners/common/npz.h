// SPDX-License-Identifier: Apache-2.0
// NumPy's .npz: a zip of .npy files, one per name. Ours are stored, not deflated; both are read.
// Checksums are checked on reading.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "runner_common/npy.h"

namespace trena {

// By name, without ".npy".
Result<std::map<std::string, Array>> ReadNpz(const std::filesystem::path& path);

// Replaces `path`. The same arrays give the same bytes.
Status WriteNpz(const std::filesystem::path& path,
                const std::vector<std::pair<std::string, Array>>& arrays);

}  // namespace trena
