// SPDX-License-Identifier: Apache-2.0
// Ctrl-C as an event instead of an accident: while an object lives, SIGINT, SIGTERM and SIGHUP are
// held back and can be polled for. No handler, no global flag. One at a time, main thread only.
#pragma once

#include <csignal>

namespace trena {

class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // Readable when a signal waits; for poll().
  int descriptor() const { return descriptor_; }
  // The next signal that waits, or 0.
  int Take();
  // Whether the last one taken came from the terminal, which sends it to everyone in the
  // foreground.
  bool from_terminal() const { return from_terminal_; }

 private:
  int descriptor_ = -1;
  bool from_terminal_ = false;
  sigset_t before_{};
};

// In a child about to become another program: nothing held back, nothing ignored.
void RestoreSignals();

}  // namespace trena
