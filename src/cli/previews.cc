// SPDX-License-Identifier: Apache-2.0
#include "cli/previews.h"

namespace trena {

// In pilots/.
PreviewStep AddPilots(CLI::App& app);
std::unique_ptr<Previews> FindPilotPreviews(const Workspace& workspace);

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

}  // namespace

PreviewStep AddPreviews(CLI::App& app) {
  if (!Kinds().empty()) return Kinds().front().add(app);
  return [](const Workspace&, const std::vector<RunRecord>&) -> Result<int> { return 0; };
}

std::unique_ptr<Previews> FindPreviews(const Workspace& workspace) {
  return Kinds().empty() ? std::make_unique<Previews>() : Kinds().front().find(workspace);
}

}  // namespace trena
