// SPDX-License-Identifier: Apache-2.0
// What passes between trena and a supervisor, over a pair of connected sockets: a program to run,
// with its open files, and short commands while it runs; back comes how it ended. The closing of
// trena's end means that trena is gone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/process/descriptor.h"
#include "measure/program/supervisor.h"
#include "measure/sensors/kernel/cgroup.h"
#include "measure/sensors/kernel/root_use.h"

namespace trena {

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
  Descriptor unified, entry;  // the group's door, with the supervisor
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

}  // namespace trena
