// SPDX-License-Identifier: Apache-2.0
// A word as a person would type it in a POSIX shell, for commands that are shown to be copied.
#pragma once

#include <string>
#include <string_view>

namespace trena {

// As it is where the shell takes it as it is; else in single quotes.
std::string ShellWord(std::string_view word);

}  // namespace trena
