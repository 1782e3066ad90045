// SPDX-License-Identifier: Apache-2.0
// The supervisor itself (supervisor.h): its life in a process of its own.
#pragma once

namespace trena {

// In a process that was just forked: runs the programs that come over the line, one after the
// other, until its other end is closed. No exception may leave it: it would unwind trena's own
// stack, and put in order there what is not this process's.
[[noreturn]] void LiveAsSupervisor(int line, bool foreground) noexcept;

}  // namespace trena
