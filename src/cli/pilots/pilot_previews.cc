// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_previews.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/pilots/pilot_hint.h"
#include "cli/plan_text.h"
#include "core/text/text.h"
#include "plan/pilots/pilot_forecast.h"

namespace trena {
namespace {

constexpr size_t kMostPilots = 6;  // on a screen

}  // namespace

ForetoldTimes PilotPreviews::Told() const { return TimesOf(known_.here); }

std::vector<PaidTime> PilotPreviews::Paid() const {
  std::vector<PaidTime> paid;
  for (const Pilot& pilot : known_.all) paid.push_back({pilot.environment, pilot.pilot_s});
  return paid;
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
  using Align = TextTable::Align;
  TextTable table({{"pilot"},
                   {"start-up", Align::kRight},
                   {"warm-up", Align::kRight},
                   {"steps", Align::kRight},
                   {"a step", Align::kRight},
                   {"evaluation", Align::kRight},
                   {"ending", Align::kRight},
                   {"whole run", Align::kRight}});
  auto forecasts = Foretell(pilots);
  size_t telling = 0;
  for (size_t i = 0; i < pilots.size(); ++i) {
    const Pilot& pilot = pilots[i];
    const auto& forecast = forecasts[i];
    if (workspace_.plan.scenario(pilot.key) == nullptr || !forecast) continue;
    if (++telling > most) continue;
    auto time = [](double seconds) { return ToString(Seconds{std::max(0.0, seconds)}); };
    table.Add({fmt::format("{} p{}", pilot.scenario, pilot.number), time(forecast->startup_s),
               time(forecast->warm_up_s), fmt::format("{:.0f}", forecast->steps),
               fmt::format("{} ± {:.1f} %", time(forecast->step_s), 100 * forecast->step_error),
               time(forecast->evaluate_s), time(forecast->ending_s), time(forecast->wall_s)});
  }
  if (table.rows() == 0) return "";
  const bool own = std::any_of(pilots.begin(), pilots.end(), [this](const Pilot& pilot) {
    const Scenario* scenario = workspace_.plan.scenario(pilot.key);
    return scenario != nullptr && scenario->framework == "command";
  });
  return "Pilots (the first steps only; kept apart from the runs, used until the study or the "
         "machine changes)\n" +
         table.Render() + MoreText(telling, most) +
         (own ? "  Of a program of your own, a step is an epoch.\n" : "");
}

std::string PilotPreviews::Hint(const PriceTag& tag, const std::string& command) const {
  return PilotHint(workspace_, known_.here, tag, command);
}

std::unique_ptr<Previews> FindPilotPreviews(const Workspace& workspace) {
  return std::make_unique<PilotPreviews>(workspace, FindPilots(workspace.results->folder()));
}

}  // namespace trena
