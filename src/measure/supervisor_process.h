// SPDX-License-Identifier: Apache-2.0
// The supervisor itself (supervisor.h): what it is told, and its life in a process of its own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "measure/sensors/cgroup.h"

namespace trena {

// Bytes of the pipe by which trena commands it; its end closing means that trena is gone.
constexpr char kTerminate = 'T';
constexpr char kKill = 'K';
constexpr char kSend = 'S';  // and the number of the signal

struct SupervisorTask {
  std::vector<std::string> arguments;  // of the program
  std::string folder;
  std::vector<std::pair<std::string, std::string>> environment;
  double grace = 5;
  bool foreground = false;
  const RunGroup* group = nullptr;
  // Descriptors, its own from now on.
  int output = -1;
  int errors = -1;
  int control = -1;
  int result = -1;  // a ProgramEnd is written to it
};

// In a process that was just forked.
[[noreturn]] void LiveAsSupervisor(SupervisorTask task);

}  // namespace trena
