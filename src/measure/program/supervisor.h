// SPDX-License-Identifier: Apache-2.0
// A program under supervision. Between trena and the program stands a small supervisor process,
// which adopts every orphan of the tree (child subreaper) and ends the whole tree when the program
// ends, when trena asks, or when trena dies: trena's end of their line closes then, whatever killed
// it.
//
//   TRENA_ASSIGN(Supervised run, Supervised::Start(options));
//   while (!(end = run.TakeEnd())) poll(…, run.descriptor(), …);  // as Watch does (watch.h)
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"
#include "core/text/units.h"
#include "measure/sensors/kernel/cgroup.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {

class SupervisorPool;
class SupervisorChannel;

struct SupervisedOptions {
  std::vector<std::string> arguments;                            // no shell
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::filesystem::path folder;
  std::filesystem::path output;
  std::filesystem::path errors;
  const RunGroup* group = nullptr;  // the program is started in it; the supervisor stays outside
  Seconds grace{5};                 // between SIGTERM and SIGKILL
  // Descriptors for its outputs instead of the files; Start takes them over, whatever happens.
  int output_to = -1;
  int errors_to = -1;
  // Our ends of those, which the supervisor must not hold open as well.
  std::vector<int> ours = {};
  // As if the person had started it: our stdin, and our place in the terminal, so that Ctrl-C and
  // Ctrl-Z reach it by themselves.
  bool foreground = false;
  // Has a supervisor from an earlier program, and gets it back in the end; else one is started.
  SupervisorPool* pool = nullptr;
};

struct ProgramEnd {
  int exit_code = 0;  // -1 when a signal ended it
  int signal = 0;
  int start_error = 0;  // errno when the program could not be started
  double started = 0;   // CLOCK_MONOTONIC
  double ended = 0;
  std::optional<double> cpu_s;   // of the program and its descendants that were waited for
  bool left_children = false;    // descendants were still running and had to be ended
  bool supervisor_gone = false;  // it was killed from outside: how the program ended is not known
};

// A program that can be watched until it ends.
class Watched {
 public:
  virtual ~Watched() = default;
  // Readable once the program has ended; for poll().
  virtual int descriptor() const = 0;
  // How it ended; empty while it runs. Does not wait.
  virtual std::optional<ProgramEnd> TakeEnd() = 0;
  // Asks it to end, and ends it at once.
  virtual void Terminate() = 0;
  virtual void Kill() = 0;
};

class Supervised : public Watched {
 public:
  static Result<Supervised> Start(const SupervisedOptions& options);
  Supervised(Supervised&& other) noexcept;
  Supervised& operator=(Supervised&&) = delete;
  // Ends the tree if it still runs.
  ~Supervised() override;

  // The supervisor: all processes of the run are its descendants.
  pid_t root() const;
  // What it had waited for before the run.
  RootUse root_before() const;
  int descriptor() const override;
  std::optional<ProgramEnd> TakeEnd() override;
  // The whole tree: SIGTERM, then SIGKILL after the grace.
  void Terminate() override;
  void Kill() override;
  // Passes a signal on to the program alone.
  void Send(int signal);

 private:
  Supervised(std::unique_ptr<SupervisorChannel> line, SupervisorPool* pool);
  std::unique_ptr<SupervisorChannel> line_;
  SupervisorPool* pool_;
  RootUse root_before_;
  double started_;
  bool ended_ = false;
};

}  // namespace trena
