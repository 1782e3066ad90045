// SPDX-License-Identifier: Apache-2.0
// A program under supervision. Between trena and the program stands a small supervisor process,
// which adopts every orphan of the tree (child subreaper) and ends the whole tree when the program
// ends, when trena asks, or when trena dies: trena's end of a pipe closes then, whatever killed it.
//
//   TRENA_ASSIGN(Supervised run, Supervised::Start(options));
//   while (!(end = run.Wait(Seconds{1}))) Sample(run.root());
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "measure/cgroup.h"

namespace trena {

struct SupervisedOptions {
  std::vector<std::string> arguments;                            // no shell
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::filesystem::path folder;
  std::filesystem::path output;
  std::filesystem::path errors;
  Seconds grace{5};                 // between SIGTERM and SIGKILL
  const RunGroup* group = nullptr;  // the program is started in it; the supervisor stays outside
};

struct ProgramEnd {
  int exit_code = 0;  // -1 when a signal ended it
  int signal = 0;
  int start_error = 0;  // errno when the program could not be started
  double started = 0;   // CLOCK_MONOTONIC
  double ended = 0;
  std::optional<double> cpu_s;  // of the program and its descendants that were waited for
  bool left_children = false;   // descendants were still running and had to be ended
};

class Supervised {
 public:
  static Result<Supervised> Start(const SupervisedOptions& options);
  Supervised(Supervised&& other) noexcept;
  Supervised& operator=(Supervised&&) = delete;
  // Ends the tree if it still runs.
  ~Supervised();

  // The supervisor: all processes of the run are its descendants.
  pid_t root() const { return supervisor_; }
  // Readable once the program has ended; for poll().
  int descriptor() const { return result_; }

  // How it ended; empty while it runs. Does not wait.
  std::optional<ProgramEnd> TakeEnd();
  // Asks the tree to end: SIGTERM, then SIGKILL after the grace.
  void Terminate();
  // Ends it at once.
  void Kill();

 private:
  Supervised(pid_t supervisor, int control, int result, double started)
      : supervisor_(supervisor), control_(control), result_(result), started_(started) {}
  pid_t supervisor_;
  int control_;  // trena's end of the pipe whose closing means that trena is gone
  int result_;
  double started_;
};

}  // namespace trena
