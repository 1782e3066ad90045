// SPDX-License-Identifier: Apache-2.0
#include "core/process/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace trena {

SignalWatch::SignalWatch() {
  sigset_t watched;
  sigemptyset(&watched);
  for (int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, number);
  sigprocmask(SIG_BLOCK, &watched, &before_);
  descriptor_ = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

SignalWatch::~SignalWatch() {
  close(descriptor_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int SignalWatch::Take() {
  signalfd_siginfo info{};
  bool got = read(descriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info);
  if (!got) return 0;
  from_terminal_ = info.ssi_code == SI_KERNEL;
  return static_cast<int>(info.ssi_signo);
}

void RestoreSignals() {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace trena
