// SPDX-License-Identifier: Apache-2.0
// What a run is asked to be, and all that follows from it before it starts: its record, its
// scenario.json, its command.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "core/json.h"
#include "measure/machine/machine.h"
#include "measure/program/output_relay.h"
#include "measure/program/supervisor.h"
#include "plan/plan.h"
#include "store/run.h"
#include "study/study.h"

namespace trena {

struct RunRequest {
  const Study* study = nullptr;
  const Scenario* scenario = nullptr;
  PlannedRun planned;
  int position = 0;  // in the plan's order, from 1
  int attempt = 1;
  RunInputs inputs;
  const Machine* machine = nullptr;
  std::string trena_version;
  int round = 1;
  bool in_turns = false;   // with others of its block: it stands still in between
  bool not_equal = false;  // the framework differs from the reference, and the user insists

  // The study's own command, and not a runner, is what runs.
  bool is_command() const { return inputs.runner == nullptr; }
};

// As it stands should trena end while the run lives.
RunRecord BeginRecord(const RunRequest& request);

// The run's scenario.json (docs/runner-protocol.md).
Json ScenarioJson(const RunRequest& request, const std::string& output);

// The study's command with {name} replaced by the values of the scenario, and {scenario_file} by
// the path of its scenario.json; on record, where the run's folder is not its last one, it stays.
std::vector<std::string> FillCommand(const RunRequest& request,
                                     const std::filesystem::path& scenario_file = {});

// What is started, and where, in the run's folder.
SupervisedOptions OptionsFor(const RunRequest& request, const std::filesystem::path& folder);

// A pipe for what a command prints, where patterns are to read it; else nothing.
Result<std::unique_ptr<OutputRelay>> OutputRelayFor(const RunRequest& request,
                                                    const std::filesystem::path& folder,
                                                    SupervisedOptions& options);

}  // namespace trena
