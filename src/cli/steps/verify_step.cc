// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/verify_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/talk.h"
#include "core/text/text.h"
#include "measure/machine/machine.h"

namespace trena {
namespace {

std::string ToText(const Gap& gap) {
  return gap.seen ? Talk().Scientific(*gap.seen, 1) : Talk().Say({"not a number", "não é número"});
}

constexpr double kMuch = 500e6;  // bytes; of less nobody need be told

std::string WithBound(const Gap& gap) { return fmt::format("{} ({:.0e})", ToText(gap), gap.bound); }

}  // namespace

std::vector<const Scenario*> ScenariosHere(const Workspace& workspace) {
  return ScenariosHere(workspace.study, workspace.plan, workspace.here);
}

Result<Verification> VerifyStep(const Workspace& workspace, Configuration& configuration,
                                Terminal& talk) {
  Verifier verifier(configuration, workspace.installation.cache, {});
  auto progress = [&](const std::string& what, size_t done, size_t total) {
    talk.Progress(fmt::format("{} [{}/{}] {}", Talk().Say({"Verifying", "Verificando"}), done + 1,
                              total, ForTerminal(what)));
  };
  auto need = [&](const VerifyMemory& largest) {
    const auto free = Get<double>(ReadMoment(), "available_memory_bytes");
    const std::vector<std::string> texts = MemoryTexts(largest, free);
    for (size_t i = 0; i < texts.size(); ++i) {
      talk.Say(i == 0 ? texts[i] : talk.Styled(Style::kYellow, texts[i]));
    }
  };
  Result<Verification> verification = verifier.Run(ScenariosHere(workspace), progress, need);
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

std::vector<std::string> MemoryTexts(const VerifyMemory& largest, std::optional<double> free) {
  const double most = std::max(largest.reference, largest.own);
  if (most < kMuch) return {};
  const Words words = Talk();
  const Words::Argument memory{"memory", words.Memory(most)};
  const Words::Argument training{"training", ForTerminal(largest.training)};
  std::vector<std::string> texts = {
      words.Say({"Verifying takes up to about {memory} of memory: the reference trains {training} "
                 "in float64",
                 "Verificar toma até cerca de {memory} de memória: a referência treina {training} "
                 "em float64"},
                {memory, training})};
  if (free && *free < most) {
    texts.push_back(words.Say(
        {"Only {free} is free here: verifying {training} may be ended for want of memory. End "
         "other programs, or leave it out (--only)",
         "Só há {free} livres aqui: a verificação de {training} pode ser encerrada por falta de "
         "memória. Encerre outros programas, ou deixe-a de fora (--only)"},
        {{"free", words.Memory(*free)}, training}));
  }
  return texts;
}

std::string VerificationText(const Verification& verification) {
  using Align = TextTable::Align;
  const Words words = Talk();
  TextTable table({{words.Say({"framework", "biblioteca"})},
                   {words.Say({"trained", "treinou"})},
                   {words.Say({"parameters", "parâmetros"}), Align::kRight},
                   {words.Say({"logits", "logits"}), Align::kRight},
                   {words.Say({"gradients", "gradientes"}), Align::kRight},
                   {words.Say({"losses", "perdas"}), Align::kRight},
                   {words.Say({"equal", "igual"})}});
  std::string reasons;
  for (const VerifyRow& row : verification.rows) {
    const Equivalence& equivalence = row.equivalence;
    bool ran = row.failure.empty() && equivalence.broken.empty();
    table.Add({row.framework, row.training, std::to_string(equivalence.parameters),
               ran ? WithBound(equivalence.logits) : "–",
               ran ? WithBound(equivalence.gradients) : "–",
               ran ? WithBound(equivalence.losses) : "–",
               row.equal() ? words.Say({"yes", "sim"}) : words.Say({"NO", "NÃO"})});
    if (row.equal()) continue;
    reasons += fmt::format("{}, {}: {}\n", ForTerminal(row.framework), ForTerminal(row.training),
                           ForTerminal(WhyNotEqual(row)));
  }
  std::string out = words.Say({"Nothing to compare.", "Nada a comparar."}) + "\n";
  if (table.rows() > 0) {
    out = table.Render(0) +
          words.Say({"In parentheses: the largest difference that rounding may cause.",
                     "Entre parênteses: a maior diferença que o arredondamento explica."}) +
          "\n" + reasons;
  }
  if (verification.unknown > 0) {
    out +=
        words.Say({"Not compared: {count}. The reference, the libtorch runner, is not installed "
                   "here.",
                   "Sem comparar: {count}. A referência, o executor libtorch, não está instalada "
                   "aqui."},
                  {{"count", std::to_string(verification.unknown)}}) +
        "\n";
  }
  return out;
}

}  // namespace trena
