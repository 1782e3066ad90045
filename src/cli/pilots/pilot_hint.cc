// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "cli/talk.h"
#include "measure/pilots/own_pilot.h"
#include "plan/pilots/pilot_choice.h"

namespace trena {
namespace {

constexpr double kPasses = 2;   // the first has half of the time
constexpr double kSpare = 1.2;  // pilots differ
constexpr double kMinute = 60;

// Scenarios that could be piloted here, and of them those that never were.
struct ToPilot {
  size_t all = 0;
  size_t left = 0;
};

ToPilot FindToPilot(const Workspace& workspace, const std::vector<Pilot>& pilots,
                    const PriceTag& tag) {
  std::unordered_set<std::string> piloted;
  for (const Pilot& pilot : pilots) piloted.insert(pilot.key);
  std::unordered_set<size_t> measured;
  for (const ScenarioForecast& scenario : tag.scenarios) {
    if (scenario.estimate.source == TimeSource::kRuns) measured.insert(scenario.scenario);
  }
  ToPilot found;
  for (size_t i = 0; i < workspace.plan.scenarios.size(); ++i) {
    const Scenario& scenario = workspace.plan.scenarios[i];
    const bool can_be = CanBePiloted(workspace.study, scenario) && !measured.contains(i) &&
                        workspace.here.Has(workspace.study, scenario);
    if (!can_be) continue;
    ++found.all;
    if (!piloted.contains(scenario.key)) ++found.left;
  }
  return found;
}

// For pilots of so many scenarios, by those that were made; in whole minutes.
std::string TimeFor(size_t scenarios, const std::vector<Pilot>& pilots) {
  double seconds = 0;
  for (const Pilot& pilot : pilots) seconds += pilot.pilot_s;
  const double mean = seconds / static_cast<double>(pilots.size());
  const double minutes =
      std::ceil(kPasses * kSpare * mean * static_cast<double>(scenarios) / kMinute);
  return fmt::format("{:.0f}min", std::max(2.0, minutes));
}

}  // namespace

std::string PilotHint(const Workspace& workspace, const std::vector<Pilot>& pilots,
                      const PriceTag& tag, const std::string& command) {
  const Expected& all = tag.forecast.together;
  auto from = [&](TimeSource source) { return all.by_source[static_cast<size_t>(source)]; };
  const size_t unknown = from(TimeSource::kNothing) + from(TimeSource::kGiven);
  const ToPilot to_pilot = FindToPilot(workspace, pilots, tag);
  if (pilots.empty()) {
    if (unknown == 0 || to_pilot.left == 0) return "";
    return Talk().Say({"Their first steps would tell, in a minute: {command} --pilot 60s\n",
                       "Seus primeiros passos diriam, em um minuto: {command} --pilot 60s\n"},
                      {{"command", command}});
  }
  const bool some_untold = unknown + from(TimeSource::kModel) > 0 && to_pilot.left > 0 &&
                           to_pilot.all - to_pilot.left < kMostPiloted;
  if (some_untold) {
    const size_t next = std::min(to_pilot.left, kMostPiloted);
    return Talk().Say(
        {"A longer pilot would tell more, since {count} [scenario was|scenarios were] not piloted: "
         "{command} --pilot {time}\n",
         "Um piloto mais longo diria mais, pois {count} [cenário não teve|cenários não tiveram] "
         "piloto: {command} --pilot {time}\n"},
        {{"count", std::to_string(to_pilot.left)},
         {"command", command},
         {"time", TimeFor(next, pilots)}});
  }
  const bool unsure = all.time && !all.time->low && from(TimeSource::kPilot) > 0;
  if (!unsure) return "";
  return Talk().Say(
      {"A longer pilot, of each twice, would tell how sure that is: {command} --pilot {time}\n",
       "Um piloto mais longo, de cada um duas vezes, diria quão certo isso é: {command} --pilot "
       "{time}\n"},
      {{"command", command}, {"time", TimeFor(to_pilot.all, pilots)}});
}

}  // namespace trena
