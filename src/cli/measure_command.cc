// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/steps.h"

namespace trena {

Action AddMeasure(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto retry = std::make_shared<bool>(false);
  app.add_flag("--retry", *retry, "run again what failed");
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    Configuration configuration(workspace->study, workspace->installation, workspace->runners);
    Terminal talk(stderr);
    return MeasureStep(*workspace, *options, configuration, *retry, talk);
  };
}

}  // namespace trena
