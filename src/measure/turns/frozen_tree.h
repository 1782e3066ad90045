// SPDX-License-Identifier: Apache-2.0
// All processes below one, held where they are and let go again, by SIGSTOP and SIGCONT. The
// program sees nothing of it but a clock that jumps. A program that stops or continues its own
// children is continued with them.
#pragma once

#include <sys/types.h>

namespace trena {

// Returns once every descendant of `root` stands still, those included that were being made
// meanwhile; `root` itself, a supervisor, goes on. False where one of them does not stop: it runs
// as somebody else.
bool Freeze(pid_t root);

// Children first, so that no parent wakes up and finds them stopped.
void Thaw(pid_t root);

}  // namespace trena
