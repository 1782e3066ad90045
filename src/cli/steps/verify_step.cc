// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/verify_step.h"

#include <fmt/format.h>

#include "core/text/text.h"

namespace trena {
namespace {

std::string ToText(const Gap& gap) {
  return gap.seen ? fmt::format("{:.1e}", *gap.seen) : "not a number";
}

}  // namespace

std::vector<const Scenario*> ScenariosHere(const Workspace& workspace) {
  return ScenariosHere(workspace.study, workspace.plan, workspace.here);
}

Result<Verification> VerifyStep(const Workspace& workspace, Configuration& configuration,
                                Terminal& talk) {
  Verifier verifier(configuration, workspace.installation.cache, {});
  auto progress = [&](const std::string& what, size_t done, size_t total) {
    talk.Progress(fmt::format("Verifying [{}/{}] {}", done + 1, total, ForTerminal(what)));
  };
  Result<Verification> verification = verifier.Run(ScenariosHere(workspace), progress);
  talk.ClearProgress();
  if (!verification.ok()) return verification.error();
  if (verification.value().rows.empty()) return verification;
  TRENA_CHECK(workspace.results->Prepare());
  TRENA_CHECK(workspace.results->WriteVerification(ToJson(verification.value())));
  return verification;
}

Result<Verification> KnownVerification(const Workspace& workspace, Configuration& configuration,
                                       const std::vector<const Scenario*>& scenarios,
                                       const ConfigureProgress& preparing) {
  return Verifier(configuration, workspace.installation.cache, preparing).Known(scenarios);
}

Result<std::set<std::string>> Different(const Verification& verification, bool insist) {
  std::set<std::string> names;
  std::vector<std::string> lines;
  for (const VerifyRow& row : verification.rows) {
    if (row.equal()) continue;
    names.insert(row.framework);
    lines.push_back(fmt::format("{} does not train {} as the reference does: {}", row.framework,
                                row.training, WhyNotEqual(row)));
  }
  if (insist || names.empty()) return names;
  lines.emplace_back(
      "Leave it out (--only 'framework != …'), or measure it all the same with --insist: every "
      "report will say so");
  return InputError(Join(lines, "\n"));
}

std::shared_ptr<bool> AddInsist(CLI::App& app) {
  auto insist = std::make_shared<bool>(false);
  app.add_flag("--insist", *insist, "measure also frameworks that differ from the reference");
  return insist;
}

std::string VerificationText(const Verification& verification) {
  using Align = TextTable::Align;
  TextTable table({{"framework"},
                   {"trained"},
                   {"parameters", Align::kRight},
                   {"logits", Align::kRight},
                   {"gradients", Align::kRight},
                   {"losses", Align::kRight},
                   {"equal"}});
  std::string reasons;
  for (const VerifyRow& row : verification.rows) {
    const Equivalence& equivalence = row.equivalence;
    bool ran = row.failure.empty() && equivalence.broken.empty();
    table.Add({row.framework, row.training, std::to_string(equivalence.parameters),
               ran ? ToText(equivalence.logits) : "–", ran ? ToText(equivalence.gradients) : "–",
               ran ? ToText(equivalence.losses) : "–", row.equal() ? "yes" : "NO"});
    if (row.equal()) continue;
    reasons += fmt::format("{}, {}: {}\n", ForTerminal(row.framework), ForTerminal(row.training),
                           ForTerminal(WhyNotEqual(row)));
  }
  std::string out = table.rows() > 0 ? table.Render(0) + reasons : "Nothing to compare.\n";
  if (verification.unknown > 0) {
    out += fmt::format(
        "Not compared: {}. The reference, the libtorch runner, is not installed here.\n",
        verification.unknown);
  }
  return out;
}

}  // namespace trena
