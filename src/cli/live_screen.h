// SPDX-License-Identifier: Apache-2.0
// A terminal shared by a program's output and the one line that tells how it does: the line goes
// away before the program prints, and comes back only where a line begins. For two threads.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "core/terminal.h"

namespace trena {

class LiveScreen {
 public:
  explicit LiveScreen(Terminal& talk) : talk_(talk) {}

  // Writes the bytes as they are, all of them; false when nobody reads there any more, or when the
  // descriptor `abandon` became readable meanwhile.
  bool Pass(int to, std::string_view bytes, int abandon);
  // Rewrites the line, unless the program is in the middle of one of its own or is printing.
  void Show(const std::string& line);
  // Takes the line off the screen; what comes next begins a line.
  void End();

 private:
  Terminal& talk_;
  std::mutex mutex_;
  bool line_begins_ = true;
};

}  // namespace trena
