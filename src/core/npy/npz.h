// SPDX-License-Identifier: Apache-2.0
// NumPy's .npz: a zip of .npy files, one per name. Ours are stored, not deflated; both are read.
// Checksums are checked on reading.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/npy/npy.h"
#include "core/result.h"

namespace trena {

// By name, without ".npy".
Result<std::map<std::string, Array>> ReadNpz(const std::filesystem::path& path);

// The bytes of the archive; the same arrays always give the same.
Result<std::string> ToNpz(const std::vector<std::pair<std::string, Array>>& arrays);
// Replaces `path`.
Status WriteNpz(const std::filesystem::path& path,
                const std::vector<std::pair<std::string, Array>>& arrays);

}  // namespace trena
