// SPDX-License-Identifier: Apache-2.0
#include "measure/run_request.h"

#include "configure/runners/runner_variables.h"
#include "configure/training_json.h"
#include "core/clock.h"
#include "measure/program/own_program.h"
#include "store/cause.h"
#include "study/billing/price_record.h"
#include "study/command_template.h"

namespace trena {
namespace {

std::string DeviceOf(const RunRequest& request) {
  const Environment* environment = request.study->environment(request.scenario->environment());
  return environment != nullptr ? environment->device : "cpu";
}

Json OnRecord(const Runner& runner) {
  const bool own = runner.kind == RunnerKind::kTrena;
  return {{"kind", own ? "trena" : "study"}, {"sha256", runner.sha256}};
}

// What was installed for it, and the variables it is started with.
Json InstalledFor(const Runner& runner) {
  Json installed = runner.installed.is_object() ? runner.installed : Json::object();
  installed["variables"] = VariablesOnRecord(runner);
  return installed;
}

}  // namespace

RunRecord BeginRecord(const RunRequest& request) {
  const Scenario& scenario = *request.scenario;
  RunRecord run;
  run.scenario = scenario.id;
  run.key = scenario.key;
  run.replication = request.planned.replication;
  run.attempt = request.attempt;
  run.round = request.round;
  run.block = request.planned.block;
  run.plot = request.planned.plot;
  run.position = request.position;
  run.seed = request.inputs.seed;
  run.levels = scenario.levels;
  for (const auto& entry : scenario.values) {
    if (Find(scenario.levels, entry.first) == nullptr) run.fixed.Change().push_back(entry);
  }
  run.environment = scenario.environment();
  run.device = DeviceOf(request);
  run.framework = scenario.framework;
  run.framework_version = scenario.framework_version;
  run.outcome = Outcome::kInterrupted;
  run.cause = cause::kTrenaEnded;
  run.reason = "trena ended while it ran";
  run.started = CalendarNow();
  const Environment* environment = request.study->environment(run.environment);
  if (environment != nullptr) {
    run.stand_in = Differences(*environment, *request.machine);
    run.price = PriceRecord(*environment);
  }
  run.synthetic = request.inputs.synthetic;
  run.simulated = request.inputs.runner != nullptr && request.inputs.runner->simulated;
  run.facts = request.machine->facts;
  run.moment = Dump(ReadMoment());
  if (request.inputs.runner != nullptr) {
    run.runner = OnRecord(*request.inputs.runner);
    run.installed = InstalledFor(*request.inputs.runner);
  }
  run.inputs = request.inputs.checksums;
  if (request.is_command()) run.command = FillCommand(request);
  if (request.not_equal) run.notes.emplace_back("not_equal");
  run.boot_id = request.machine->boot_id;
  run.trena_version = request.trena_version;
  return run;
}

Json ScenarioJson(const RunRequest& request, const std::string& output) {
  Json json =
      TrainingJson(*request.scenario, request.inputs, DeviceOf(request), request.machine->cpus);
  json["detail"] = request.study->measure.detail;
  json["output"] = output;
  // The names behind the paths.
  json["values"]["scenario"] = request.scenario->id;
  json["values"]["replication"] = request.planned.replication;
  return json;
}

std::vector<std::string> FillCommand(const RunRequest& request, const fs::path& scenario_file) {
  Values values = request.scenario->values;
  values.emplace_back("scenario", request.scenario->id);
  values.emplace_back("seed", static_cast<double>(request.inputs.seed));
  values.emplace_back("device", DeviceOf(request));
  if (!scenario_file.empty()) values.emplace_back("scenario_file", scenario_file.string());
  auto value_of = [&](const std::string& name) -> std::optional<std::string> {
    const Value* value = Find(values, name);
    return value != nullptr ? std::optional(value->ToString()) : std::nullopt;
  };
  std::vector<std::string> filled;
  for (const std::string& part : request.study->command) {
    filled.push_back(FillTemplate(part, value_of));
  }
  return filled;
}

SupervisedOptions OptionsFor(const RunRequest& request, const fs::path& folder) {
  SupervisedOptions options;
  options.output = folder / "stdout.log";
  options.errors = folder / "stderr.log";
  options.environment = {{"TRENA_EVENTS", (folder / "events.jsonl").string()},
                         {"TRENA_SCENARIO", (folder / "scenario.json").string()}};
  if (request.is_command()) {
    options.arguments = FillCommand(request, folder / "scenario.json");
    options.folder = fs::absolute(request.study->path).parent_path();
    AddOwnProgramVariables(!request.study->patterns.empty(), options.environment);
  } else {
    const Runner& runner = *request.inputs.runner;
    Variables variables = RunnerVariables(runner);
    options.environment.insert(options.environment.end(), variables.begin(), variables.end());
    options.arguments = runner.command;
    options.arguments.push_back((folder / "scenario.json").string());
    options.folder = folder;
  }
  return options;
}

Result<std::unique_ptr<OutputRelay>> OutputRelayFor(const RunRequest& request,
                                                    const fs::path& folder,
                                                    SupervisedOptions& options) {
  bool wanted = request.is_command() && !request.study->patterns.empty();
  if (!wanted) return std::unique_ptr<OutputRelay>();
  TRENA_ASSIGN(auto relay,
               OutputRelay::Open({options.output, options.errors, folder / "events.jsonl",
                                  request.study->patterns, nullptr}));
  options.output_to = relay->TakeOutput();
  options.errors_to = relay->TakeErrors();
  options.ours = relay->Ours();
  return relay;
}

}  // namespace trena
