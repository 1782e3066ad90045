// SPDX-License-Identifier: Apache-2.0
// Notes of a run that say more than a code.
#pragma once

namespace trena {

// Begins a note on a pattern that told nothing; its purpose follows: "unmatched_pattern:begin".
inline constexpr const char* kUnmatchedNote = "unmatched_pattern:";

}  // namespace trena
