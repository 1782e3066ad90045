// SPDX-License-Identifier: Apache-2.0
#include "measure/memory_kills.h"

#include "measure/outcome.h"

namespace trena {
namespace {

bool IsMore(std::optional<int64_t> after, std::optional<int64_t> before) {
  return after && before && *after > *before;
}

}  // namespace

MemoryKills::MemoryKills(const RunGroup* group)
    : group_(group),
      own_(OwnGroups()),
      own_before_(GroupOutOfMemoryKills(own_)),
      host_before_(OutOfMemoryKills()) {}

bool MemoryKills::InGroup() const {
  // The run's group is new, and counts from 0. Where it counts no memory, our own group does.
  auto run = group_ != nullptr ? group_->OutOfMemoryKills() : std::nullopt;
  return run ? *run > 0 : IsMore(GroupOutOfMemoryKills(own_), own_before_);
}

bool MemoryKills::OnHost() const { return IsMore(OutOfMemoryKills(), host_before_); }

}  // namespace trena
