// SPDX-License-Identifier: Apache-2.0
// All processes below one, held where they are and let go again: by the freezer of their control
// group (version 2) where they have one, else, and for those that left it, by SIGSTOP and SIGCONT.
// The program sees nothing of it but a clock that jumps. One that stops or continues its own
// children is continued with them.
#pragma once

#include <sys/types.h>

#include <string>

namespace trena {

// Returns once every descendant of `root` stands still, those included that were being made
// meanwhile; `root` itself, a supervisor, goes on. `group` is the folder of their control group;
// empty: none. False where one of them does not stop: it runs as somebody else.
bool Freeze(pid_t root, const std::string& group = "");

// Children first, so that no parent wakes up and finds them stopped.
void Thaw(pid_t root, const std::string& group = "");

}  // namespace trena
