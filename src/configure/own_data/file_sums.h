// SPDX-License-Identifier: Apache-2.0
// SHA-256 of many files, on all CPUs, and kept: a file whose size, times and inode are those of the
// last time is not read again. The time of change (ctime) is among them, which no program can set
// back. What changed in the last seconds is not kept, for it could change again within the clock's
// grain.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace trena {

// Told now and then, on the caller's thread.
using SumsProgress = std::function<void(int64_t done, int64_t total)>;

// Of the files in `root`, in their order. `kept` is the file of what is known; it is replaced where
// something was read. An Error for a file that cannot be read or changes meanwhile.
Result<std::vector<std::string>> SumsOfFiles(const fs::path& root,
                                             const std::vector<std::string>& paths,
                                             const fs::path& kept, const SumsProgress& progress);

}  // namespace trena
