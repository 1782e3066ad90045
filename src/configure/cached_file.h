// SPDX-License-Identifier: Apache-2.0
// A file of the cache whose path tells what it was made from. Beside it stands a note (PATH.json)
// with its size, time and SHA-256: reuse costs two stats, and a file that was touched since is
// checked in full. What is damaged, half-made or of another version is made again.
#pragma once

#include <functional>
#include <string>

#include "core/files.h"
#include "core/result.h"

namespace trena {

// `path`, after `make` gave its bytes if there was no good file yet. Two processes that make it at
// once put the same bytes in place, one after the other.
Result<fs::path> CachedFile(const fs::path& path, const std::function<Result<std::string>()>& make);

}  // namespace trena
