// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/steps.h"
#include "cli/steps/verify_step.h"
#include "core/json.h"
#include "core/terminal/output.h"

namespace trena {

namespace {

// What is known needs no installation: the frameworks need not be there at once.
Result<Verification> Verify(const Workspace& workspace, Configuration& configuration,
                            Terminal& talk) {
  auto known = KnownVerification(workspace, configuration, ScenariosHere(workspace), {});
  if (!known.ok() || known.value().unknown > 0) {
    TRENA_CHECK(ConfigureStep(workspace, configuration, talk));
  }
  return VerifyStep(workspace, configuration, talk);
}

}  // namespace

Action AddVerify(CLI::App& app) {
  auto options = AddStudyOptions(app);
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    Configuration configuration(workspace->study, workspace->installation, workspace->runners);
    Terminal talk(stderr);
    TRENA_ASSIGN(Verification verification, Verify(*workspace, configuration, talk));
    PrintText(options->json ? Dump(ToJson(verification), 1) + "\n"
                            : VerificationText(verification));
    TRENA_ASSIGN(auto different, Different(verification, true));
    if (!different.empty()) return kExitRunFailed;
    return verification.unknown > 0 ? kExitInconclusive : kExitDone;
  };
}

}  // namespace trena
