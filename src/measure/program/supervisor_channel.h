// SPDX-License-Identifier: Apache-2.0
// A supervisor process (supervisor_process.h) and the line to it. It serves any number of programs,
// one after the other, and ends when the line is closed.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/process/descriptor.h"
#include "core/result.h"
#include "measure/program/supervisor.h"
#include "measure/sensors/kernel/cgroup.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {

// What passes between trena and a supervisor, over a pair of connected sockets: a program to run,
// with its open files, and short commands while it runs; back comes how it ended. The closing of
// trena's end means that trena is gone.

// The first byte of whatever trena sends.
constexpr char kProgram = 'P';
constexpr char kTerminate = 'T';
constexpr char kKill = 'K';
constexpr char kSend = 'S';  // and the number of the signal

struct SupervisorTask {
  std::vector<std::string> arguments;    // of the program
  std::vector<std::string> environment;  // all of it: NAME=VALUE
  std::string folder;
  GroupFolders group;  // to be removed should trena be gone
  double grace = 5;
  Descriptor output, errors;
  Descriptor unified, entry, memory;  // the group's door, with the supervisor
};

struct SupervisorReport {
  ProgramEnd end;
  RootUse waited_for;  // by the supervisor, of all its programs so far
};

// False when the supervisor is gone. The group's door is ours and goes along as a copy.
bool SendTask(int line, const SupervisorTask& task, const GroupDoor& door);

struct SupervisorCommand {
  char kind = 0;
  int signal = 0;
  std::optional<SupervisorTask> task;  // with kProgram
};

// Waits for one; empty when trena is gone.
std::optional<SupervisorCommand> ReceiveCommand(int line);

// Of a millisecond each, until children that were killed are gone.
inline constexpr int kKillRounds = 2000;

class SupervisorChannel {
 public:
  // In the foreground it stays in our place in the terminal. `ours` are descriptors that it must
  // not hold open as well.
  static Result<std::unique_ptr<SupervisorChannel>> Start(bool foreground,
                                                          const std::vector<int>& ours);
  SupervisorChannel(const SupervisorChannel&) = delete;
  SupervisorChannel& operator=(const SupervisorChannel&) = delete;
  // Ends what still runs, and waits for it.
  ~SupervisorChannel();

  pid_t process() const { return process_; }
  int descriptor() const { return socket_.number(); }
  // False when it is gone.
  bool Run(const SupervisorTask& task, const GroupDoor& door) {
    return SendTask(socket_.number(), task, door);
  }
  void Say(const char* command, size_t size) const;
  // The report that waits at descriptor(); empty when the supervisor was killed. Then everything
  // below us that was not there before it is ended.
  std::optional<ProgramEnd> TakeReport();
  // What it waited for before the program under way.
  const RootUse& before() const { return before_; }

 private:
  SupervisorChannel(pid_t process, Descriptor socket, std::vector<pid_t> others)
      : process_(process), socket_(std::move(socket)), others_(std::move(others)) {}
  void EndOrphans() const;

  pid_t process_;
  Descriptor socket_;
  std::vector<pid_t> others_;  // children that we had before
  RootUse before_;
};

// Keeps a supervisor from one program to the next: starting one costs more than all it does.
class SupervisorPool {
 public:
  void Keep(std::unique_ptr<SupervisorChannel> line) { line_ = std::move(line); }
  // Null when there is none.
  std::unique_ptr<SupervisorChannel> Take() { return std::move(line_); }

 private:
  std::unique_ptr<SupervisorChannel> line_;
};

}  // namespace trena
