// SPDX-License-Identifier: Apache-2.0
// main() of a runner: `runner scenario.json` or `runner --describe`. Whatever goes wrong, an error
// value or an exception of the framework, ends as an `error` event, a line on stderr and the
// protocol's exit code.
//
//   int main(int argc, char** argv) { MyRunner runner; return trena::RunnerMain(argc, argv,
//   runner); }
#pragma once

#include <exception>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "runner_common/events.h"
#include "runner_common/scenario.h"

namespace trena {

constexpr int kExitDone = 0;
constexpr int kExitFailed = 1;
constexpr int kExitOutOfMemory = 3;

class Runner {
 public:
  virtual ~Runner() = default;
  // {framework, version, blas, …}; printed by --describe.
  virtual Json Describe() = 0;
  // `started` is when the process began, on MonotonicNow()'s clock. May throw what the framework
  // throws.
  virtual Status Run(const Scenario& scenario, double started, EventWriter& events) = 0;
};

// When this process began, so that loading a framework's libraries counts as its set-up: known to a
// hundredth of a second, never before the true start. Now, where /proc does not say.
double ProcessStart();

int RunnerMain(int argc, char** argv, Runner& runner);

// What an exception is in the protocol's words.
struct RunnerFailure {
  std::string kind;  // out_of_memory, bad_input, failed
  std::string message;
};
RunnerFailure Explain(const std::exception& exception);
RunnerFailure Explain(const Error& error);

}  // namespace trena
