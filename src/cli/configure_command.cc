// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/steps.h"
#include "core/json.h"
#include "core/text.h"

namespace trena {

Action AddConfigure(CLI::App& app) {
  auto options = AddStudyOptions(app);
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    Configuration configuration(workspace->study, workspace->installation, workspace->runners);
    Terminal talk(stderr);
    TRENA_CHECK(ConfigureStep(*workspace, configuration, talk));
    if (options->json) {
      Json ready = {{"scenarios", workspace->plan.scenarios.size()},
                    {"cache", workspace->installation.cache.string()}};
      fmt::print("{}\n", Dump(ready));
      return kExitDone;
    }
    fmt::print(
        "Ready: {} scenarios. Prepared data is in {}\nNext: {}\n", workspace->plan.scenarios.size(),
        ForTerminal(workspace->installation.cache.string()), CommandWith(*options, "measure"));
    return kExitDone;
  };
}

}  // namespace trena
