// SPDX-License-Identifier: Apache-2.0
// Control groups that hold their processes to an amount of memory: version 1's memory hierarchy, or
// version 2 below a group that gives its children the memory controller. Memory and swap together:
// what does not fit is out of memory, and not slow. Nothing else can do this: RLIMIT_AS counts what
// is mapped and not what is used, and holds for each process alone.
//
//   TRENA_CHECK(CanLimitMemory());
//   auto place = FindMemoryPlace(OwnGroups());
//   …mkdir place->folder/NAME…  TRENA_CHECK(LimitMemory({place->folder + "/NAME", place->version},
//                                                       Bytes{2'000'000'000}));
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/process/control_groups.h"
#include "core/result.h"
#include "core/text/units.h"

namespace trena {

struct MemoryPlace {
  std::string folder;  // groups made in it can be limited
  int version = 1;
};

// Our own group; in version 2, where that is full of processes and so gives its children nothing,
// the nearest above it that does, as long as no limit of ours would be left behind. Only reads.
std::optional<MemoryPlace> FindMemoryPlace(const GroupFolders& own);

// Holds the group at `group.folder` to so much.
Status LimitMemory(const MemoryPlace& group, Bytes limit);

// The file through which a process enters a group, by writing 0 into it.
std::string EntryOf(const MemoryPlace& group);

// Makes one and removes it. An InputError that says what is missing where it cannot be done.
Status CanLimitMemory(const GroupFolders& own = OwnGroups());

}  // namespace trena
