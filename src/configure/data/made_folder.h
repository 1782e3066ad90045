// SPDX-License-Identifier: Apache-2.0
// A folder of the cache that is there whole or not at all. It is made under a temporary name beside
// it and put in place by one rename. A lock per folder (FOLDER.lock) keeps two processes from doing
// it twice; its holder removes what killed ones left behind.
#pragma once

#include <functional>

#include "configure/data/report.h"
#include "core/files.h"

namespace trena {

struct FolderMaker {
  std::function<Status(const fs::path& folder)> check;    // whether an existing one is good
  std::function<Status(const fs::path& temporary)> make;  // fills an empty one
};

// `folder`, after making it if it was missing or (with a note) damaged.
Result<fs::path> MadeFolder(const fs::path& folder, const FolderMaker& maker, const Report& report);

}  // namespace trena
