// SPDX-License-Identifier: Apache-2.0
// The supervisor itself (supervisor.h): its life in a process of its own.
#pragma once

namespace trena {

// In a process that was just forked: runs the programs that come over the line, one after the
// other, until its other end is closed.
[[noreturn]] void LiveAsSupervisor(int line, bool foreground);

}  // namespace trena
