// SPDX-License-Identifier: Apache-2.0
#include "measure/program/guards/guard.h"

namespace trena {

const std::vector<GuardKind>& GuardKinds() {
  static const std::vector<GuardKind> kinds = {
      {"hang", "no event, no output and no CPU time", MakeHangGuard},
      {"output", "events and logs larger than the study allows", MakeOutputGuard},
      {"swap", "nothing but waiting for memory that was swapped out", MakeSwapGuard},
  };
  return kinds;
}

std::vector<std::unique_ptr<Guard>> MakeGuards(const GuardContext& context) {
  std::vector<std::unique_ptr<Guard>> guards;
  for (const GuardKind& kind : GuardKinds()) {
    if (auto guard = kind.make(context)) guards.push_back(std::move(guard));
  }
  return guards;
}

std::vector<std::filesystem::path> OutputsOf(const std::filesystem::path& folder) {
  return {folder / "events.jsonl", folder / "stdout.log", folder / "stderr.log"};
}

}  // namespace trena
