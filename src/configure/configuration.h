// SPDX-License-Identifier: Apache-2.0
// Everything a study's runs need, made ready before the first of them starts: the runner of each
// scenario found, data, network, order and weights prepared into the cache. Fail before spending.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "configure/install/install_plan.h"
#include "configure/prepare.h"
#include "configure/runners/runners.h"
#include "core/files.h"
#include "core/json.h"
#include "plan/plan.h"
#include "study/study.h"

namespace trena {

// Where things are on this machine.
struct Installation {
  fs::path cache;
  fs::path trena_data;             // the executable
  std::vector<fs::path> runners;   // folders of runner folders, the study's own first
  std::vector<fs::path> networks;  // folders of NAME.yaml, the study's own first
  static Installation Here(const fs::path& study);
};

// The runners of an installation. An InputError for one beside the study that has the name of one
// of trena's own: it would take its place without a word.
Result<std::vector<Runner>> RunnersOf(const Installation& installation);

// What one run is given. The paths are empty for a runner that needs none (command, fake).
struct RunInputs {
  const Runner* runner = nullptr;  // null: the study's own command
  fs::path data;
  fs::path network;
  fs::path order;
  fs::path weights;
  uint64_t seed = 0;
  int images = 0;  // of the training part
  bool synthetic = false;
  Json maps = Json::object();       // what is behind values that are maps with a name
  Json checksums = Json::object();  // SHA-256 of each of them
};

// Told what is being made, and how far it is.
using ConfigureProgress = std::function<void(const std::string& what, int64_t done, int64_t total)>;

class Configuration {
 public:
  Configuration(const Study& study, Installation places, std::vector<Runner> runners)
      : study_(study), places_(std::move(places)), runners_(std::move(runners)) {}

  const std::vector<Runner>& runners() const { return runners_; }

  // Why some of these scenarios cannot run, whatever is installed: no runner, not its device, a
  // network or data set that is not there. In the words in which a run is refused; none: they can.
  std::vector<std::string> Obstacles(const std::vector<const Scenario*>& scenarios) const;
  // Whether every scenario has a runner here that knows its device, with its framework installed:
  // one InputError for all that do not. A glance; touches nothing.
  Status Check(const std::vector<const Scenario*>& scenarios) const;
  // The same but for installing, which is still to come.
  Status CheckBeforeInstall(const std::vector<const Scenario*>& scenarios) const;
  // The runner of a scenario as it is started, in the environment of its framework; null for a
  // command. Stays valid as long as this object.
  const Runner* ReadyRunner(const Scenario& scenario);
  // What is known of their speed has changed: runners that were given before are not valid any
  // more.
  void ForgetRunners() { ready_.clear(); }
  // The frameworks that these scenarios need installed.
  std::vector<FrameworkNeed> Needs(const std::vector<const Scenario*>& scenarios) const;

  // Prepares what a run needs. Nothing is prepared twice by one object, nor looked for again.
  Result<RunInputs> Prepare(const Scenario& scenario, int replication,
                            const ConfigureProgress& progress);
  // The same for `verify`: the first replication's, with random biases.
  Result<RunInputs> PrepareVerification(const Scenario& scenario,
                                        const ConfigureProgress& progress);

  std::string DeviceOf(const Scenario& scenario) const;
  // Steps of a training, ⌊images ÷ batch⌋ × epochs, as every runner counts them; empty where the
  // images are not known, or none are trained on by a batch.
  std::optional<int64_t> Iterations(const Scenario& scenario);

 private:
  Result<RunInputs> Inputs(const Scenario& scenario, WeightOptions weights,
                           const ConfigureProgress& progress);
  // Why a scenario cannot run here, or nothing.
  std::string Obstacle(const Scenario& scenario, bool installed) const;
  std::string InputObstacle(const Scenario& scenario) const;
  std::vector<std::string> AllObstacles(const std::vector<const Scenario*>& scenarios,
                                        bool installed) const;
  Status CheckAll(const std::vector<const Scenario*>& scenarios, bool installed) const;
  Result<PreparedData> Data(const Scenario& scenario, const ConfigureProgress& progress);
  Result<std::string> Checksum(const fs::path& path);
  // What `make` gave when it was first asked for `what`.
  Result<fs::path> Once(const std::string& what, const std::function<Result<fs::path>()>& make);

  const Study& study_;
  Installation places_;
  std::vector<Runner> runners_;
  // By device and BLAS.
  std::map<std::tuple<const Runner*, std::string, const BlasChoice*>, Runner> ready_;
  std::map<std::string, PreparedData> data_;
  std::map<std::string, std::optional<int>> train_images_;  // by data set and number asked for
  std::map<std::string, fs::path> made_;  // networks, weights and orders
  std::map<fs::path, std::string> checksums_;
};

}  // namespace trena
