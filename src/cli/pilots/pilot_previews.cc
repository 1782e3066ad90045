// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_previews.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/pilots/pilot_hint.h"
#include "cli/plan_text.h"
#include "cli/talk.h"
#include "core/text/text.h"
#include "core/text/told.h"
#include "plan/pilots/pilot_forecast.h"

namespace trena {
namespace {

constexpr size_t kMostPilots = 6;  // on a screen

TextTable EmptyTable(const Words& words) {
  using Align = TextTable::Align;
  return TextTable({{words.Say({"pilot", "piloto"})},
                    {words.Say({"start-up", "início"}), Align::kRight},
                    {words.Say({"warm-up", "aquecimento"}), Align::kRight},
                    {words.Say({"steps", "passos"}), Align::kRight},
                    {words.Say({"a step", "um passo"}), Align::kRight},
                    {words.Say({"evaluation", "avaliação"}), Align::kRight},
                    {words.Say({"ending", "encerramento"}), Align::kRight},
                    {words.Say({"whole run", "execução inteira"}), Align::kRight}});
}

}  // namespace

ForetoldTimes PilotPreviews::Told() const { return TimesOf(known_.here); }

std::vector<PaidTime> PilotPreviews::Paid() const {
  std::vector<PaidTime> paid;
  for (const Pilot& pilot : known_.all) paid.push_back({pilot.environment, pilot.pilot_s});
  return paid;
}

std::map<std::string, double> PilotPreviews::Memory() const {
  std::map<std::string, double> memory;
  for (const Pilot& pilot : known_.here) {
    if (pilot.memory) memory[pilot.key] = std::max(memory[pilot.key], *pilot.memory);
  }
  return memory;
}

Json PilotPreviews::ToJson() const {
  Json list = Json::array();
  auto forecasts = Foretell(known_.here);
  for (size_t i = 0; i < forecasts.size(); ++i) {
    const Pilot& pilot = known_.here[i];
    if (workspace_.plan.scenario(pilot.key) == nullptr || !forecasts[i]) continue;
    list.push_back(trena::ToJson(pilot, *forecasts[i]));
  }
  return {{"pilots", std::move(list)}};
}

std::string PilotPreviews::Text(bool all) const {
  const std::vector<Pilot>& pilots = known_.here;
  const size_t most = all ? pilots.size() : kMostPilots;
  const Words words = Talk();
  TextTable table = EmptyTable(words);
  auto forecasts = Foretell(pilots);
  size_t telling = 0;
  for (size_t i = 0; i < pilots.size(); ++i) {
    const Pilot& pilot = pilots[i];
    const auto& forecast = forecasts[i];
    if (workspace_.plan.scenario(pilot.key) == nullptr || !forecast) continue;
    if (++telling > most) continue;
    auto time = [&](double seconds) { return words.Time(std::max(0.0, seconds)); };
    const auto error = Decimal(fmt::format("{:.1f}", 100 * forecast->step_error));
    table.Add({fmt::format("{} p{}", pilot.scenario, pilot.number), time(forecast->startup_s),
               time(forecast->warm_up_s), fmt::format("{:.0f}", forecast->steps),
               fmt::format("{} ± {} %", time(forecast->step_s), error.In(words.language())),
               time(forecast->evaluate_s), time(forecast->ending_s), time(forecast->wall_s)});
  }
  if (table.rows() == 0) return "";
  const bool own = std::any_of(pilots.begin(), pilots.end(), [this](const Pilot& pilot) {
    const Scenario* scenario = workspace_.plan.scenario(pilot.key);
    return scenario != nullptr && scenario->framework == "command";
  });
  const std::string head =
      words.Say({"Pilots (the first steps only; kept apart from the runs, used until the study or "
                 "the machine changes)\n",
                 "Pilotos (só os primeiros passos; guardados à parte das execuções, usados até que "
                 "o estudo ou a máquina mude)\n"});
  const std::string of_own = words.Say({"  Of a program of your own, a step is an epoch.\n",
                                        "  De um programa seu, um passo é uma época.\n"});
  return head + table.Render() + MoreText(telling, most) + (own ? of_own : "");
}

std::string PilotPreviews::Hint(const PriceTag& tag, const std::string& command) const {
  return PilotHint(workspace_, known_.here, tag, command);
}

std::unique_ptr<Previews> FindPilotPreviews(const Workspace& workspace) {
  return std::make_unique<PilotPreviews>(workspace, FindPilots(workspace.results->folder()));
}

}  // namespace trena
