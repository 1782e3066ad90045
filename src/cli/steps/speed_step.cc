// SPDX-License-Identifier: Apache-2.0
#include "cli/steps/speed_step.h"

#include <fmt/format.h>

#include "cli/steps/verify_step.h"
#include "cli/talk.h"
#include "configure/runners/prober.h"
#include "core/text/text.h"

namespace trena {
namespace {

Prober MakeProber(const Workspace& workspace, const Configuration& configuration) {
  return {configuration, workspace.installation.cache, SpeedSurroundings::Here()};
}

// Those of the study, and none that would have to be timed first.
std::vector<Speed> KnownOf(const Workspace& workspace, const Configuration& configuration) {
  return MakeProber(workspace, configuration).Known(ScenariosHere(workspace));
}

std::string InTalk(const Told& told) { return told.In(Talk().language()); }

std::string Number(const std::optional<double>& gflops) {
  return gflops ? fmt::format("{:.0f}", *gflops) : "–";
}

std::string Changed(const std::optional<double>& before, const std::optional<double>& now) {
  return before ? Number(before) + " → " + Number(now) : Number(now);
}

}  // namespace

Status SpeedStep(const Workspace& workspace, Configuration& configuration, bool again,
                 Terminal& talk) {
  Prober prober = MakeProber(workspace, configuration);
  Result<std::vector<Speed>> speeds = prober.Run(
      ScenariosHere(workspace), again,
      [&](const Scenario& scenario) { return configuration.Prepare(scenario, 1, {}); },
      [&](const std::string& framework) {
        talk.Progress(Talk().Say({"Timing {name}", "Cronometrando {name}"},
                                 {{"name", ForTerminal(framework)}}));
      });
  configuration.ForgetRunners();
  talk.ClearProgress();
  if (!speeds.ok()) return speeds.error();
  for (const Speed& speed : speeds.value()) {
    if (speed.mended) {
      talk.Say(Talk().Say({"Mended {what}", "Corrigido: {what}"},
                          {{"what", ForTerminal(InTalk(ToText(speed.framework, *speed.mended)))}}));
    }
    if (speed.handicap) {
      std::string text =
          Talk().Say({"Slow here: {what}", "Lento aqui: {what}"},
                     {{"what", ForTerminal(InTalk(ToText(speed.framework, *speed.handicap)))}});
      talk.Say(talk.Styled(Style::kYellow, text));
    }
    if (!speed.failure.empty()) {
      talk.Say(ForTerminal(Talk().Say({"Note: {framework} could not be timed: {why}",
                                       "Nota: {framework} não pôde ser cronometrado: {why}"},
                                      {{"framework", speed.framework}, {"why", speed.failure}})));
    }
  }
  return Done{};
}

void SayNeverTimed(const Workspace& workspace, const StudyOptions& options,
                   const Configuration& configuration,
                   const std::vector<const Scenario*>& scenarios, Terminal& talk) {
  auto names = MakeProber(workspace, configuration).NeverTimed(scenarios);
  if (names.empty()) return;
  talk.Say(ForTerminal(Talk().Say(
      {"Note: not timed on this CPU yet: {names}. A handicap would go unseen; look for it "
       "with: {command}",
       "Nota: ainda não cronometrado nesta CPU: {names}. Uma desvantagem passaria "
       "despercebida; procure-a com: {command}"},
      {{"names", Join(names, ", ")}, {"command", CommandWith(options, "configure")}})));
}

std::string SpeedText(const Workspace& workspace, const Configuration& configuration) {
  std::vector<Speed> known = KnownOf(workspace, configuration);
  if (known.empty()) return "";
  using Align = TextTable::Align;
  const Words words = Talk();
  TextTable table({{"framework"},
                   {words.Say({"product", "produto"}), Align::kRight},
                   {words.Say({"convolution", "convolução"}), Align::kRight},
                   {"threads", Align::kRight},
                   {words.Say({"CPUs busy", "CPUs ocupadas"}), Align::kRight},
                   {words.Say({"set", "definido"})}});
  for (const Speed& speed : known) {
    const auto& mended = speed.mended;
    table.Add({speed.framework,
               Changed(mended ? mended->product_before : std::nullopt, speed.product),
               Changed(mended ? mended->convolution_before : std::nullopt, speed.convolution),
               std::to_string(speed.threads), speed.cpus ? words.Fixed(*speed.cpus, 1) : "–",
               mended ? mended->variable + "=" + mended->value : ""});
  }
  return words.Say({"GFLOP/s here, float32:\n", "GFLOP/s aqui, float32:\n"}) + table.Render(0) +
         "\n";
}

Json SpeedJson(const Workspace& workspace, const Configuration& configuration) {
  Json list = Json::array();
  for (const Speed& speed : KnownOf(workspace, configuration)) list.push_back(ToJson(speed));
  return list;
}

}  // namespace trena
