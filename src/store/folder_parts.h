// SPDX-License-Identifier: Apache-2.0
// The parts of a results folder, looked at before anything is written into it. A folder that came
// with somebody's study may hold links that lead to one's own files, and one in a place that others
// write to may be theirs: both are refused by name, as git does, with what to do instead.
//
//   TRENA_CHECK(CheckParts(folder, Links::kRefuse));
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

#include "core/open_file.h"
#include "core/result.h"

namespace trena {

enum class PartKind { kFolder, kFile };

// "is a link", "is no folder", "belongs to another user (1001)"; empty where it is as it should be.
// Root may write into anybody's.
std::optional<std::string> WhyNotOurs(const struct stat& part, PartKind kind, uid_t me);

// An InputError for the first part that is not ours to write; one that is not there is none.
// `itself`: whether the folder may be a link, since the person typed its name.
Status CheckParts(const std::filesystem::path& folder, Links itself);

// The same for one folder in it, like `under-way/C1-r1-a1-…`.
Status CheckPart(const std::filesystem::path& path, PartKind kind);

}  // namespace trena
