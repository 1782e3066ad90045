// SPDX-License-Identifier: Apache-2.0
#include "measure/pilots/pilots.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/clock.h"
#include "core/process/signals.h"
#include "measure/machine/machine.h"
#include "measure/pilots/own_pilot.h"
#include "measure/pilots/pilot.h"
#include "measure/program/left_behind.h"
#include "plan/forecast/forecast.h"
#include "plan/pilots/pilot_choice.h"

namespace trena {
namespace {

constexpr int kPilotsEach = 6;        // of a scenario at most, if there is time
constexpr double kPilotShare = 0.02;  // of a run's steps, by all pilots of it but
constexpr int kPilotsNeeded = 2;      // two tell how far runs lie apart
constexpr double kTrainShare = 0.1;   // of the time given, for the steps of one pilot
constexpr double kLeastTrain = 2;     // seconds
constexpr double kLeastLongest = 30;
constexpr double kRounding = 1 + 1e-9;

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
  Pilots(const PilotsRequest& request, const std::vector<RunRecord>& runs,
         const ResultsFolder& results, const PilotsListener& listener)
      : request_(request),
        study_(*request.study),
        plan_(*request.plan),
        results_(results),
        listener_(listener),
        longest_(request.longest.value),
        machine_(ReadMachine()),
        forecaster_(study_, plan_) {
    for (const RunRecord& run : runs) forecaster_.Measured(run);
    std::vector<Pilot> all = LoadPilots(results.folder()).pilots;
    for (const Pilot& pilot : all) {
      forecaster_.Paid(pilot.environment, Seconds{pilot.pilot_s});
      int& last = piloted_[pilot.key].last_number;
      last = std::max(last, pilot.number);
    }
    for (const Pilot& pilot : OfMachine(all, MachineName(machine_))) Count(pilot);
  }

  Result<PilotsMade> Run(const std::vector<size_t>& candidates) {
    std::vector<const Scenario*> scenarios;
    for (size_t index : candidates) scenarios.push_back(&plan_.scenarios[index]);
    TRENA_CHECK(request_.configuration->Check(scenarios));
    made_.scenarios = candidates.size();
    std::vector<size_t> chosen = ChoosePilots(plan_, candidates);
    TRENA_CHECK(results_.Prepare());
    TRENA_ASSIGN(std::optional<FileLock> lock, results_.Lock());
    if (!lock) return InputError("another trena measures this study; wait until it is done");
    TRENA_CHECK(EndLeftBehind(results_.folder() / "under-way"));
    for (int pass = 1; pass <= kPilotsEach && !over_; ++pass) {
      // The second pass needs its share of the time.
      double until = pass < kPilotsNeeded ? longest_ / kPilotsNeeded : longest_;
      TRENA_CHECK(Pass(chosen, pass, until));
    }
    made_.took = Seconds{spent_};
    return made_;
  }

 private:
  // Each of the chosen that has fewer pilots than `pass`, as long as there is time.
  Status Pass(const std::vector<size_t>& chosen, int pass, double until) {
    for (size_t index : chosen) {
      const Scenario& scenario = plan_.scenarios[index];
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
    Result<RunInputs> inputs = request_.configuration->Prepare(scenario, 1, listener_.preparing);
    if (!inputs.ok()) return inputs.error();
    if (listener_.starting) {
      listener_.starting({made_.made + 1, &scenario, Seconds{spent_}, Seconds{longest_}});
    }
    PilotRequest request;
    request.run.study = &study_;
    request.run.scenario = &scenario;
    request.run.inputs = std::move(inputs).value();
    request.run.machine = &machine_;
    request.run.trena_version = request_.trena_version;
    request.number = piloted_[scenario.key].last_number + 1;
    request.train = Seconds{std::max(kLeastTrain, kTrainShare * longest_)};
    request.longest = Seconds{std::max(longest_ - spent_, kLeastLongest)};
    TRENA_ASSIGN(PilotEnd end, RunPilot(request, results_, signals_));
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
      coming.cost = CostOfTime(study_, scenario.environment(), *seconds);
    }
    return LimitCrossed(study_, forecaster_.Now().spent_at_least, coming, CalendarSeconds());
  }

  const PilotsRequest& request_;
  const Study& study_;
  const Plan& plan_;
  const ResultsFolder& results_;
  const PilotsListener& listener_;
  double longest_;
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

std::vector<size_t> ScenariosToPilot(const Study& study, const Plan& plan,
                                     const std::vector<size_t>& remaining,
                                     const std::vector<RunRecord>& runs) {
  std::set<std::string> measured;
  for (const RunRecord& run : runs) {
    if (run.outcome == Outcome::kOk) measured.insert(run.key);
  }
  std::set<size_t> left;
  for (size_t index : remaining) left.insert(plan.runs[index].scenario);
  std::vector<size_t> candidates;
  for (size_t index : left) {
    const Scenario& scenario = plan.scenarios[index];
    const Environment* environment = study.environment(scenario.environment());
    bool here = environment == nullptr || IsHere(*environment);
    const bool wanted = here && !measured.contains(scenario.key) && CanBePiloted(study, scenario);
    if (wanted) candidates.push_back(index);
  }
  return candidates;
}

Result<PilotsMade> MakePilots(const PilotsRequest& request, const std::vector<RunRecord>& runs,
                              const ResultsFolder& results, const PilotsListener& listener) {
  std::vector<size_t> candidates =
      ScenariosToPilot(*request.study, *request.plan, request.remaining, runs);
  if (candidates.empty()) return PilotsMade{};
  return Pilots(request, runs, results, listener).Run(candidates);
}

KnownPilots FindPilots(const fs::path& results) {
  KnownPilots known;
  known.all = LoadPilots(results).pilots;
  if (!known.all.empty()) known.here = OfMachine(known.all, MachineName(ReadMachine()));
  return known;
}

}  // namespace trena
