// SPDX-License-Identifier: Apache-2.0
#include "measure/program/guards/memory_kills.h"

namespace trena {
namespace {

bool IsMore(std::optional<int64_t> after, std::optional<int64_t> before) {
  return after && before && *after > *before;
}

}  // namespace

MemoryKills::MemoryKills(const GroupFolders& own, const std::string& proc)
    : unified_(own.unified + "/memory.events"),
      memory_(own.memory + "/memory.oom_control"),
      host_(proc + "/vmstat") {}

void MemoryKills::Begin(const RunGroup* group) {
  group_ = group;
  own_before_ = OwnCount();
  host_before_ = KillsToldBy(host_.Read());
}

std::optional<int64_t> MemoryKills::OwnCount() {
  auto unified = KillsToldBy(unified_.Read());
  return unified ? unified : KillsToldBy(memory_.Read());
}

bool MemoryKills::InGroup() {
  // The run's group is new, and counts from 0. Where it counts no memory, our own group does.
  auto run = group_ != nullptr ? group_->OutOfMemoryKills() : std::nullopt;
  return run ? *run > 0 : IsMore(OwnCount(), own_before_);
}

bool MemoryKills::OnHost() { return IsMore(KillsToldBy(host_.Read()), host_before_); }

}  // namespace trena
