// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/runner_events.h"

#include <fmt/format.h>

#include "configure/runners/runner_variables.h"
#include "core/process/process.h"
#include "core/text/text.h"
#include "store/event_file.h"

namespace trena {
namespace {

constexpr size_t kLongestReason = 500;

constexpr int64_t kLargestFile = int64_t{1} << 30;

// None where the file cannot be read.
std::vector<Json> EventsOf(const fs::path& path) {
  std::vector<Json> events;
  auto take = [&](const Json& event) { events.push_back(event); };
  Result<size_t> read = ForEachEvent(path, take, kLargestFile);
  return read.ok() ? events : std::vector<Json>{};
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
  std::vector<Json> events = EventsOf(path);
  if (end.exit_code == 0) return events;
  auto said = Get<std::string>(FindEvent(events, "error"), "message");
  return Error(said ? *said : fmt::format("it ended with code {}: {}", end.exit_code, printed));
}

}  // namespace trena
