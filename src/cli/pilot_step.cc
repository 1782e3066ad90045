// SPDX-License-Identifier: Apache-2.0
#include "cli/pilot_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/verify_step.h"
#include "core/clock.h"
#include "core/text.h"
#include "core/version.h"
#include "measure/pilot.h"
#include "plan/pilot_choice.h"
#include "plan/pilot_forecast.h"

namespace trena {
namespace {

constexpr int kPilotsEach = 6;        // of a scenario at most, if there is time
constexpr double kPilotShare = 0.02;  // of a run's steps, by all pilots of it but
constexpr int kPilotsNeeded = 2;      // two tell how far runs lie apart
constexpr double kTrainShare = 0.1;   // of the time given, for the steps of one pilot
constexpr double kLeastTrain = 2;     // seconds
constexpr double kLeastLongest = 30;
constexpr double kRounding = 1 + 1e-9;

// Scenarios that runs are left of, here, that were never measured and have a runner.
std::vector<size_t> Candidates(const Workspace& workspace, const std::vector<size_t>& remaining,
                               const std::vector<RunRecord>& runs) {
  std::set<std::string> measured;
  for (const RunRecord& run : runs) {
    if (run.outcome == Outcome::kOk) measured.insert(run.key);
  }
  std::set<size_t> left;
  for (size_t index : remaining) left.insert(workspace.plan.runs[index].scenario);
  std::vector<size_t> candidates;
  for (const Scenario* scenario : ScenariosHere(workspace)) {
    auto index = static_cast<size_t>(scenario - workspace.plan.scenarios.data());
    bool wanted = left.contains(index) && !measured.contains(scenario->key);
    if (wanted && scenario->framework != "command") candidates.push_back(index);
  }
  return candidates;
}

class Pilots {
 public:
  Pilots(const Workspace& workspace, Seconds longest, Terminal& talk)
      : workspace_(workspace),
        longest_(longest.value),
        talk_(talk),
        configuration_(workspace.study, workspace.installation, workspace.runners),
        machine_(ReadMachine()) {
    std::string name = MachineName(machine_);
    LoadedPilots loaded = LoadPilots(workspace.results->folder(), name);
    for (const Pilot& pilot : loaded.pilots) Count(pilot);
  }

  Result<PilotsMade> Run(const std::vector<size_t>& candidates) {
    std::vector<const Scenario*> scenarios;
    for (size_t index : candidates) scenarios.push_back(&workspace_.plan.scenarios[index]);
    TRENA_CHECK(configuration_.Check(scenarios));
    made_.scenarios = candidates.size();
    std::vector<size_t> chosen = ChoosePilots(workspace_.plan, candidates);
    TRENA_CHECK(workspace_.results->Prepare());
    TRENA_ASSIGN(std::optional<FileLock> lock, workspace_.results->Lock());
    if (!lock) return InputError("another trena measures this study; wait until it is done");
    for (int pass = 1; pass <= kPilotsEach && !over_; ++pass) {
      // The second pass needs its share of the time.
      double until = pass < kPilotsNeeded ? longest_ / kPilotsNeeded : longest_;
      TRENA_CHECK(Pass(chosen, pass, until));
    }
    made_.took = Seconds{spent_};
    talk_.ClearProgress();
    return made_;
  }

 private:
  // Each of the chosen that has fewer pilots than `pass`, as long as there is time.
  Status Pass(const std::vector<size_t>& chosen, int pass, double until) {
    for (size_t index : chosen) {
      const Scenario& scenario = workspace_.plan.scenarios[index];
      if (count_[scenario.key] >= pass || failed_.contains(scenario.key)) continue;
      if (pass > kPilotsNeeded && share_[scenario.key] * pass > kPilotShare * kRounding) continue;
      if (tried_ > 0 && spent_ + expected_[scenario.framework] > until) return Done{};
      TRENA_CHECK(One(scenario));
      if (over_) return Done{};
    }
    return Done{};
  }

  Status One(const Scenario& scenario) {
    auto preparing = [&](const std::string& what, int64_t done, int64_t total) {
      talk_.Progress(fmt::format("Preparing {}: {} of {}", what, done, total));
    };
    Result<RunInputs> inputs = configuration_.Prepare(scenario, 1, preparing);
    if (!inputs.ok()) return inputs.error();
    talk_.Progress(fmt::format("Pilot {} of {} {} · {} of {}", made_.made + 1, scenario.id,
                               ForTerminal(Describe(scenario.levels)),
                               trena::ToString(Seconds{spent_}),
                               trena::ToString(Seconds{longest_})));
    PilotRequest request;
    request.run.study = &workspace_.study;
    request.run.scenario = &scenario;
    request.run.inputs = std::move(inputs).value();
    request.run.machine = &machine_;
    request.run.trena_version = VersionText();
    request.number = last_number_[scenario.key] + 1;
    request.train = Seconds{std::max(kLeastTrain, kTrainShare * longest_)};
    request.longest = Seconds{std::max(longest_ - spent_, kLeastLongest)};
    TRENA_ASSIGN(PilotEnd end, RunPilot(request, *workspace_.results, signals_));
    Account(scenario, end);
    return Done{};
  }

  void Account(const Scenario& scenario, const PilotEnd& end) {
    spent_ += end.seconds;
    ++tried_;
    over_ = end.interrupted;
    made_.interrupted = end.interrupted;
    double& expected = expected_[scenario.framework];
    expected = std::max(expected, end.seconds);
    if (!end.pilot) {
      failed_.insert(scenario.key);
      if (!end.interrupted) made_.problems.push_back(scenario.id + ": " + end.problem);
      return;
    }
    ++made_.made;
    Count(*end.pilot);
  }

  void Count(const Pilot& pilot) {
    ++count_[pilot.key];
    int& last = last_number_[pilot.key];
    last = std::max(last, pilot.number);
    double steps = 0;
    for (const PilotGroup& group : pilot.train) steps += group.steps;
    // Less a step: lengths are rounded up.
    if (pilot.steps > 0) share_[pilot.key] = (steps - 1) / pilot.steps;
  }

  const Workspace& workspace_;
  double longest_;
  Terminal& talk_;
  Configuration configuration_;
  Machine machine_;
  SignalWatch signals_;
  std::map<std::string, int> count_, last_number_;  // by key
  std::map<std::string, double> share_;             // of a run's steps, that a pilot takes
  std::set<std::string> failed_;
  std::map<std::string, double> expected_;  // seconds of a pilot, by framework
  PilotsMade made_;
  double spent_ = 0;
  int tried_ = 0;
  bool over_ = false;
};

}  // namespace

std::vector<Pilot> KnownPilots(const Workspace& workspace) {
  std::error_code ignored;
  const fs::path& folder = workspace.results->folder();
  if (!fs::is_directory(folder / "pilots", ignored)) return {};
  return LoadPilots(folder, MachineName(ReadMachine())).pilots;
}

Result<PilotsMade> PilotStep(const Workspace& workspace, const std::vector<size_t>& remaining,
                             const std::vector<RunRecord>& runs, Seconds longest, Terminal& talk) {
  std::vector<size_t> candidates = Candidates(workspace, remaining, runs);
  if (candidates.empty()) return PilotsMade{};
  return Pilots(workspace, longest, talk).Run(candidates);
}

std::string PilotsText(const Workspace& workspace, const std::vector<Pilot>& pilots) {
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
  for (size_t i = 0; i < pilots.size(); ++i) {
    const Pilot& pilot = pilots[i];
    const auto& forecast = forecasts[i];
    if (workspace.plan.scenario(pilot.key) == nullptr || !forecast) continue;
    auto time = [](double seconds) { return ToString(Seconds{std::max(0.0, seconds)}); };
    table.Add({fmt::format("{} p{}", pilot.scenario, pilot.number), time(forecast->startup_s),
               time(forecast->warm_up_s), fmt::format("{:.0f}", forecast->steps),
               fmt::format("{} ± {:.1f} %", time(forecast->step_s), 100 * forecast->step_error),
               time(forecast->evaluate_s), time(forecast->ending_s), time(forecast->wall_s)});
  }
  if (table.rows() == 0) return "";
  return "Pilots (the first steps only; kept apart from the runs, used until the study or the "
         "machine changes)\n" +
         table.Render();
}

Json PilotsJson(const Workspace& workspace, const std::vector<Pilot>& pilots) {
  Json list = Json::array();
  auto forecasts = Foretell(pilots);
  for (size_t i = 0; i < pilots.size(); ++i) {
    if (workspace.plan.scenario(pilots[i].key) == nullptr || !forecasts[i]) continue;
    list.push_back(ToJson(pilots[i], *forecasts[i]));
  }
  return list;
}

}  // namespace trena
