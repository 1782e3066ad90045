// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runner_events.h"

#include <fmt/format.h>

#include <sstream>

#include "configure/runners/runner_variables.h"
#include "core/process/process.h"
#include "core/text.h"

namespace trena {
namespace {

constexpr size_t kLongestReason = 500;

std::vector<Json> ReadLines(const fs::path& path) {
  Result<std::string> text = ReadFile(path);
  std::istringstream lines(text.ok() ? text.value() : "");
  std::vector<Json> events;
  for (std::string line; std::getline(lines, line);) {
    Result<Json> event = ParseJson(line);
    if (event.ok() && event.value().is_object()) events.push_back(event.value());
  }
  return events;
}

}  // namespace

Json FindEvent(const std::vector<Json>& events, const std::string& kind) {
  Json last;
  for (const Json& event : events) {
    if (Get<std::string>(event, "event") == kind) last = event;
  }
  return last;
}

Result<std::vector<Json>> RunForEvents(const Runner& runner, const Json& scenario,
                                       const fs::path& folder) {
  TRENA_CHECK(WriteFile(folder / "scenario.json", Dump(scenario, 1)));
  const fs::path path = folder / "events.jsonl";
  LineProcess process;
  process.arguments = runner.command;
  process.arguments.push_back((folder / "scenario.json").string());
  process.environment = RunnerVariables(runner);
  process.environment.emplace_back("TRENA_EVENTS", path.string());
  process.environment.emplace_back("PYTHONDONTWRITEBYTECODE", "1");
  process.with_errors = true;
  std::string printed;
  TRENA_ASSIGN(LineProcessEnd end, RunByLine(process, [&](std::string_view line) {
                 if (!Trim(line).empty()) printed = Shorten(line, kLongestReason);
               }));
  std::vector<Json> events = ReadLines(path);
  if (end.exit_code == 0) return events;
  auto said = Get<std::string>(FindEvent(events, "error"), "message");
  return Error(said ? *said : fmt::format("it ended with code {}: {}", end.exit_code, printed));
}

}  // namespace trena
