// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command_line.h"

int main(int argc, char** argv) { return trena::RunCommandLine(argc, argv); }
