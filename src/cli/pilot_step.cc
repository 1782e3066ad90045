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
#include "measure/pilots/pilot.h"
#include "plan/pilots/pilot_choice.h"
#include "plan/pilots/pilot_forecast.h"

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

// What there is of a scenario.
struct Piloted {
  int count = 0, last_number = 0;
  double share = 0, largest = 0;  // of a run's steps: by all pilots, by the largest
  double longest = 0;             // seconds
  bool failed = false;
};

// Of pilots.
struct Times {
  double sum = 0, n = 0;
};

class Pilots {
 public:
  Pilots(const Workspace& workspace, const std::vector<RunRecord>& runs, Seconds longest,
         Terminal& talk)
      : workspace_(workspace),
        longest_(longest.value),
        talk_(talk),
        configuration_(workspace.study, workspace.installation, workspace.runners),
        machine_(ReadMachine()),
        forecaster_(workspace.study, workspace.plan) {
    for (const RunRecord& run : runs) forecaster_.Measured(run);
    std::vector<Pilot> all = LoadPilots(workspace.results->folder()).pilots;
    for (const Pilot& pilot : all) {
      forecaster_.Paid(pilot.environment, Seconds{pilot.pilot_s});
      int& last = piloted_[pilot.key].last_number;
      last = std::max(last, pilot.number);
    }
    for (const Pilot& pilot : OfMachine(all, MachineName(machine_))) Count(pilot);
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
      const Piloted& piloted = piloted_[scenario.key];
      if (piloted.count >= pass || piloted.failed) continue;
      bool enough = piloted.share + piloted.largest > kPilotShare * kRounding;
      if (pass > kPilotsNeeded && enough) continue;
      if (tried_ > 0 && spent_ + Expected(scenario).value_or(0) > until) continue;
      made_.crossed = Crossed(scenario);
      over_ = over_ || made_.crossed != Limit::kNone;
      if (over_) return Done{};
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
    request.number = piloted_[scenario.key].last_number + 1;
    request.train = Seconds{std::max(kLeastTrain, kTrainShare * longest_)};
    request.longest = Seconds{std::max(longest_ - spent_, kLeastLongest)};
    TRENA_ASSIGN(PilotEnd end, RunPilot(request, *workspace_.results, signals_));
    Account(scenario, end);
    return Done{};
  }

  void Account(const Scenario& scenario, const PilotEnd& end) {
    spent_ += end.seconds;
    ++tried_;
    forecaster_.Paid(scenario.environment(), Seconds{end.seconds});
    over_ = end.interrupted;
    made_.interrupted = end.interrupted;
    Times& times = of_framework_[scenario.framework];
    times.sum += end.seconds;
    ++times.n;
    Piloted& piloted = piloted_[scenario.key];
    piloted.longest = std::max(piloted.longest, end.seconds);
    if (!end.pilot) {
      piloted.failed = true;
      if (!end.interrupted) made_.problems.push_back(scenario.id + ": " + end.problem);
      return;
    }
    ++made_.made;
    Count(*end.pilot);
  }

  void Count(const Pilot& pilot) {
    Piloted& piloted = piloted_[pilot.key];
    ++piloted.count;
    piloted.last_number = std::max(piloted.last_number, pilot.number);
    piloted.longest = std::max(piloted.longest, pilot.pilot_s);
    if (!(pilot.steps > 0)) return;
    double share = pilot.trained_steps() / pilot.steps;
    piloted.share += share;
    piloted.largest = std::max(piloted.largest, share);
  }

  // Seconds of the next pilot: as the scenario's others, or as those of its framework.
  std::optional<double> Expected(const Scenario& scenario) const {
    double longest = piloted_.at(scenario.key).longest;
    if (longest > 0) return longest;
    auto others = of_framework_.find(scenario.framework);
    if (others == of_framework_.end()) return std::nullopt;
    return others->second.sum / others->second.n;
  }

  Limit Crossed(const Scenario& scenario) const {
    Coming coming;
    if (auto seconds = Expected(scenario)) {
      coming.time = Seconds{*seconds};
      coming.cost = CostOfTime(workspace_.study, scenario.environment(), *seconds);
    }
    return LimitCrossed(workspace_.study, forecaster_.Now().spent_at_least, coming,
                        CalendarSeconds());
  }

  const Workspace& workspace_;
  double longest_;
  Terminal& talk_;
  Configuration configuration_;
  Machine machine_;
  Forecaster forecaster_;  // of what was spent
  SignalWatch signals_;
  std::map<std::string, Piloted> piloted_;  // by key
  std::map<std::string, Times> of_framework_;
  PilotsMade made_;
  double spent_ = 0;
  int tried_ = 0;
  bool over_ = false;
};

}  // namespace

KnownPilots FindPilots(const Workspace& workspace) {
  KnownPilots known;
  known.all = LoadPilots(workspace.results->folder()).pilots;
  if (!known.all.empty()) known.here = OfMachine(known.all, MachineName(ReadMachine()));
  return known;
}

Result<PilotsMade> PilotStep(const Workspace& workspace, const std::vector<size_t>& remaining,
                             const std::vector<RunRecord>& runs, Seconds longest, Terminal& talk) {
  std::vector<size_t> candidates = Candidates(workspace, remaining, runs);
  if (candidates.empty()) return PilotsMade{};
  return Pilots(workspace, runs, longest, talk).Run(candidates);
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
