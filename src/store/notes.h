// SPDX-License-Identifier: Apache-2.0
// Notes of a run that more than one place makes, and those that say more than a code
// (docs/run-folder.md has all).
#pragma once

namespace trena {

// Begins a note on a pattern that told nothing; its purpose follows: "unmatched_pattern:begin".
inline constexpr const char* kUnmatchedNote = "unmatched_pattern:";

inline constexpr const char* kNegativeLossNote = "negative_loss";
inline constexpr const char* kDivergedNote = "diverged";  // a loss that is no number
inline constexpr const char* kImpossibleTimeNote = "impossible_time";

// Of runs that were read from a log of another program.
inline constexpr const char* kImportedNote = "imported";
inline constexpr const char* kRepeatedStepsNote = "repeated_steps";  // counted once
inline constexpr const char* kUnfinishedLogNote = "unfinished_log";  // no word of its end

}  // namespace trena
