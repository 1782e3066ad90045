// SPDX-License-Identifier: Apache-2.0
// What is to be measured: a tree of 8 processes and 40 threads that do a little, in a control group
// where one can be made, and as many sleeping processes beside it as the host is to have. Prints
// the tree's root, its first process and its group's folders, and lives until its standard input
// ends.
//   monitor_load SLEEPERS
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "core/clock.h"
#include "measure/sensors/kernel/group_maker.h"

namespace {

constexpr int kProcesses = 8;
constexpr int kThreadsEach = 5;

// Every child ends with its parent.
bool IsChild() {
  if (fork() != 0) return false;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return true;
}

[[noreturn]] void Sleep() {
  while (true) pause();
}

// A millisecond of work in every hundred.
[[noreturn]] void WorkALittle() {
  for (int i = 1; i < kThreadsEach; ++i) std::thread(Sleep).detach();
  while (true) {
    double end = trena::OwnCpuTime().value + 0.001;
    while (trena::OwnCpuTime().value < end) continue;
    usleep(100'000);
  }
}

[[noreturn]] void BeTree() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int i = 1; i < kProcesses; ++i) {
    if (IsChild()) WorkALittle();
  }
  WorkALittle();
}

}  // namespace

int main(int argc, char** argv) {
  int sleepers = argc > 1 ? std::atoi(argv[1]) : 0;
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // to wait for all of them in the end
  pid_t first_sleeper = fork();
  if (first_sleeper == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 1; i < sleepers; ++i) {
      if (IsChild()) Sleep();
    }
    Sleep();
  }
  auto group = trena::GroupMaker().Make();
  trena::GroupFolders folders = group ? group->folders() : trena::GroupFolders{};
  pid_t root = fork();
  if (root == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    pid_t tree = group ? group->Fork() : fork();
    if (tree == 0) BeTree();
    fmt::print("{} {}\n{}\n{}\n", getpid(), tree, folders.unified, folders.cpu);
    fflush(stdout);
    Sleep();
  }
  char none = 0;
  while (read(STDIN_FILENO, &none, 1) > 0) continue;
  // All others end with these two, and the group can be removed then.
  kill(root, SIGKILL);
  kill(first_sleeper, SIGKILL);
  while (wait(nullptr) > 0) continue;
  return 0;
}
