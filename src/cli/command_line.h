// SPDX-License-Identifier: Apache-2.0
// The command line as a whole: finds the command, parses its options, runs it, prints an error once
// and gives the exit code.
#pragma once

namespace trena {

int RunCommandLine(int argc, char** argv);

}  // namespace trena
