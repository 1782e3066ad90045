// SPDX-License-Identifier: Apache-2.0
#include "cli/previews.h"

#include <algorithm>

namespace trena {

// In pilots/.
PreviewStep AddPilots(CLI::App& app);
std::unique_ptr<Previews> FindPilotPreviews(const Workspace& workspace);

// In fits/.
std::map<std::string, double> MemoryOfFits(const Workspace& workspace);

namespace {

struct PreviewKind {
  PreviewStep (*add)(CLI::App& app);
  std::unique_ptr<Previews> (*find)(const Workspace& workspace);
};

// None or one: what two kinds tell would have to be weighed.
const std::vector<PreviewKind>& Kinds() {
  static const std::vector<PreviewKind> kinds = {
      {AddPilots, FindPilotPreviews},
  };
  return kinds;
}

using MemoryBefore = std::map<std::string, double> (*)(const Workspace& workspace);
constexpr MemoryBefore kMemoryBefore[] = {MemoryOfFits};

}  // namespace

std::map<std::string, double> KnownMemory(const Workspace& workspace, const Previews& previews) {
  std::map<std::string, double> known = previews.Memory();
  for (const MemoryBefore seen : kMemoryBefore) {
    for (const auto& [key, bytes] : seen(workspace)) known[key] = std::max(known[key], bytes);
  }
  return known;
}

PreviewStep AddPreviews(CLI::App& app) {
  if (!Kinds().empty()) return Kinds().front().add(app);
  return [](const Workspace&, const std::vector<RunRecord>&) -> Result<int> { return 0; };
}

std::unique_ptr<Previews> FindPreviews(const Workspace& workspace) {
  return Kinds().empty() ? std::make_unique<Previews>() : Kinds().front().find(workspace);
}

}  // namespace trena
