// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <csignal>
#include <initializer_list>

#include "cli/command_line.h"

namespace {

// An interruption is 130, whichever signal brought it. What has something to put in order takes
// signals itself (core/process/signals.h), and they do not come here.
void EndAsByCtrlC(int /*signal*/) {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  _exit(128 + SIGINT);  // where it is held back
}

}  // namespace

int main(int argc, char** argv) {
  for (int number : {SIGTERM, SIGHUP}) {
    // nohup's wish stays.
    if (std::signal(number, EndAsByCtrlC) == SIG_IGN) std::signal(number, SIG_IGN);
  }
  return trena::RunCommandLine(argc, argv);
}
