// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trena {

// Runs a program in a terminal, presses Ctrl-C once it has shown the first argument, and prints all
// that was shown. For python3 -c.
inline constexpr const char* kPressCtrlC = R"(
import os, pty, sys
child, screen = pty.fork()
if child == 0:
    os.execv(sys.argv[2], sys.argv[2:])
shown = b''
pressed = False
while True:
    try:
        part = os.read(screen, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
    if sys.argv[1].encode() in shown and not pressed:
        pressed = True
        os.write(screen, b'\x03')
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
)";

}  // namespace trena
