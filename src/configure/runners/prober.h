// SPDX-License-Identifier: Apache-2.0
// Times the frameworks of a study on this machine, once each: what was found is kept in the cache
// (CACHE/speed), by runner, CPU, number of CPUs and variables. Where something may slow a framework
// down, trainings of the study's own tell whether it does (speed.h). What a variable alone mends is
// set in all its runs (workaround.h); what is left is a handicap, and its runs say so.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "configure/runners/speed.h"
#include "configure/runners/workaround.h"
#include "core/result.h"

namespace trena {

// Told which framework is being timed.
using ProbeProgress = std::function<void(const std::string& framework)>;

// The files of a training, made when it is first tried.
using TrialInputs = std::function<Result<RunInputs>(const Scenario& scenario)>;

class Prober {
 public:
  Prober(const Configuration& configuration, fs::path cache, SpeedSurroundings around)
      : configuration_(configuration),
        cache_(std::move(cache)),
        around_(std::move(around)),
        workarounds_(cache_, around_) {}

  // Of the frameworks that these scenarios use here; simulated ones and commands have none, nor has
  // a runner that does not know mode `probe`. `again`: what is known is timed anew.
  Result<std::vector<Speed>> Run(const std::vector<const Scenario*>& scenarios, bool again,
                                 const TrialInputs& inputs, const ProbeProgress& progress);
  // What is known of these scenarios' frameworks.
  std::vector<Speed> Known(const std::vector<const Scenario*>& scenarios) const;
  // Those of these scenarios' frameworks that nobody has looked at on this CPU, or not with the
  // variables that are set now: their runs may be handicapped.
  std::vector<std::string> NeverTimed(const std::vector<const Scenario*>& scenarios) const;

 private:
  struct Asked {
    Runner runner;
    std::string device;
    const Scenario* scenario = nullptr;  // the first that uses it
  };
  // A training by a framework, as its runs start it; how fast it is, once that is known.
  struct Trial {
    Runner runner;
    Json training;
    std::optional<double> rate = std::nullopt;
    bool done = false;
  };
  std::vector<Asked> ToAsk(const std::vector<const Scenario*>& scenarios) const;
  // The record of one, if it was timed as its runs are now.
  std::optional<Speed> Recorded(const Asked& asked) const;
  Result<Speed> Time(const Runner& runner, const std::string& device);
  // As its runs are, mended by what is `known` to mend it, which is not tried again.
  Result<Speed> TimeAndMend(const Asked& asked, std::optional<Workaround> known);
  // What is suspected of the framework, tried on its training.
  Status TryCauses(const Asked& asked, const Runner& runner, Speed& speed);
  // How many times as fast it is without the cause; nothing where that is not shown.
  Result<std::optional<double>> Gain(const Trial& trial, const Cause& cause);
  // The framework that trains the same far quicker than this one, and by how much.
  Result<std::optional<Handicap>> Beside(const Asked& asked, Trial& trial, const Cause& cause);
  Result<Trial> MakeTrial(const Asked& asked, const Runner& runner);
  Status Rate(Trial& trial);

  const Configuration& configuration_;
  fs::path cache_;
  SpeedSurroundings around_;
  Workarounds workarounds_;
  std::vector<Asked> asked_ = {};
  TrialInputs inputs_ = nullptr;
  std::map<const Asked*, Trial> others_ = {};  // compared with
};

// What is on record of a runner, in its framework's environment, on this machine with the variables
// that are set.
std::optional<Speed> RecordedSpeed(const fs::path& cache, const Runner& runner,
                                   const std::string& device, const SpeedSurroundings& around);

}  // namespace trena
