// SPDX-License-Identifier: Apache-2.0
// The door for answers: what a command prints on stdout goes through here and nowhere else, and
// what could not be written is known in the end. Talk goes to stderr (core/terminal.h); where it
// cannot be said, nothing ends for it.
//
//   Print("{} runs\n", count);
//   TRENA_CHECK(FinishOutput());   // once, in main: a full disk behind stdout is a failure
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "core/result.h"

namespace trena {

// Before anything is opened: streams that were closed are put on /dev/null, so that no file of ours
// takes their numbers and the talk with them; and a pipe that nobody reads, or a limit on the size
// of files, is an error of the write instead of our end. Programs that we start have their signals
// as usual (RestoreSignals).
void PrepareStreams();

// Text to stdout as it is. A failure is kept for FinishOutput.
void PrintText(std::string_view text);

template <typename... Values>
void Print(fmt::format_string<Values...> text, Values&&... values) {
  PrintText(fmt::format(text, std::forward<Values>(values)...));
}

// What is printed so far goes out now: before a question.
void FlushOutput();

// All that was printed is out, or why it is not. Ends the program by SIGPIPE, as programs do, where
// who reads the output has gone.
Status FinishOutput();

}  // namespace trena
