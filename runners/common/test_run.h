// SPDX-License-Identifier: Apache-2.0
// For tests: runs a runner's executable on a scenario in a folder of its own and collects what it
// reported.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "core/clock.h"
#include "core/files.h"
#include "core/json.h"
#include "core/process/process.h"

namespace trena {

// A folder that goes away with the test.
class TestFolder {
 public:
  TestFolder() : path_(MakeTemporaryFolder(testing::TempDir(), "runner").value()) {}
  ~TestFolder() { fs::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct RunnerRun {
  int exit_code = -1;
  std::vector<Json> events;  // those that are JSON objects
  std::string text;          // the event file as it is
  std::string errors;        // stderr
  double wall = 0;

  // "start setup load … end": events in order, phases by their name.
  std::string Order() const {
    std::string order;
    for (const Json& event : events) {
      std::string word = Get<std::string>(event, "event").value_or("?");
      if (word == "phase") word = Get<std::string>(event, "name").value_or("?");
      order += (order.empty() ? "" : " ") + word;
    }
    return order;
  }
  // The first event of that kind, or null.
  Json Find(const std::string& kind, const std::string& phase = "") const {
    for (const Json& event : events) {
      if (Get<std::string>(event, "event") != kind) continue;
      if (phase.empty() || Get<std::string>(event, "name") == phase) return event;
    }
    return nullptr;
  }
};

inline std::vector<Json> ParseLines(const std::string& text) {
  std::vector<Json> events;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Result<Json> event = ParseJson(line);
    if (event.ok() && event.value().is_object()) events.push_back(event.value());
  }
  return events;
}

// What `--describe` prints; null when it fails.
inline Json DescribeRunner(const fs::path& program) {
  ProcessOptions options;
  options.arguments = {program.string(), "--describe"};
  Result<ProcessResult> result = RunProcess(options);
  if (!result.ok() || result.value().exit_code != 0) return nullptr;
  Result<Json> facts = ParseJson(result.value().output);
  return facts.ok() ? facts.value() : Json();
}

// `before` goes in front of the program: {"prlimit", "--as=1000000000"}.
inline RunnerRun RunRunner(const fs::path& program, const Json& scenario, const fs::path& folder,
                           std::vector<std::string> before = {}) {
  fs::path events = folder / "events.jsonl";
  fs::remove(events);
  EXPECT_TRUE(WriteFile(folder / "scenario.json", Dump(scenario)).ok());
  ProcessOptions options;
  options.arguments = std::move(before);
  options.arguments.push_back(program.string());
  options.arguments.push_back((folder / "scenario.json").string());
  options.environment = {{"TRENA_EVENTS", events.string()}};
  double begin = MonotonicNow();
  Result<ProcessResult> result = RunProcess(options);
  RunnerRun run;
  run.wall = MonotonicNow() - begin;
  if (!result.ok()) {
    ADD_FAILURE() << result.error().message();
    return run;
  }
  run.exit_code = result.value().exit_code;
  run.errors = result.value().errors;
  if (fs::exists(events)) run.text = ReadFile(events).value();
  run.events = ParseLines(run.text);
  return run;
}

}  // namespace trena
